import GRDB
public import Portfolio

extension ImportedFile {
  /// The digest in hexadecimal digits, by which facts name the file.
  public var digestText: String { digest.hexadecimalText }
}

extension NewFile {
  /// The digest in hexadecimal digits, by which facts name the file.
  public var digestText: String { digest.hexadecimalText }
}

extension LedgerContents {
  /// The path of the ledger, for errors.
  public var path: String { rows.path }

  /// The imported files, the oldest import first.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func files() throws -> [ImportedFile] {
    try rows.fileSummaries("ORDER BY sequence").map(\.file)
  }

  /// The transactions that no record is the origin of, in ledger order.
  ///
  /// - Throws: ``LedgerStoreError``.
  public func typedTransactions() throws -> [Transaction] {
    var typed: [Transaction] = []
    try rows.forEach("WHERE record IS NULL ORDER BY date, sequence") {
      typed.append($0.transaction)
    }
    return typed
  }
}
