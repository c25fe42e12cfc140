import CellGrid
import FoundationEssentials

extension LineChart {
  /// The chart in words, for a screen reader or a picture's description.
  ///
  /// Range of dates, first and last figure, high and low, and every gap.
  public var words: String {
    guard let dates, let first = series.first, let extremes else { return "No figures known." }
    let known = first.points.filter { $0.value != nil }
    let start = CivilDay(second: dates.first).text
    let end = CivilDay(second: dates.last).text
    var sentences = ["\(first.name) from \(start) to \(end)."]
    if let opening = known.first?.value, let closing = known.last?.value, known.count > 1 {
      sentences.append("From \(format(opening)) to \(format(closing)).")
    }
    sentences.append("High \(named(extremes.high)), low \(named(extremes.low)).")
    for other in series.dropFirst() where isComparison || area == .secondLine {
      let known = other.points.compactMap(\.value)
      guard let opening = known.first, let closing = known.last else { continue }
      sentences.append("\(other.name) from \(format(opening)) to \(format(closing)).")
    }
    if !gaps.isEmpty { sentences.append(gapWords(naming: 2) + ".") }
    return sentences.joined(separator: " ")
  }

  /// A known figure and its day.
  struct DatedValue: Equatable {
    let value: Decimal
    let day: CivilDay
  }

  /// The greatest and the least figure of the first series, the earliest of equal ones.
  var extremes: (high: DatedValue, low: DatedValue)? {
    if let high = candles.max(by: { $0.high < $1.high }),
      let low = candles.min(by: { $0.low < $1.low })
    {
      func day(_ candle: ChartCandle) -> CivilDay {
        CivilDay(second: DateAxis.second(of: candle.date))
      }
      return (
        DatedValue(value: high.high, day: day(high)), DatedValue(value: low.low, day: day(low))
      )
    }
    var extremes: (high: DatedValue, low: DatedValue)?
    for point in series.first?.points ?? [] {
      guard let value = point.value else { continue }
      let dated = DatedValue(value: value, day: point.day)
      guard let (high, low) = extremes else {
        extremes = (dated, dated)
        continue
      }
      extremes = (value > high.value ? dated : high, value < low.value ? dated : low)
    }
    return extremes
  }

  func named(_ dated: DatedValue) -> String { "\(format(dated.value)) (\(dated.day.text))" }

  /// The days of the first series without a figure, from first to last of each gap.
  var gaps: [(first: CivilDay, last: CivilDay)] {
    let points = series.first?.points ?? []
    return points.split { $0.value != nil }.compactMap { gap in
      guard let first = gap.first?.date, let last = gap.last?.date else { return nil }
      return (
        CivilDay(second: DateAxis.second(of: first)), CivilDay(second: DateAxis.second(of: last))
      )
    }
  }

  /// `No figure 2025-01-03 to 2025-02-09, 2025-03-01 and 2 more`.
  func gapWords(naming count: Int) -> String {
    let gaps = gaps
    let named = gaps.prefix(count).map { gap in
      gap.first == gap.last ? gap.first.text : "\(gap.first.text) to \(gap.last.text)"
    }
    let more = gaps.count > count ? " and \(gaps.count - count) more" : ""
    return "No figure " + named.joined(separator: ", ") + more
  }

  /// The gaps in the most words that have room, in the end their number.
  func gapWords(fitting columns: Int) -> String {
    let count = gaps.count == 1 ? "1 gap" : "\(gaps.count) gaps"
    return [gapWords(naming: 2), gapWords(naming: 1), "No figure: \(count)"]
      .first { columnWidth(of: $0) <= columns } ?? count
  }
}
