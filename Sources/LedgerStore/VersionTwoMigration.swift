import FoundationEssentials
import GRDB
import Portfolio

/// The migration from schema 2 to schema 9: every row, and every image in the journal, gets its
/// kind, and rows of one event get a link.
///
/// Version 1.0 identified the rows of one event by the suffixes of their references (`:sale`,
/// `:fee`), and the sale of a fee entered by hand by its date, coin and amount.
struct VersionTwoMigration {
  let db: Database
  let path: String

  private static let renamed = [
    "ledgerTransaction": "oldTransaction", "ledgerMove": "oldMove", "change": "oldChange",
    "changeRow": "oldChangeRow", "meta": "oldMeta",
  ]

  func run() throws {
    try renameTables()
    try db.execute(sql: LedgerSchema.version9)
    try LedgerIndexes(db: db).drop()
    let kinds = try VersionTwoKinds(db: db)
    for table in [LedgerTable.transactions, .moves] { try copyRows(of: table, kinds) }
    try db.execute(
      sql: "INSERT INTO meta (name, value) SELECT name, value FROM oldMeta")
    try LedgerIndexes(db: db).make()
    try PositionKeeper.storeAll(db: db, path: path)
    try MoveDigests.storeAll(db, path: path)
    try copyJournal(kinds)
    for table in ["oldChangeRow", "oldChange", "oldMeta", "oldMove", "oldTransaction"] {
      try db.execute(sql: "DROP TABLE \(table)")
    }
  }

  private func renameTables() throws {
    let indexes = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    for index in indexes { try db.execute(sql: "DROP INDEX \(index.quotedDatabaseIdentifier)") }
    for table in ["closedPosition", "positionBook", "position"] {
      try db.execute(sql: "DROP TABLE IF EXISTS \(table)")
    }
    for (old, new) in Self.renamed.sorted(by: { $0.key < $1.key }) {
      try db.execute(sql: "ALTER TABLE \(old) RENAME TO \(new)")
    }
  }

  private func copyRows(of table: LedgerTable, _ kinds: VersionTwoKinds) throws {
    guard let old = Self.renamed[table.name] else { return }
    let insert = try db.makeStatement(sql: table.insertion)
    let reader = VersionTwoRows(db: db)
    try reader.forEach(table, in: old) { values in
      try insert.execute(arguments: table.arguments(kinds.moved(values, table)))
    }
    try copySequenceCounter(of: table.name, from: old)
  }

  /// Keeps the sequence numbers of deleted rows from being reused.
  private func copySequenceCounter(of table: String, from old: String) throws {
    try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table])
    try db.execute(
      sql: """
        INSERT INTO sqlite_sequence (name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?
        """, arguments: [table, old])
  }

  // MARK: - Journal

  private func copyJournal(_ kinds: VersionTwoKinds) throws {
    try db.execute(
      sql: """
        INSERT INTO change (\(JournalEntry.versionTwoColumns))
        SELECT \(JournalEntry.versionTwoColumns) FROM oldChange ORDER BY sequence
        """)
    try copySequenceCounter(of: "change", from: "oldChange")
    let first = try copyImages(kinds)
    let journal = Journal(db: db)
    var result = RowDigest()
    var hash: [UInt8] = []
    let update = try db.makeStatement(
      sql: "UPDATE change SET added = ?, result = ?, hash = ? WHERE sequence = ?")
    for sequence in try Int.fetchAll(db, sql: "SELECT sequence FROM change ORDER BY sequence") {
      guard var entry = try journal.entry("WHERE sequence = ?", [sequence]) else { continue }
      if let range = entry.added {
        let digest = try digest(of: range, first)
        entry.added = .init(first: range.first, last: range.last, digest: digest)
        result += digest
      }
      try journal.forEachImage(of: sequence) { image in
        let digest = RowDigest(image: image.image)
        if image.side == .after { result += digest } else { result -= digest }
      }
      entry.result = result
      hash = try journal.chained(entry, after: hash)
      try update.execute(arguments: [
        entry.added.map { Data($0.digest.bytes) }, Data(result.bytes), Data(hash), sequence,
      ])
    }
    if !hash.isEmpty { try Meta(db: db).set("head", Data(hash)) }
  }

  /// Copies the images.
  ///
  /// - Returns: The digests of the transactions that were later changed or removed, in their first
  ///   form, by sequence number.
  private func copyImages(_ kinds: VersionTwoKinds) throws -> [Int: RowDigest] {
    var first: [Int: RowDigest] = [:]
    let insert = try db.makeStatement(
      sql: """
        INSERT INTO changeRow (change, tableName, sequence, side, image) VALUES (?, ?, ?, ?, ?)
        """)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT change, tableName, sequence, side, image FROM oldChangeRow
        ORDER BY change, tableName, sequence, side
        """)
    while let row = try rows.next() {
      let change: Int = try row.required(0)
      let sequence: Int = try row.required(2)
      let side: String = try row.required(3)
      guard let table = LedgerTable.named(try row.required(1)),
        let bytes: Data = row.value(4), let values = RowImage.decode(Array(bytes))
      else {
        throw LedgerStoreError.unreadableRow(
          path, table: "changeRow", sequence: sequence, column: "image")
      }
      let image = RowImage.encode(kinds.moved(values, table))
      try insert.execute(arguments: [change, table.name, sequence, side, Data(image)])
      let isFirst = side == JournalImage.Side.before.rawValue && first[sequence] == nil
      if isFirst, table.name == LedgerTable.transactions.name {
        first[sequence] = RowDigest(image: image)
      }
    }
    return first
  }

  /// The digest of the rows that a change added, in their first form.
  private func digest(
    of range: JournalEntry.Range, _ first: [Int: RowDigest]
  ) throws -> RowDigest {
    var digest = RowDigest()
    let sequences = range.first...range.last
    if sequences.count < first.count {
      for sequence in sequences { if let row = first[sequence] { digest += row } }
    } else {
      for (sequence, row) in first where sequences.contains(sequence) { digest += row }
    }
    let rows = LedgerRows(db: db, path: path)
    try rows.forEachStored(
      .transactions, "WHERE sequence BETWEEN ? AND ?", [range.first, range.last]
    ) { image, row in
      if let sequence = row.integer(0), first[sequence] == nil { digest += RowDigest(image: image) }
    }
    return digest
  }
}

/// Reads rows with the columns of schema 2.
private struct VersionTwoRows {
  let db: Database

  /// The columns of a table, in their order in images.
  static func columns(of table: LedgerTable) -> [String] {
    table.columns.prefix(table.name == LedgerTable.moves.name ? 11 : 21)
      .map { $0.name == "kind" ? "category" : $0.name }
  }

  func forEach(
    _ table: LedgerTable, in name: String, _ body: ([RowValue]) throws -> Void
  ) throws {
    let columns = Self.columns(of: table)
    let statement = try db.makeStatement(
      sql: "SELECT \(columns.joined(separator: ", ")) FROM \(name) ORDER BY sequence")
    try statement.forEachRow { row in
      try body(table.values(row, count: columns.count))
    }
  }
}

/// The kind of each row of schema 2, and which rows form one event.
struct VersionTwoKinds {
  private struct Key: Hashable {
    let source: String
    let id: String
  }

  private struct FeeKey: Hashable {
    let coinId: String
    let date: Int
    let amount: String
  }

  /// Indexes of the columns.
  private enum Column {
    static let (sequence, id, coinId, type, amount, price) = (0, 1, 2, 3, 4, 5)
    static let (date, category, feeAmount, feeCurrency, feeRate) = (6, 9, 12, 13, 14)
    static let (source, reference) = (19, 20)
  }

  /// The links of rows that form an event with others, by sequence number.
  private var links: [Int: [UInt8]] = [:]
  /// The sequence numbers of both sides of swaps.
  private var swaps: Set<Int> = []

  init(db: Database) throws {
    var parts: [Key: [(sequence: Int, isSale: Bool)]] = [:]
    var feeSales: [FeeKey: Int] = [:]
    try Self.forEach(db) { row in
      guard let sequence = row.integer(Column.sequence) else { return }
      if let (key, isSale) = Self.part(row) { parts[key, default: []].append((sequence, isSale)) }
      if row.text(Column.category) == "fee", row.text(Column.reference) == nil,
        let key = Self.key(row, Column.coinId, Column.amount)
      {
        feeSales[key] = sequence
      }
    }
    try Self.forEach(db) { row in
      guard let sequence = row.integer(Column.sequence), let id = row.bytes(Column.id) else {
        return
      }
      if let key = Self.reference(row), let others = parts[key] {
        for part in others { links[part.sequence] = id }
        links[sequence] = id
        guard row.text(Column.type) == "buy", row.text(Column.category) == "trade" else { return }
        for part in others where part.isSale { swaps.formUnion([part.sequence, sequence]) }
      } else if row.text(Column.feeRate) != nil,
        let key = Self.key(row, Column.feeCurrency, Column.feeAmount), let sale = feeSales[key]
      {
        (links[sale], links[sequence]) = (id, id)
      }
    }
  }

  /// The values of a row, or of an image, with its kind.
  func moved(_ values: [RowValue], _ table: LedgerTable) -> [RowValue] {
    guard table.name == LedgerTable.transactions.name else {
      return values + [.null, .null, .null]
    }
    let row = ImageColumns(values: values)
    var values = values
    let sequence = row.integer(Column.sequence) ?? 0
    values[Column.category] = .text(kind(row, isSwap: swaps.contains(sequence)).rawValue)
    let label = isTransferFee(row) ? RowValue.text(TransactionLabel.transfer.rawValue) : .null
    let link = links[sequence].map { RowValue.blob($0) } ?? .null
    return values + [label, link, .null, .null, .null]
  }

  /// Whether a row is a transfer fee: coins lost with no reference, or with one that has that
  /// suffix.
  private func isTransferFee(_ row: ImageColumns) -> Bool {
    guard row.text(Column.category) == "fee", row.text(Column.price) == "0" else { return false }
    guard let reference = row.text(Column.reference) else { return true }
    return [":fee", ":loss", ":loss of move"].contains { reference.hasSuffix($0) }
  }

  private func kind(_ row: ImageColumns, isSwap: Bool) -> TransactionKind {
    switch (row.text(Column.type), row.text(Column.category)) {
    case ("gift", _): .gift
    case ("buy", "reward"): .reward
    case ("sell", "payment"): .spend
    case ("sell", "fee"): .fee
    case (let type, _): isSwap ? .swap : type == "sell" ? .sell : .buy
    }
  }

  /// Calls `body` with every existing transaction, and every transaction image of the journal.
  private static func forEach(_ db: Database, _ body: (ImageColumns) -> Void) throws {
    try VersionTwoRows(db: db).forEach(.transactions, in: "oldTransaction") {
      body(ImageColumns(values: $0))
    }
    let images = try Row.fetchCursor(
      db, sql: "SELECT image FROM oldChangeRow WHERE tableName = 'ledgerTransaction'")
    while let image = try images.next() {
      guard let bytes: Data = image.value(0), let values = RowImage.decode(Array(bytes)) else {
        continue
      }
      body(ImageColumns(values: values))
    }
  }

  private static func reference(_ row: ImageColumns) -> Key? {
    row.text(Column.source).flatMap { source in
      row.text(Column.reference).map { Key(source: source, id: $0) }
    }
  }

  /// The reference of the row that a row belongs to.
  private static func part(_ row: ImageColumns) -> (Key, isSale: Bool)? {
    guard let key = reference(row), let colon = key.id.lastIndex(of: ":"),
      row.text(Column.type) == "sell"
    else { return nil }
    let name = key.id[key.id.index(after: colon)...]
    guard name == "sale" || name.hasPrefix("fee") else { return nil }
    return (Key(source: key.source, id: String(key.id[..<colon])), name == "sale")
  }

  private static func key(_ row: ImageColumns, _ coin: Int, _ amount: Int) -> FeeKey? {
    guard let coinId = row.text(coin), let amount = row.text(amount),
      let date = row.integer(Column.date)
    else { return nil }
    return FeeKey(coinId: coinId, date: date, amount: amount)
  }
}
