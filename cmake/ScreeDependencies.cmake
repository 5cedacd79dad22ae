# SPDX-License-Identifier: BSD-3-Clause
# Third parties, all packaged by Debian. A missing one is named together with its package.

# scree_require(<package> <Debian package> <target> [find_package arguments...])
macro(scree_require package debian target)
    find_package(${package} QUIET ${ARGN})
    if(NOT TARGET ${target})
        message(FATAL_ERROR
            "scree needs ${package}, which was not found.\n"
            "On Debian or Ubuntu install the package '${debian}'\n"
            "    sudo apt-get install ${debian}\n"
            "or let ./quickstart install everything that is missing. "
            "Elsewhere, point CMAKE_PREFIX_PATH to where ${package} is installed.")
    endif()
endmacro()

scree_require(Eigen3 libeigen3-dev Eigen3::Eigen 3.4 NO_MODULE)
scree_require(Boost libboost-dev Boost::headers)
scree_require(Qhull libqhull-dev Qhull::qhull_r)
set(THREADS_PREFER_PTHREAD_FLAG ON)
scree_require(Threads libc6-dev Threads::Threads)

# All that is not the geometry library.
if(NOT SCREE_CONTACT_ONLY)
    scree_require(fmt libfmt-dev fmt::fmt)
    scree_require(tomlplusplus libtomlplusplus-dev tomlplusplus::tomlplusplus)
    scree_require(HDF5 libhdf5-dev hdf5::hdf5 COMPONENTS C)
    scree_require(ZLIB zlib1g-dev ZLIB::ZLIB)
    scree_require(embree libembree-dev embree 3)
    scree_require(PNG libpng-dev PNG::PNG)
    scree_require(Freetype libfreetype-dev Freetype::Freetype)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        pkg_check_modules(cpp-httplib QUIET IMPORTED_TARGET cpp-httplib)
    endif()
    if(NOT TARGET PkgConfig::cpp-httplib)
        message(FATAL_ERROR "scree needs cpp-httplib (Debian: libcpp-httplib-dev, and pkg-config).")
    endif()

    option(SCREE_WEB "Build the report and the viewer (needs Node.js and npm)" ON)
    find_program(SCREE_NODE node)
    find_program(SCREE_NPM npm)
    mark_as_advanced(SCREE_NODE SCREE_NPM)
    if(SCREE_WEB AND NOT (SCREE_NODE AND SCREE_NPM))
        message(WARNING "Node.js or npm was not found (Debian: nodejs, npm): "
            "this scree will have no report and no viewer. SCREE_WEB=OFF silences this.")
        set(SCREE_WEB OFF)
    endif()
endif()

if(SCREE_BUILD_CLI)
    scree_require(CLI11 libcli11-dev CLI11::CLI11)
endif()

if(SCREE_BUILD_TESTS)
    scree_require(GTest libgtest-dev GTest::gtest_main)
    if(NOT SCREE_CONTACT_ONLY)
        scree_require(CGAL libcgal-dev CGAL::CGAL) # headers only: what our triangulation is compared with
    endif()
    # Debian's own interpreter is the one that sees Debian's numpy and h5py.
    if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
        set(Python3_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "Python for scripts and tests")
    endif()
    scree_require(Python3 python3 Python3::Interpreter COMPONENTS Interpreter)
endif()
