import Exact
import Export
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// bitpal's own CSV (SPEC §7): `coin_id,type,amount,price,date,notes`, in any order and case, and
  /// the other columns of an export.
  ///
  /// Any of those may be missing or empty.
  static let bitpal = FormatReader(
    format: .bitpal, signatures: [["coin_id", "type", "amount", "price", "date"]]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let record = record.withoutApostrophes
      return switch record["type"].lowercased() {
      case "deposit": .record(try move(from: record, isDeposit: true))
      case "withdrawal": .record(try move(from: record, isDeposit: false))
      default: .entry(try entry(from: record))
      }
    }
  }

  private static func entry(from record: CSVRecord) throws(RefusalReason) -> ImportedEntry {
    let coinId = try record.filled("coin_id")
    let (type, kind) = try record.typeAndKind()
    let isFree = record["price"].isEmpty && kind.mayBeFree
    let notes = record.verbatim("notes")
    let id = try record.identity("id")
    var transaction = Transaction(
      id: id ?? .unassigned, coinId: coinId, type: type,
      amount: Quantity(try record.plainNumber("amount")),
      pricePerCoin: isFree ? 0 : Price(try record.plainNumber("price")),
      date: try record.utcDate("date"), notes: notes.isEmpty ? nil : notes,
      account: record.text("account"),
      kind: kind, label: try record.word("label"), link: try record.identity("link"),
      acquired: record["acquired"].isEmpty ? nil : try record.utcDate("acquired"),
      lots: try record.identities("lots"),
      payment: try record.payment(), fee: try record.transactionFee(),
      valuation: try record.valuation(), reference: record.reference(), cash: try record.cash())
    if record["kind"].isEmpty, let category: TransactionCategory = try record.word("category") {
      transaction.category = category
    }
    return ImportedEntry(
      source: record.source, asset: id == nil ? .idOrSymbol(coinId) : .id(coinId),
      transaction: transaction, hasId: id != nil,
      isWhole: record.header.index(of: "reference_id") != nil,
      saysKind: record.header.index(of: "kind") != nil,
      saysLots: record.header.index(of: "lots") != nil,
      saysCash: record.header.index(of: "cash") != nil)
  }

  private static func move(
    from record: CSVRecord, isDeposit: Bool
  ) throws(RefusalReason) -> MoveRecord {
    let coinId = try record.filled("coin_id")
    let amount = Quantity(try record.plainNumber("amount"))
    guard amount > 0 else { throw .breaksRule(.invalidAmount) }
    let id = try record.identity("id")
    _ = try record.filled("account")
    let move = Move(
      id: id ?? .unassigned, account: record.verbatim("account"), coinId: coinId,
      amount: isDeposit ? amount : -amount, fee: Quantity(try record.plain("fee") ?? 0),
      date: try record.utcDate("date"), hash: record.text("hash"),
      notes: record.text("notes"), reference: record.reference(),
      transfer: try record.identity("transfer"))
    return MoveRecord(
      source: record.source, move: move, hasId: id != nil,
      isWhole: record.header.index(of: "transfer") != nil)
  }
}

extension CSVRecord {
  /// The record without the apostrophes added for spreadsheets.
  fileprivate var withoutApostrophes: CSVRecord {
    guard header.index(of: safeColumn) != nil else { return self }
    let cells = row.cells.map(withoutSafetyApostrophe)
    return CSVRecord(under: shared, row: CSVRow(line: row.line, cells: cells, text: row.text))
  }

  /// The type and kind: by the `kind` column if filled, else by the type, which may itself be a
  /// kind.
  fileprivate func typeAndKind() throws(RefusalReason) -> (TransactionType, TransactionKind) {
    let word = try filled("type").lowercased()
    let kind: TransactionKind? = try self.word("kind")
    if let type = TransactionType(rawValue: word) {
      let kind = kind ?? TransactionKind(type)
      guard !kind.fits(type) else { return (type, kind) }
      // The kind is more specific than the type: an editor who changes it need not change both.
      let types = TransactionType.allCases.filter(kind.fits)
      guard types.count == 1 else { throw .unknownKind("\(word) \(kind.rawValue)") }
      return (types[0], kind)
    }
    let types = TransactionKind(rawValue: word).map { kind in
      TransactionType.allCases.filter(kind.fits)
    }
    guard kind == nil, let type = types?.first, types?.count == 1,
      let kind = TransactionKind(rawValue: word)
    else { throw .unknownKind(self["type"]) }
    return (type, kind)
  }

  /// An optional cell.
  fileprivate func text(_ column: String) -> String? {
    let cell = verbatim(column)
    return cell.isEmpty ? nil : cell
  }

  fileprivate func plain(_ column: String) throws(RefusalReason) -> ExactDecimal? {
    self[column].isEmpty ? nil : try plainNumber(column)
  }

  fileprivate func identity(_ column: String) throws(RefusalReason) -> UUID? {
    guard !self[column].isEmpty else { return nil }
    guard let id = UUID(uuidString: self[column]) else { throw .notAnIdentity(self[column]) }
    return id
  }

  /// Ids separated by spaces.
  fileprivate func identities(_ column: String) throws(RefusalReason) -> [UUID] {
    var ids: [UUID] = []
    for text in self[column].split(separator: " ") {
      guard let id = UUID(uuidString: String(text)) else { throw .notAnIdentity(String(text)) }
      ids.append(id)
    }
    return ids
  }

  fileprivate func utcDate(_ column: String) throws(RefusalReason) -> Date {
    let text = try filled(column)
    guard let date = Date(utcText: text) else { throw .notADate(column: column, text) }
    return date
  }

  fileprivate func word<Word: RawRepresentable>(
    _ column: String
  ) throws(RefusalReason) -> Word? where Word.RawValue == String {
    guard !self[column].isEmpty else { return nil }
    guard let word = Word(rawValue: self[column]) else { throw .unknownKind(self[column]) }
    return word
  }

  fileprivate func payment() throws(RefusalReason) -> MoneyAmount? {
    guard let amount = try plain("payment") else { return nil }
    return MoneyAmount(amount: amount, currency: try filled("payment_currency"))
  }

  fileprivate func transactionFee() throws(RefusalReason) -> TransactionFee? {
    guard let amount = try plain("fee") else { return nil }
    return TransactionFee(
      amount: amount, currency: text("fee_currency"), rate: try plain("fee_rate"))
  }

  fileprivate func valuation() throws(RefusalReason) -> Valuation? {
    guard let kind: Valuation.Kind = try word("valuation") else { return nil }
    var day: UTCDay?
    if !self["rate_day"].isEmpty {
      day = UTCDay(text: self["rate_day"])
      if day == nil { throw .notADate(column: "rate_day", self["rate_day"]) }
    }
    return Valuation(
      kind: kind, rate: try plain("rate"), source: text("rate_source"), day: day)
  }

  fileprivate func cash() throws(RefusalReason) -> SwapCash? {
    guard let amount = try plain("cash") else { return nil }
    let cash = SwapCash(
      amount: amount, currency: text("cash_currency") ?? usDollarCode, rate: try plain("cash_rate"))
    guard cash.isCounted(nextTo: text("payment_currency")) else { throw .missingCell("cash_rate") }
    return cash
  }

  fileprivate func reference() -> Reference? {
    guard let source = text("reference_source"), let id = text("reference_id") else { return nil }
    return Reference(source: source, id: id)
  }
}

extension SwapCash {
  /// Whether its value in US dollars is known, by its own rate or that of the swap's payment.
  func isCounted(nextTo paymentCurrency: String?) -> Bool {
    rate != nil || currency == usDollarCode || currency == paymentCurrency
  }
}
