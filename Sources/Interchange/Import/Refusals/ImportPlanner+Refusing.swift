import FoundationEssentials
import Portfolio

extension ImportPlanner {
  /// Applies what a row says, or refuses the row with what it would have moved.
  mutating func refusing(
    _ reading: Reading, _ reference: Reference?, coins: @autoclosure () -> [Quantity?],
    on date: Date? = nil,
    _ body: (inout ImportPlanner) throws(RefusalReason) -> Void
  ) {
    do throws(RefusalReason) {
      try body(&self)
      noteMended(reading, as: reference)
    } catch {
      let source = reading.source
      guard !hasMended(source, reference: reference) else { return alreadyThere += 1 }
      guard !standsAmongRefused(source) else { return }
      refused.append(RefusedRow(source: source, reason: error))
      let brought = reading.brought.map { current($0, on: reading.date ?? now) }
      markIncomplete(coins(), of: source, bringing: [brought].compactMap(\.self))
      if let date, error.lacksValue { noteMissingPrice(of: coins(), on: UTCDay(date)) }
    }
  }
}
