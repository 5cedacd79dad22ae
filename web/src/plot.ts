// SPDX-License-Identifier: BSD-3-Clause
// Interactive plots, drawn as SVG so that they print well. A page that uses them also needs plot.css.

export type { Axis, BarPlot, DrawnPlot, HeatPlot, LinePlot, Plot, PlotOptions } from "./plot/types";
export { formatNumber } from "./plot/format";
export { drawPlot } from "./plot/draw";
