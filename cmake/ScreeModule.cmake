# SPDX-License-Identifier: BSD-3-Clause

# scree_tests(<target> LABEL <label> SOURCES <file>... [USES <target>...])
#
# A GoogleTest binary. Its tests are listed when ctest runs (not when they are built), are named
# <target>.<Suite>.<Test>, carry the label, and are built by the target tests-<label>. They run in the
# source folder and name it relatively: a path in the command would hide the object from ccache.
function(scree_tests target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES;USES")
    scree_refuse_leftovers(scree_tests "${arg_UNPARSED_ARGUMENTS}")
    if(NOT arg_LABEL OR NOT arg_SOURCES)
        message(FATAL_ERROR "scree_tests(${target}): LABEL and SOURCES are required")
    endif()
    add_executable(${target} ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE ${arg_USES} GTest::gtest_main)
    target_compile_definitions(${target} PRIVATE SCREE_SOURCE_DIR=".")
    gtest_discover_tests(${target}
        TEST_PREFIX ${target}.
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        DISCOVERY_MODE PRE_TEST
        PROPERTIES LABELS ${arg_LABEL})
    if(TARGET tests-${arg_LABEL})
        add_dependencies(tests-${arg_LABEL} ${target})
    endif()
endfunction()

# scree_module(<name>
#     [SOURCES <file>...]       none: the module is headers only
#     [HEADERS <file>...]       relative to src/scree/<name>; those in detail/ are not installed
#     [TESTS <file>...]         -> scree_<name>_tests, label unit
#     [PROPERTY_TESTS <file>...]   -> scree_<name>_property_tests, label property
#     [BAD_INPUT_TESTS <file>...]  -> scree_<name>_bad_input_tests, label bad-input
#     [USES <target>...]        what its headers include (direct dependencies only)
#     [PRIVATE_USES <target>...]   what only its sources include
#     [TEST_USES <target>...])  what only its tests include
#
# Makes the static library scree_<name>, its alias scree::<name>, the installed header set, the
# tests and the export. A header x.hpp is included as <scree/<name>/x.hpp>.
function(scree_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" ""
        "SOURCES;HEADERS;TESTS;PROPERTY_TESTS;BAD_INPUT_TESTS;USES;PRIVATE_USES;TEST_USES")
    scree_refuse_leftovers("scree_module(${name})" "${arg_UNPARSED_ARGUMENTS}")

    set(target scree_${name})
    if(arg_SOURCES)
        add_library(${target} STATIC ${arg_SOURCES})
        set(scope PUBLIC)
    elseif(arg_PRIVATE_USES)
        message(FATAL_ERROR "scree_module(${name}): PRIVATE_USES needs SOURCES")
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    add_library(scree::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(${target} ${scope} cxx_std_20)
    target_link_libraries(${target} ${scope} ${arg_USES})
    if(arg_PRIVATE_USES)
        target_link_libraries(${target} PRIVATE ${arg_PRIVATE_USES})
    endif()

    set(installed_headers ${arg_HEADERS})
    list(FILTER installed_headers EXCLUDE REGEX "^detail/")
    target_sources(${target} ${scope} FILE_SET HEADERS
        BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${installed_headers})
    set(file_sets FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    if(name STREQUAL base)
        scree_base_settings(${target} ${scope})
        list(APPEND file_sets FILE_SET generated_headers DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    endif()
    if(SCREE_INSTALL)
        install(TARGETS ${target} EXPORT scree_targets
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${file_sets})
    endif()

    if(SCREE_BUILD_TESTS)
        foreach(kind IN ITEMS TESTS:unit PROPERTY_TESTS:property BAD_INPUT_TESTS:bad-input)
            string(REGEX REPLACE ":.*" "" argument ${kind})
            string(REGEX REPLACE ".*:" "" label ${kind})
            string(TOLOWER ${argument} suffix)
            if(arg_${argument})
                scree_tests(${target}_${suffix} LABEL ${label}
                    SOURCES ${arg_${argument}} USES scree::${name} ${arg_TEST_USES})
            endif()
        endforeach()
    endif()
endfunction()

# scree_sources_per_isa(<module> <name>)
#
# Adds <name>_baseline.cpp and, where the processor may have it, <name>_avx2.cpp: the same vector
# code for another instruction set, chosen at run time, same bits (base/simd.hpp).
#
# They are vector code already; the compiler's own vectoriser only turns their index arithmetic into
# detours (a quarter of the speed).
function(scree_sources_per_isa module name)
    set(options -fno-tree-vectorize -fno-tree-slp-vectorize)
    target_sources(scree_${module} PRIVATE ${name}_baseline.cpp)
    set_source_files_properties(${name}_baseline.cpp PROPERTIES COMPILE_OPTIONS "${options}")
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        target_sources(scree_${module} PRIVATE ${name}_avx2.cpp)
        set_source_files_properties(${name}_avx2.cpp PROPERTIES COMPILE_OPTIONS "${options};-mavx2")
        target_compile_definitions(scree_${module} PRIVATE SCREE_HAVE_AVX2)
    endif()
endfunction()

# What everybody who links scree::base, hence any part of scree, compiles with. Same bits on every
# path: no contraction into fused multiply-add, no -ffast-math. Without errno, sqrt is one
# instruction and vectorises; its result is the same.
function(scree_base_settings target scope)
    target_compile_options(${target} ${scope}
        $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off> $<$<COMPILE_LANGUAGE:CXX>:-fno-math-errno>)
    target_compile_definitions(${target} ${scope} SCREE_ASSERT_LEVEL=${SCREE_ASSERTS})
    target_sources(${target} ${scope} FILE_SET generated_headers TYPE HEADERS
        BASE_DIRS ${SCREE_GENERATED_DIR}
        FILES ${SCREE_GENERATED_DIR}/scree/base/version.hpp)
endfunction()

function(scree_refuse_leftovers caller leftovers)
    if(leftovers)
        message(FATAL_ERROR "${caller}: unknown arguments: ${leftovers}")
    endif()
endfunction()
