# SPDX-License-Identifier: BSD-3-Clause
# Writes <build>/generated/scree/base/version.hpp. This happens when CMake configures and only then:
# a commit alone rebuilds nothing.

set(SCREE_COMMIT "")
find_package(Git QUIET)
# .git is looked for by name: an unpacked archive inside another repository must not take its commit.
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(
        COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} describe --always --dirty
        OUTPUT_VARIABLE SCREE_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE
        ERROR_QUIET RESULT_VARIABLE git_result)
    if(NOT git_result EQUAL 0)
        set(SCREE_COMMIT "")
    endif()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type_upper)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type_upper}}" SCREE_BUILD_FLAGS)
set(SCREE_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
configure_file(src/scree/base/version.hpp.in ${SCREE_GENERATED_DIR}/scree/base/version.hpp @ONLY)
