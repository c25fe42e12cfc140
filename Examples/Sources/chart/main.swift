// A chart in five lines.
import CellGrid
import Charts
import Exact
import Foundation

let start = Date(timeIntervalSince1970: 1_735_689_600)
let figures: [ExactDecimal] = [94, 102, 99, 107, 96, 84, 86, 97, 104, 109, 118, 112]
let points = figures.enumerated().map { ChartPoint(start + Double($0) * 2_629_800, $1) }
let chart = LineChart(series: [ChartSeries("Bitcoin", points)]) { "$\($0)k" }
print(PlainText.text(of: chart.grid(columns: 72, rows: 16)))
