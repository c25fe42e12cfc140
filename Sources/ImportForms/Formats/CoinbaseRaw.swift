import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Coinbase's raw transactions, from its tax pages: acquired and disposed assets, each with its
  /// value in dollars, including fees.
  ///
  /// Each side of a conversion is a row with its own value. A renamed coin is given and received in
  /// the same second.
  static let coinbaseRaw = FormatReader(
    format: .coinbaseRaw,
    signatures: [
      [
        "transaction id", "transaction type", "date & time", "asset acquired", "data source",
        "quantity disposed",
      ]
    ], declares: FormDeclaration(paymentsIncludeFees: true)
  ) { table in
    let columns = RawColumns(table.header)
    return table.readGroups(
      by: { "\($0["transaction type"]) \($0["date & time"])" }
    ) { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      let kind = try record.kind(word, kinds[word.lowercased()])
      let sides = try columns.sides(of: record)
      guard let side = sides.acquired ?? sides.disposed else { throw .missingCell("quantity") }
      if kind != .trade, !kind.isMove { return try facts(record, sides, kind, word) }
      var leg = Leg(
        record: record, date: try record.date("date & time", .yearFirst), asset: side.asset,
        change: sides.acquired == nil ? -side.amount : side.amount)
      if sides.worth?.asset == .dollar { leg.dollars = sides.worth?.amount }
      leg.native = sides.worth
      leg.reference = record.reference("coinbase", "transaction id")
      leg.mayStandAlone = true
      return try leg.meaning(kind, word: word)
    }
  }

  private static let kinds: KindTable = {
    var table = KindTable.coinbase
    for word in ["converted from", "converted to", "asset rebranding remediation"] {
      table[word] = .trade
    }
    return table
  }()

  private static func facts(
    _ record: CSVRecord, _ sides: RawColumns.Sides, _ kind: RowKind, _ word: String
  ) throws(RefusalReason) -> LegMeaning {
    var facts = try record.facts("date & time", .yearFirst)
    facts.reference = record.reference("coinbase", "transaction id")
    (facts.received, facts.spent) = (sides.acquired, sides.disposed)
    switch kind {
    case .buy where facts.spent == nil: facts.spent = sides.worth
    case .sell where facts.received == nil: facts.received = sides.worth
    default: if let worth = sides.worth { facts.worth(worth.amount, worth.asset) }
    }
    switch try facts.meaning(kind, word: word) {
    case .trade(let facts): return .trade(facts)
    case .contract(let facts, let word): return .contract(facts, word)
    case .leftOut(let reason): return .leftOut(reason)
    case .move, .entry, .record: return .leftOut(.otherKind(word))
    }
  }
}

/// The figure columns, whose headings changed over time.
private struct RawColumns {
  private let acquired: String
  private let disposedAsset: String
  private let cost: String
  private let proceeds: String
  private let currency: Asset

  /// The received and spent amounts and their value; a missing value is written as 0.
  struct Sides {
    let acquired: AssetAmount?
    let disposed: AssetAmount?
    let worth: AssetAmount?
  }

  init(_ header: CSVHeader) {
    acquired = header.first(prefix: "quantity acquired") ?? "quantity acquired"
    disposedAsset = header.first(prefix: "asset disposed") ?? "asset disposed"
    cost = header.first(prefix: "cost basis (incl.") ?? "cost basis"
    proceeds = header.first(prefix: "proceeds (excl.") ?? "proceeds"
    currency = Asset(symbol: header.unit(of: cost) ?? "USD")
  }

  func sides(of record: CSVRecord) throws(RefusalReason) -> Sides {
    let acquired = try record.quantity(acquired, "asset acquired")
    let worth = try record.magnitude(acquired == nil ? proceeds : cost)
    return Sides(
      acquired: acquired, disposed: try record.quantity("quantity disposed", disposedAsset),
      worth: worth == 0 ? nil : AssetAmount(amount: worth, asset: currency))
  }
}
