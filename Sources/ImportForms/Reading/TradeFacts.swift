import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// What a row, or the rows of one trade, report: received, spent, fees and value.
///
/// Every format produces these. Dollars, transactions and references are derived once, downstream
/// (docs/import-reference.md); a reader only states what its file says.
struct TradeFacts: Sendable {
  /// The row, or the first of them.
  let source: RowSource
  var date: Date
  /// The amount received; alone, it is a reward or a gift.
  var received: AssetAmount?
  /// The amount spent; alone, it is a payment or a fee.
  var spent: AssetAmount?
  /// Fees that are not yet part of either side, each in its own asset; one below zero is a rebate.
  var fees: [AssetAmount] = []
  /// Fees that the amounts contain already; they change nothing.
  var feesIncluded: [AssetAmount] = []
  /// The stated value of the row's only fee in a fiat currency, or `nil`.
  var feeWorth: AssetAmount?
  /// The stated value of the trade in US dollars before fees, or `nil`.
  var dollars: ExactDecimal?
  /// US dollars per coin where the file's price is the fact and its total only follows from it.
  var price: ExactDecimal?
  /// The file's description of the row, for messages only: it is never kept.
  var words: String = ""
  /// The exchange's id of this very trade: the source's word, a space, the id.
  ///
  /// Empty where the file has none, or has one that several trades share.
  var reference: String = ""
  /// Why it happened; `nil` means a trade where two sides are given, a reward where something was
  /// only received, and a payment where something was only given.
  var category: TransactionCategory?
  /// The exchange or wallet that the file names for this row, or empty: then the account of the
  /// whole file.
  var account: String = ""
  /// The stated value of the trade in another currency or a coin, before fees.
  ///
  /// It matters where no side is in that money, or where the side that is was rounded to zero.
  /// Compared with ``dollars`` it also shows whether that column is converted at one constant rate.
  var native: AssetAmount?
  /// The cell of the file's own column of notes, or empty.
  var notes: String = ""
  /// The account's stated balances after this row.
  var balances: [AssetAmount] = []
  /// Whether some of it happened in a part of the account whose balance is not the account's.
  var isAside = false
  /// The hash of the transaction on its chain, or empty.
  var hash: String = ""
  /// Whether what was received alone was given for nothing, without being income: an airdrop or a
  /// fork that the file values at nothing, a gift.
  var isGift: Bool = false
  /// Whether a row of the other coin reports the same trade, under an id of its own.
  var isOfEitherCoin = false
  /// Seconds between it and another row that reports the same trade under another id, at most.
  var secondsApart = 0
  /// The rows of the trade, where its form writes it on several.
  var group: TradeGroup?
}

/// What a row says of coins that moved between accounts of one owner.
///
/// Fiat currency is not a move; a reader leaves such rows out as ``LeftOutReason/fiatOnly(_:)``.
struct MoveFacts: Sendable {
  /// The row.
  let source: RowSource
  let date: Date
  /// Coins, above zero for a deposit and below zero for a withdrawal, without the fee.
  var quantity: AssetAmount
  /// Coins of the same kind that left in addition to ``quantity``, zero or more.
  var fee: ExactDecimal = 0
  /// The account the coins entered or left, or empty: then the account of the whole file.
  var account: String = ""
  /// The account at the other end where the file itself names one of the owner's, or empty.
  ///
  /// Then the row is a whole transfer: both halves are recorded.
  var otherAccount: String = ""
  /// The hash of the transaction on its chain, or empty.
  var hash: String = ""
  /// The exchange's id of this very move, as in ``TradeFacts/reference``.
  var reference: String = ""
  /// The account's stated balance of the coin after this row, or `nil`.
  var balance: ExactDecimal?
  /// As ``TradeFacts/isAside``.
  var isAside = false
  /// Whether the coins are those of a withdrawal that was not carried out.
  var isReturned = false
  /// As ``TradeFacts/group``.
  var group: TradeGroup?
}
