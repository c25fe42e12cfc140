import FoundationEssentials
import GRDB

/// A table whose row images the journal stores, and its columns.
struct LedgerTable {
  /// The type of a column.
  enum Kind {
    case integer
    case text
    /// Text that may contain any character; stored as bytes, because SQLite's text ends at the
    /// first zero byte.
    case freeText
    case blob
    /// A blob of a column added in schema 4 or later. An image ends before such columns if they
    /// have no values, so that it equals the image from before the migration.
    case laterBlob
    /// Text of such a column.
    case laterText

    fileprivate var isLater: Bool { self == .laterBlob || self == .laterText }
  }

  let name: String
  let columns: [(name: String, kind: Kind)]
  /// The columns in the order of ``columns``, for a `SELECT`.
  let list: String
  /// Inserts one row with values for all columns.
  let insertion: String

  init(_ name: String, _ columns: [(name: String, kind: Kind)]) {
    self.name = name
    self.columns = columns
    list = columns.map(\.name).joined(separator: ", ")
    let placeholders = columns.map { $0.kind == .freeText ? "CAST(? AS TEXT)" : "?" }
    insertion = "INSERT INTO \(name) (\(list)) VALUES (\(placeholders.joined(separator: ", ")))"
  }

  static let transactions = LedgerTable(
    "ledgerTransaction",
    [
      ("sequence", .integer), ("id", .blob), ("coinId", .text), ("type", .text), ("amount", .text),
      ("pricePerCoin", .text), ("date", .integer), ("notes", .freeText), ("account", .freeText),
      ("kind", .text), ("paymentAmount", .text), ("paymentCurrency", .text),
      ("feeAmount", .text), ("feeCurrency", .text), ("feeRate", .text), ("valuationKind", .text),
      ("valuationRate", .text), ("valuationSource", .freeText), ("valuationDay", .integer),
      ("referenceSource", .freeText), ("referenceId", .freeText), ("label", .text),
      ("link", .blob), ("acquired", .integer), ("record", .integer), ("part", .integer),
      ("lots", .laterBlob), ("cashAmount", .laterText), ("cashCurrency", .laterText),
      ("cashRate", .laterText),
    ])

  static let moves = LedgerTable(
    "ledgerMove",
    [
      ("sequence", .integer), ("id", .blob), ("account", .freeText), ("coinId", .text),
      ("amount", .text), ("fee", .text), ("date", .integer), ("hash", .freeText),
      ("referenceSource", .freeText), ("referenceId", .freeText), ("transfer", .blob),
      ("notes", .freeText), ("record", .integer), ("part", .integer),
    ])

  static let files = LedgerTable(
    "importFile",
    [
      ("sequence", .integer), ("digest", .blob), ("name", .freeText), ("form", .text),
      ("options", .freeText), ("account", .freeText), ("date", .integer), ("size", .integer),
    ])

  static let records = LedgerTable(
    "record",
    [
      ("sequence", .integer), ("file", .integer), ("line", .integer), ("cells", .freeText),
      ("state", .text), ("reason", .freeText), ("scope", .freeText), ("instant", .integer),
      ("facts", .blob),
    ])

  static let answers = LedgerTable(
    "answer",
    [
      ("sequence", .integer), ("question", .freeText), ("choice", .freeText), ("date", .integer),
    ])

  static let overrides = LedgerTable(
    "override",
    [("sequence", .integer), ("id", .blob), ("change", .freeText), ("date", .integer)])

  /// Every table that the journal covers.
  static let all = [transactions, moves, files, records, answers, overrides]

  /// The values of a row read with ``list``.
  ///
  /// - Parameter count: How many of the columns were read; `nil` for all.
  func values(_ row: StatementColumns, count: Int? = nil) -> [RowValue] {
    var values = columns.indices.prefix(count ?? columns.count).map { index in
      switch columns[index].kind {
      case .integer: row.integer(index).map(RowValue.integer) ?? .null
      case .text, .freeText, .laterText: row.text(index).map(RowValue.text) ?? .null
      case .blob, .laterBlob: row.bytes(index).map(RowValue.blob) ?? .null
      }
    }
    while values.last == .null, columns[values.count - 1].kind.isLater { values.removeLast() }
    return values
  }

  /// Reads the image of a row selected with ``list``, directly from SQLite's bytes.
  ///
  /// - Parameter image: Receives the image, reusing its memory.
  func read(_ row: StatementColumns, into image: inout [UInt8]) {
    image.removeAll(keepingCapacity: true)
    var absent = 0
    for (index, column) in columns.enumerated() {
      if column.kind == .integer {
        if let number = row.integer(index) {
          RowImage.append(number, to: &image)
        } else {
          RowImage.append(.null, to: &image)
        }
      } else if let content = row.content(index) {
        for _ in 0..<absent { RowImage.append(.null, to: &image) }
        absent = 0
        let isText = column.kind != .blob && column.kind != .laterBlob
        RowImage.append(content, isText: isText, to: &image)
      } else if column.kind.isLater {
        absent += 1
      } else {
        RowImage.append(.null, to: &image)
      }
    }
  }

  /// The values as arguments of ``insertion``.
  func arguments(_ values: [RowValue]) -> StatementArguments {
    let absent = repeatElement(RowValue.null, count: max(0, columns.count - values.count))
    return StatementArguments(
      zip(values + absent, columns).map { value, column in
        switch value {
        case .null: DatabaseValue.null
        case .integer(let number): number.databaseValue
        case .text(let text):
          column.kind == .freeText ? Data(text.utf8).databaseValue : text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
      })
  }
}
