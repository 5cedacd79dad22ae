# SPDX-License-Identifier: BSD-3-Clause
# cmake -DNPM=… -DWEB=… -P InstallWebPackages.cmake: npm ci in web/, with a clear word when it fails.
execute_process(
    COMMAND ${NPM} ci --no-audit --no-fund --ignore-scripts --prefer-offline
    WORKING_DIRECTORY ${WEB} RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${said}\nnpm could not get the packages of web/ (see above). Without a network, "
        "configure with -DSCREE_WEB=OFF: the program then has no report and no viewer.")
endif()
# Its time decides whether this is done again.
file(TOUCH ${WEB}/node_modules/.package-lock.json)
