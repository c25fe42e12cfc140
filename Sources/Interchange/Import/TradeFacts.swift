import FoundationEssentials
import Portfolio

/// So much of something.
struct Quantity: Equatable, Sendable {
  var amount: Decimal
  var asset: Asset
}

/// What a row, or the rows of one trade, say: what came, what went, what it cost and was worth.
///
/// Every format ends here; ``booked()`` is the one place where fees, swaps and rewards become
/// transactions (docs/import.md).
struct TradeFacts: Sendable {
  /// The row, or the first of them.
  let source: RowSource
  let date: Date
  /// What came in.
  var received: Quantity?
  /// What went out.
  var spent: Quantity?
  /// Fees not yet part of either side.
  var fees: [Quantity] = []
  /// Fees that the amounts contain already; they are noted and change nothing.
  var feesIncluded: [Quantity] = []
  /// What the file says the trade was worth in US dollars before fees, or `nil`.
  var dollars: Decimal?
  /// US dollars per coin where the file's price is the fact and its total only follows from it.
  var price: Decimal?
  /// The file's own words.
  var words: String = ""
  /// The exchange's id of this very trade, unique for it, or empty.
  var reference: String = ""
}

/// The parts that hold something, one after the other.
func words(_ parts: String...) -> String {
  parts.filter { !$0.isEmpty }.joined(separator: "; ")
}
