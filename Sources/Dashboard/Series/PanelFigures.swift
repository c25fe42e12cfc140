import Exact
import FoundationEssentials
import Portfolio
import Widgets

/// How a portfolio or a price did in a range, as a chart says it: gain and return, and no third
/// figure (SPEC §3.18).
struct PanelFigures {
  /// The gain; empty where only the return is known.
  let gain: FormattedFigure
  /// The return; empty where it is unknown.
  let percentage: FormattedFigure
  /// What the value changed by and how much of it was paid in or taken out, where anything was.
  private(set) var flow: FormattedFigure?
  /// Of how many coins the figures are, where some are left out: long and short.
  private(set) var count: (long: String, short: String)?

  /// The change of a coin's price.
  init(from first: ExactDecimal, to last: ExactDecimal, in format: NumberFormat) {
    gain = .change(last - first, in: format)
    percentage = .percent(Portfolio.percentage(gain: last - first, cost: first))
  }

  /// What 24 hours changed of what is held.
  init(_ change: DayChange, of holdingCount: Int, in format: NumberFormat) {
    gain = .change(change.amount, in: format)
    percentage = .percent(change.percentage)
    if change.count < holdingCount { setCount(change.count, of: holdingCount) }
  }

  /// The figures of a range of days.
  init(_ figures: RangeFigures, in format: NumberFormat) {
    gain = .change(figures.gain, in: format)
    percentage = figures.timeWeighted.map { .percent($0) } ?? .empty
    setFlow(
      from: figures.valueThen, to: figures.valueNow, paid: figures.paidIn - figures.takenOut,
      in: format)
    guard let note = figures.countNote else { return }
    count = (note, "\(figures.coinCount)/\(figures.coinCount + figures.leftOut.count) coins")
  }

  /// The figures of some minutes, in which the return is that of one step.
  init(
    from then: ExactDecimal, to now: ExactDecimal, _ payments: [PriceSeries.Payment],
    in format: NumberFormat
  ) {
    let paid = payments.reduce(Cost.zero) { $0 + $1.paid }
    let received = payments.reduce(Cost.zero) { $0 + $1.received }
    let change = Cost(now) - Cost(then) - paid + received
    gain = .change(change.figure, in: format)
    percentage = .percent(
      Portfolio.percentage(gain: change.figure, cost: (Cost(then) + paid).figure))
    setFlow(from: then, to: now, paid: (paid - received).figure, in: format)
  }

  private mutating func setCount(_ count: Int, of all: Int) {
    self.count = ("\(count) of \(all) coins", "\(count)/\(all) coins")
  }

  private mutating func setFlow(
    from then: ExactDecimal, to now: ExactDecimal, paid: ExactDecimal, in format: NumberFormat
  ) {
    guard Trend(paid, minorDigits: format.minorDigits) != .neutral else { return }
    let (change, flow) = (now - then, abs(paid))
    let word = paid > 0 ? "paid in" : "taken out"
    let sign = Trend(change, minorDigits: format.minorDigits).sign
    self.flow = FormattedFigure(
      text: "value \(format.signedMoney(change)), \(format.money(flow)) \(word)",
      masked: "value \(format.masked(sign: sign)), \(format.masked()) \(word)", role: .secondary)
  }
}
