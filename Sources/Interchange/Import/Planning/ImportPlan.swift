public import FoundationEssentials
public import Portfolio

/// What a name in a file turned out to be.
public enum AssetResolution: Equatable, Sendable {
  /// The catalogue lists that id.
  case listed(String)
  /// The symbol's highest-ranked coin; the report says so.
  case bySymbol(String)
  /// An id the catalogue lacks, used as it is; the report says so.
  case unlisted(String)
  /// Nothing can be made of the name; its rows are refused.
  case unknown
}

/// Something the user should know about an import, though nothing is wrong.
public enum ImportNotice: Equatable, Sendable {
  /// A symbol was read as its highest-ranked coin.
  case symbolRead(symbol: String, coinId: String)
  /// A coin the catalogue lacks was taken as it is.
  case unlistedCoin(String)
  /// Deposits and withdrawals were left out as a state's money, though a coin has its letters, too.
  case movesOfMoney(String, rows: Int)
  /// The rows of a file were read from the end: it has the newest first.
  case newestFirst
  /// The dollar column of the file was computed with one rate for all days, and is not evidence.
  case constantRate(file: String)
  /// Dollars of the file are far from what its other money was worth on the day.
  case dollarsOffRate(file: String)
  /// The first balance of an asset in a file that its rows do not add up to.
  case balanceDiffers(asset: String, source: RowSource, stated: Decimal, counted: Decimal)
  /// Rows of a coin whose dollars are far from the coin's price of their day, the first of them
  /// named.
  case farFromPrice(source: RowSource, coinId: String, stated: Decimal, price: Decimal, rows: Int)
  /// The file is not UTF-8; it was read as Windows-1252.
  case windowsText(file: String)
  /// The times of the file are local ones, taken as UTC for want of a zone.
  case localTimes(file: String)
  /// The times of the file are local ones, taken in the zone that a setting names.
  case localTimesIn(zone: String, file: String)
  /// The times of a file have a zone of their own, so that the one the user named is not used.
  case zoneNotUsed(zone: String, file: String)
  /// The file does not say in which money its figures are; the user said so.
  case figuresIn(currency: String, file: String)
  /// A stablecoin was not worth a dollar on a day; its price was used.
  case stablecoinOffParity(ticker: String, day: UTCDay, price: Decimal)
  /// Coins that sales take and nothing brings were taken as gifts, as the user allowed.
  case missingCoinsGiven(String, amount: Decimal)
  /// Coins that imports before took as gifts for sales, and that rows bring now.
  case missingCoinsBrought(String, amount: Decimal)
  /// So many transfers that imports before found are none, because a move has two candidates.
  case transfersOpened(Int)
  /// So many gifts that deposits became are deposits again: a withdrawal explains them, or sales do
  /// not need them any more.
  case depositsBack(Int)
  /// Rows that two exports tell and value otherwise, the first of them named: what is left out was
  /// worth the first sum, what stays the second, in US dollars.
  case valuesDiffer(ValueDifference)
  /// So many rows of a file are like others of the same form but for the digits of their amounts.
  case digitsCut(rows: Int, file: String)
  /// So many transactions of the ledger are parts of trades that come in whole now.
  case partsReplaced(Int)
  /// Trades that the ledger has with a stablecoin counted otherwise.
  case readOtherwise(trades: Int)
  /// Transactions and moves of the ledger that another export says more about.
  case lessCompleteReplaced(Int)
  /// Rows for a named account that the ledger has of another.
  case equalRows(EqualRows)
  /// So many open deposits of the ledger become gifts, as the user said.
  case depositsGiven(Int)
  /// So many open deposits become gifts, because sales lack their coins.
  case neededDepositsGiven(Int)
  /// The file's first balance says that so many coins were there before its rows, and fewer were
  /// made up.
  case heldBefore(String, amount: Decimal, made: Decimal)
  /// So many fees of trades that the ledger has are sales now, because their coins come in.
  case waitingFeesSold(Int)
  /// Rows may be the other half of a transfer that the user answered, and it is not sure which; so
  /// many other transfers are as this one.
  case halfByHandUnsure(Move, rows: Int, others: Int)
}

/// A new row that looks like a transaction the ledger has from another source.
public struct Lookalike: Equatable, Sendable {
  /// What would be added.
  public let addition: Transaction
  /// What is there, or would be added too.
  public let other: Transaction
}

/// What an import would do to the ledger; nothing is written by making one.
public struct ImportPlan: Sendable {
  /// The forms of the files, in the order given.
  public let formats: [ImportFormat]
  /// New transactions, to be inserted in this order.
  ///
  /// A plan made by ``RowStream`` has handed them on already, and keeps their ``totals`` only.
  public let additions: [Transaction]
  /// What the new transactions add up to.
  public let totals: ImportTotals
  /// New moves.
  public let moves: [Move]
  /// Moves of the ledger that turned out to be halves of a transfer, or none, or whose fee was
  /// booked.
  public let changedMoves: [Move]
  /// How many of them were halves of a transfer, and are none now.
  public internal(set) var openedCount = 0
  /// Rows whose transaction or move the ledger has already.
  public let alreadyThere: Int
  /// Whether the ledger was empty, so that such rows stand in others of the files.
  public internal(set) var beginsLedger = false
  /// Rows that hold nothing to record.
  public let leftOut: [LeftOutRow]
  /// How many rows are in the ledger with the first of their trade and are not listed.
  var unlistedParts = 0
  /// Rows that cannot be imported, by file and line.
  public let refused: [RefusedRow]
  /// What the user should know.
  public let notices: [ImportNotice]
  /// New rows that look like what is there from another source.
  public let lookalikes: [Lookalike]
  /// Coins that a refused row would have moved, where the coin is known.
  public var incompleteCoins: [String] { Set(incompleteCoinsByRow.values.joined()).sorted() }
  /// The same coins by the file of the row.
  public var incompleteCoinsByFile: [String: [String]] {
    let files = Dictionary(grouping: incompleteCoinsByRow, by: \.key.file)
    return files.mapValues { Set($0.flatMap(\.value)).sorted() }
  }
  /// The same coins by the row.
  let incompleteCoinsByRow: [RowPlace: [String]]
  /// Coins that a refused row may bring.
  var broughtByRefused: Set<String> = []
  /// Prices of days that would let refused rows in, and how many rows each.
  public let missingPrices: [MissingPrice: Int]
  /// Whether refused rows are left out.
  public let skipsRefused: Bool
  /// Rows that were refused before and are taken now, or are there.
  public internal(set) var mended: [MendedRow] = []
  /// Transactions of the ledger that go: parts of trades which come in whole now, gifts and losses
  /// that the files explain, and sales that are added again after gifts for them.
  public internal(set) var replaced: [Transaction] = []
  /// Moves that go likewise.
  public internal(set) var replacedMoves: [Move] = []
  /// The places of the rows that additions and moves are made of, by their ids.
  var places: [UUID: RowPlace] = [:]

  /// Whether the plan may be applied: with a refused row only where the user wants it so.
  public var isAcceptable: Bool { refused.isEmpty || skipsRefused }
  /// Whether there is anything to write.
  public var isEmpty: Bool { totals.count == 0 && moves.isEmpty && changedMoves.isEmpty }
  /// The form of the first file.
  public var format: ImportFormat { formats.first ?? .bitpal }
  /// How many additions have dollars that are an estimate.
  public var estimatedCount: Int { totals.estimatedCount }
  /// Deposits that came in one transaction with another coin out, where the plan writes at least one
  /// half.
  public internal(set) var swaps: [SwapOnChain] = []
  /// Moves that may be halves of one transfer or of another, so that they stay open.
  public internal(set) var unsureMoves: [Move] = []
  /// Deposits among the new moves that no withdrawal explains, without those that were given back:
  /// their withdrawal is the account's own.
  public var openDeposits: [Move] {
    let explained = Set(swaps.lazy.map(\.deposit.id)).union(unsureMoves.lazy.map(\.id))
    return moves.filter {
      $0.transfer == nil && $0.amount > 0 && !$0.isReturned && !explained.contains($0.id)
    }
  }
  /// Tickers of stablecoins that the plan takes for coins, or whose rows it refuses.
  public var stablecoins: [String] {
    let read = notices.compactMap {
      if case .symbolRead(_, let coinId) = $0 { coinId } else { nil }
    }
    let coins = Set(totals.coins.keys).union(refused.lazy.flatMap(\.reason.names)).union(read)
    return Stablecoin.known.filter { coins.contains($0.key) || coins.contains($0.value) }.keys
      .sorted()
  }

  /// Transfers with at least one half that the plan writes.
  public var transferCount: Int {
    (moves + changedMoves).count { $0.transfer != nil && $0.amount < 0 }
  }
}
