# SPDX-License-Identifier: BSD-3-Clause
# The command, the example scenes, and the package that find_package(scree) finds.
include(CMakePackageConfigHelpers)

if(TARGET scree)
    install(TARGETS scree RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY scenes/ DESTINATION ${CMAKE_INSTALL_DATADIR}/scree/scenes
    FILES_MATCHING PATTERN "*.toml")
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/scree)
install(EXPORT scree_targets NAMESPACE scree:: FILE screeTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/screeConfig.cmake.in ${PROJECT_BINARY_DIR}/screeConfig.cmake
    INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Below 1.0 every minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/screeConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/screeConfig.cmake ${PROJECT_BINARY_DIR}/screeConfigVersion.cmake
    DESTINATION ${package_dir})
