import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// Gain and return over a range, shown with a chart; there is no third figure (SPEC §3.18).
struct PanelFigures {
  /// The gain; empty if only the return is known.
  let gain: FormattedFigure
  /// The return; empty if unknown.
  let percentage: FormattedFigure
  /// Change in value and the part of it paid in or taken out; `nil` without payments.
  private(set) var flow: FormattedFigure?
  /// Number of coins included, if some are excluded, in a long and a short wording.
  private(set) var count: (long: String, short: String)?

  /// The price change of a coin.
  init(from first: ExactDecimal, to last: ExactDecimal, in format: NumberFormat) {
    gain = .priceChange(last - first, in: format)
    percentage = .percent(Portfolio.percentage(gain: last - first, cost: first))
  }

  /// The 24-hour change of the holdings.
  init(_ change: DayChange, of holdingCount: Int, in format: NumberFormat) {
    gain = .change(change.amount, in: format)
    percentage = .percent(change.percentage)
    if change.count < holdingCount { setCount(change.count, of: holdingCount) }
  }

  /// The figures of a range of days.
  init(_ figures: RangeFigures, in format: NumberFormat) {
    let isEstimated = figures.estimated.isGainEstimated
    gain = .change(figures.gain, in: format).estimated(isEstimated)
    percentage = figures.timeWeighted.map { .percent($0).estimated(isEstimated) } ?? .empty
    setFlow(
      from: figures.valueThen, to: figures.valueNow, paid: figures.paidIn - figures.takenOut,
      isEstimated: isEstimated, in: format)
    guard let note = figures.countNote else { return }
    count = (note, "\(figures.coinCount)/\(figures.coinCount + figures.leftOut.count) coins")
  }

  /// The figures of the last minutes, with the return of a single period.
  init(
    from then: ExactDecimal, to now: ExactDecimal, _ payments: [PriceSeries.Payment],
    in format: NumberFormat
  ) {
    let paid = payments.reduce(Cost.zero) { $0 + $1.paid }
    let received = payments.reduce(Cost.zero) { $0 + $1.received }
    let change = Cost(now) - Cost(then) - paid + received
    let isEstimated = payments.contains(where: \.isEstimated)
    gain = .change(change.figure, in: format).estimated(isEstimated)
    percentage = .percent(
      Portfolio.percentage(gain: change.figure, cost: (Cost(then) + paid).figure)
    ).estimated(isEstimated)
    setFlow(
      from: then, to: now, paid: (paid - received).figure, isEstimated: isEstimated, in: format)
  }

  private mutating func setCount(_ count: Int, of all: Int) {
    self.count = ("\(count) of \(all) coins", "\(count)/\(all) coins")
  }

  private mutating func setFlow(
    from then: ExactDecimal, to now: ExactDecimal, paid: ExactDecimal, isEstimated: Bool,
    in format: NumberFormat
  ) {
    guard Trend(paid, minorDigits: format.minorDigits) != .neutral else { return }
    let change = now - then
    let flow = FormattedFigure.usd(abs(paid), in: format).estimated(isEstimated)
    let word = paid > 0 ? "paid in" : "taken out"
    let sign = Trend(change, minorDigits: format.minorDigits).sign
    self.flow = FormattedFigure(
      text: "value \(format.signedMoney(change)), \(flow.text) \(word)",
      masked: "value \(format.masked(sign: sign)), \(flow.masked) \(word)", role: .secondary)
  }
}
