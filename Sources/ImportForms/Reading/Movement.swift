import FoundationEssentials
import ImportText
import Portfolio

/// One row of a format that writes a trade on several.
struct Leg: Sendable {
  let record: CSVRecord
  /// Which of several files it is of.
  var file = 0
  /// What the rows of its trade have in common.
  var key = ""
  var date: Date
  var asset: Asset
  /// What was received, or given below zero, without the fee.
  var change: Decimal
  /// What the exchange kept, in the same asset.
  var fee: Decimal = 0
  /// What the exchange kept of another asset, or `nil`.
  var otherFee: AssetAmount?
  /// Whether the row has a fee and no side.
  var isFee = false
  /// The exchange's id of the trade, or empty.
  var reference: String = ""
  /// The file's own words.
  var words: String = ""
  /// What the file says this side was worth in US dollars, without a sign, or `nil`.
  var dollars: Decimal?
  /// What the file says this side was worth in a state's money, or `nil`.
  var native: AssetAmount?
  /// What the account held of the asset after the row, or `nil`.
  var balance: Decimal?
  /// Whether the row is of a part of the account whose balance is not the account's.
  var isAside = false
  /// The account the file names, or empty.
  var account: String = ""
  /// The hash of the transaction on its chain, or empty.
  var hash: String = ""
  /// The cell of the file's own column of notes, or empty.
  var notes: String = ""
  /// Whether this side is a sale or purchase by itself where its rows do not make one trade:
  /// several small amounts exchanged at once, tokens renamed on another day than given.
  var mayStandAlone: Bool = false
  /// Whether money and the coin it was exchanged for may be a second or two apart.
  var joinsNear: Bool = false
  /// What the row's own words say was on the other side, for files that hold one side only.
  var other: AssetAmount?
  /// Whether the row is a side of a trade that the file of another coin has whole.
  var isReportedElsewhere: Bool = false
  /// For a transfer that names no kind: what it is where no other row has its key.
  var lone: UnpairedTransfer?
  /// Whether another row of its key says the same as soon as it is booked.
  var isPending: Bool = false
  /// Whether the coins are those of a withdrawal that was not carried out.
  var isReturned: Bool = false
  /// The exchange's id of this row alone, or empty.
  var id: String = ""
  /// For a row whose other half may stand at another moment.
  var half: DistantHalf?
  /// For rows that their own reader explains.
  var together: JointRows?
}

extension Leg {
  /// What the account held of the asset before the row, where it says what it held after.
  var balanceBefore: Decimal? {
    balance.map { fees.filter { $0.asset == asset }.reduce($0 - change) { $0 + $1.amount } }
  }
}

/// Half of a trade whose other half may stand at another moment.
struct DistantHalf: Sendable {
  /// What the two have in common.
  let name: String
  /// How far apart they are at most.
  var seconds = 30 * 86_400
}

/// What a transfer is that names no kind and has no other half.
enum UnpairedTransfer: Sendable, Equatable {
  /// Coins that came for nothing, or that left the account.
  case airdropOrWithdrawal
  /// Coins that went into or out of a product that holds them; several coins of one key were
  /// exchanged.
  case inside
  /// Coins bought, unless no row of their key says what was paid: then a deposit, which waits to
  /// be answered.
  case unpaid
  /// Coins back from a product of the exchange, unless no row took any of them there: then a
  /// deposit, which waits to be answered.
  case back
  /// A withdrawal, which left the account when a row of its key that is pending says so.
  case sent
  /// Coins taken away, unless a row says what was given for them.
  case taken
  /// Coins that entered or left; several coins of one key were exchanged.
  case moved
  /// It may be either, or half of a change of place; the text is the file's word for it.
  case refused(String)
}

/// What such a row means.
enum LegMeaning {
  /// A side or the fee of a trade.
  case part(Leg)
  /// Coins for nothing, on a row of their own.
  case reward(Leg, kind: String)
  /// Coins that entered or left the account for another place of the owner's.
  case move(Leg)
  /// A trade, payment or fee that this row alone has whole.
  case trade(TradeFacts)
  /// The result of a borrowed position, with the file's word for it.
  case contract(TradeFacts, String)
  case leftOut(LeftOutReason)
}
