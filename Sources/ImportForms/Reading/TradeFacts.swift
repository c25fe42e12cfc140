import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// The facts of a row, or of the rows of one trade: received, spent, fees and value.
///
/// Every format produces these. Dollars, transactions and references are derived once, downstream
/// (docs/import-reference.md); a reader only reports what its file states.
struct TradeFacts: Sendable {
  /// The row, or the first of them.
  let source: RowSource
  var date: Date
  /// The amount received; alone, it is a reward or a gift.
  var received: AssetAmount?
  /// The amount spent; alone, it is a payment or a fee.
  var spent: AssetAmount?
  /// Fees that are not yet part of either side, each in its own asset; a negative one is a rebate.
  var fees: [AssetAmount] = []
  /// Fees that the amounts already include.
  var feesIncluded: [AssetAmount] = []
  /// The stated value of the row's only fee in a fiat currency, or `nil`.
  var feeWorth: AssetAmount?
  /// The stated value of the trade in US dollars before fees, or `nil`.
  var dollars: ExactDecimal?
  /// US dollars per coin, if the file has the price and only derives the total from it.
  var price: ExactDecimal?
  /// The file's description of the row, for messages only; never stored.
  var words: String = ""
  /// The exchange's id of this very trade: the source's word, a space, the id.
  ///
  /// Empty if the file has none, or if several trades share it.
  var reference: String = ""
  /// Why it happened; `nil` means a trade if both sides are given, a reward if only received, and a
  /// payment if only spent.
  var category: TransactionCategory?
  /// The exchange or wallet of this row, or empty for the account of the whole file.
  var account: String = ""
  /// The stated value of the trade in another currency or a coin, before fees.
  ///
  /// It matters if no side is in that currency, or if that side was rounded to zero. Comparing it
  /// with ``dollars`` also shows whether that column uses one constant rate.
  var native: AssetAmount?
  /// The cell of the file's own column of notes, or empty.
  var notes: String = ""
  /// The account's stated balances after this row.
  var balances: [AssetAmount] = []
  /// Whether some of it happened in a part of the account with a separate balance.
  var isAside = false
  /// The hash of the transaction on its chain, or empty.
  var hash: String = ""
  /// Whether coins were received for free without being income: a gift, or an airdrop or fork that
  /// the file values at zero.
  var isGift: Bool = false
  /// Whether it is the fee of a withdrawal on another row of the same instant.
  var isFeeOfWithdrawal = false
  /// Whether a row of the other coin reports the same trade under a separate id.
  var isOfEitherCoin = false
  /// The maximum seconds between it and another row that reports the same trade under another id.
  var secondsApart = 0
  /// Whether other rows may report the trade again, or its parts, at most the form's delay apart.
  var isSum = false
  /// The rows of the trade, if it spans several.
  var group: TradeGroup?
}

extension TradeFacts {
  /// The trade with included fees taken out of their side, as reports with fees on top state it.
  ///
  /// - Parameter isTracker: Whether a tracker computed the amounts; an exchange's coins are those
  ///   that its ledger moves, and only money is paid with the fee.
  func separatingFees(isTracker: Bool) -> TradeFacts {
    guard fees.isEmpty, var received, var spent else { return self }
    var facts = self
    for fee in feesIncluded where fee.amount > 0 && (isTracker || fee.asset.isMoney) {
      if fee.asset == spent.asset, fee.amount < spent.amount {
        spent.amount -= fee.amount
      } else if fee.asset == received.asset {
        received.amount += fee.amount
      } else {
        continue
      }
      facts.fees.append(fee)
    }
    (facts.received, facts.spent) = (received, spent)
    return facts
  }
}

/// The facts of coins that moved between accounts of one owner.
///
/// Fiat currency is not a move; a reader leaves such rows out as ``LeftOutReason/fiatOnly(_:)``.
struct MoveFacts: Sendable {
  /// The row.
  let source: RowSource
  let date: Date
  /// Coins, positive for a deposit and negative for a withdrawal, without the fee.
  var quantity: AssetAmount
  /// Coins of the same kind that left in addition to ``quantity``, zero or more.
  var fee: ExactDecimal = 0
  /// The account the coins entered or left, or empty for the account of the whole file.
  var account: String = ""
  /// The owner's account at the other end if the file names it, or empty.
  ///
  /// If set, the row is a whole transfer: both halves are recorded.
  var otherAccount: String = ""
  /// The hash of the transaction on its chain, or empty.
  var hash: String = ""
  /// The exchange's id of this very move, as in ``TradeFacts/reference``.
  var reference: String = ""
  /// The account's stated balance of the coin after this row, or `nil`.
  var balance: ExactDecimal?
  /// As ``TradeFacts/isAside``.
  var isAside = false
  /// Whether the coins are those of a failed withdrawal.
  var isReturned = false
  /// As ``TradeFacts/group``.
  var group: TradeGroup?
}
