public import FoundationEssentials
public import Import
public import ImportText
import Portfolio

/// Options for reading a file.
public struct ReadingOptions: Sendable {
  /// The digest of the file's bytes, which every fact records.
  public var digest: String
  /// The account that the user set for all rows; `nil` to use those of the rows and the form.
  public var account: String?
  /// The name of the file, for forms with a zone or coin only in the name.
  public var name: String
  /// The user's mapping of columns, or only the date order and zone.
  public var map: ColumnMap?
  /// Maps of earlier files, recognized by their headers.
  public var known: [SavedColumnMap]
  /// The zones of files with local times.
  public var zones: LocalZones
  /// The present instant: rows with a later date wait.
  public var now: Date

  /// Makes options.
  public init(
    digest: String, account: String? = nil, name: String = "", map: ColumnMap? = nil,
    known: [SavedColumnMap] = [], zones: LocalZones = LocalZones(), now: Date = .distantFuture
  ) {
    (self.digest, self.account, self.name) = (digest, account, name)
    (self.map, self.known, self.zones, self.now) = (map, known, zones, now)
  }
}

/// The contents of a file, one record per row.
public struct FileRecords: Sendable {
  /// The format of the file.
  public let format: ImportFormat
  /// The name of its form.
  public let form: FormName
  /// The records in file order, one for each row.
  public let records: RecordList
  /// Whether the times are local times of an unknown zone.
  public let hasUnknownZone: Bool
  /// Whether the file name had that zone, as the exchange wrote it.
  public var hasLostZone = false
  /// The user's zone, if no time of the file is read in it.
  public var unusedZone: String?
  /// Coin names in the file, in addition to tickers.
  public let coinNames: [String: String]
}

/// Reads the rows of a file of any known form, each into one record.
///
/// A row that the form cannot read becomes a record with a question. Rows are independent of each
/// other unless the form explains several together.
///
/// - Parameters:
///   - bytes: The whole file: UTF-8, or UTF-16 with a byte order mark.
///   - forms: The forms it may have; the header decides among them.
/// - Throws: ``ImportError`` if the file as a whole cannot be read.
public func records(
  of bytes: [UInt8], as forms: [ImportFormat] = ImportFormat.allCases, options: ReadingOptions
) throws(ImportError) -> FileRecords {
  switch try FileReading(
    bytes, as: forms, name: options.name, map: options.map, known: options.known,
    zones: options.zones)
  {
  case .json(let file):
    let builder = RecordBuilder(of: .bitpalJSON, options: options)
    for result in file.results.sorted(by: { $0.source.line < $1.source.line }) {
      builder.add(result)
    }
    return builder.result(hasUnknownZone: false)
  case .table(let found, let firstLine):
    let builder = RecordBuilder(of: found, options: options)
    do throws(FileTextError) {
      try found.addRecords(to: builder)
    } catch {
      throw .unreadable(error)
    }
    try builder.checkForm(of: found, as: forms, firstLine: firstLine)
    var records = builder.result(hasUnknownZone: found.hasUnknownZone)
    records.hasLostZone = found.hasLostZone
    records.unusedZone = found.unusedZone
    return records
  }
}

extension DetectedFormat {
  /// Adds every row of the file to a builder.
  fileprivate func addRecords(to builder: RecordBuilder) throws(FileTextError) {
    let table = try tableWithMarks()
    for result in rowsAbove { builder.add(result) }
    var reader = reader.read(table)
    builder.begin(table)
    var ending = FileEnding()
    try table.eachRecord { record, offset in
      builder.begin(record, at: offset)
      if record.row.text == table.line.text {
        // Another export was appended to the first.
        reader.finish { builder.add($0) }
        reader = self.reader.read(table)
        builder.add(
          .leftOut(LeftOutRow(source: record.source, reason: .otherKind("heading"))))
      } else if record.row.text.utf8.count > longestRow {
        builder.add(.refused(RefusedRow(source: record.beginning, reason: .tooLong)))
      } else if let line = record.row.brokenLine {
        let reason = RefusalReason.textAfterQuote(line: line)
        builder.add(.refused(RefusedRow(source: record.source, reason: reason)))
      } else if ending.cuts(record) {
        builder.add(.refused(RefusedRow(source: record.source, reason: .cutOff)))
      } else {
        reader.readAlone(record) { builder.add($0) }
      }
      return true
    }
    reader.finish { builder.add($0) }
  }
}

extension FileRecords {
  /// The coins of tickers, if the file has more information than the ticker.
  ///
  /// A file may have the name of a coin next to its ticker. A table of an unknown form may have
  /// pairs in its coin column: `BTCUSD` traded for dollars is the coin. CoinTracking numbers
  /// tickers that several coins share: its `SOL2` is Solana, because another coin used `SOL` first.
  ///
  /// - Parameters:
  ///   - id: The id of the catalog's coin with a name; `nil` if there is none.
  ///   - rank: The market value rank of a coin, by id.
  /// - Returns: The ids of coins by their names in facts.
  public func coins(
    id: (Asset) -> String?, rank: (String) -> Int?
  ) -> [String: String] {
    var found: [String: String] = [:]
    for (name, coinName) in coinNames {
      let named = id(Asset(factName: name, coinName: coinName))
      if named != id(Asset(factName: name)) { found[name] = named }
    }
    guard format == .custom || format == .coinTracking else { return found }
    for fact in records.lazy.flatMap(\.facts) {
      let name = fact.amount.asset
      guard found[name] == nil, case .symbol(let symbol, nil) = Asset(factName: name) else {
        continue
      }
      let coin =
        format == .coinTracking
        ? withoutNumber(symbol, on: fact.instant.date)
        : [fact.counter?.asset, fact.worth?.other?.asset].lazy.compactMap(\.self)
          .compactMap { self.coin(ofPair: symbol, against: $0) }.first
      guard let coin, id(Asset(factName: name)).flatMap(rank) == nil, let known = id(coin),
        format == .coinTracking || isSeparated(symbol) || rank(known) != nil
      else { continue }
      found[name] = known
    }
    return found
  }

  private func isSeparated(_ symbol: String) -> Bool { symbol.contains { "-/_".contains($0) } }

  /// The coin of a symbol that ends in the currency it was traded for; `nil` if it is not a pair.
  private func coin(ofPair symbol: String, against money: String) -> Asset? {
    guard FiatCurrency.isCode(money), symbol.uppercased().hasSuffix(money) else { return nil }
    let rest = symbol.dropLast(money.utf8.count)
    let coin = rest.last.map { "-/_".contains($0) } == true ? rest.dropLast() : rest
    return coin.utf8.count > (coin.count == rest.count ? 2 : 0) ? Asset(symbol: coin.trimmed) : nil
  }

  /// The asset of a symbol without CoinTracking's number; `nil` if it has none.
  private func withoutNumber(_ symbol: String, on date: Date) -> Asset? {
    guard symbol.utf8.count > 2, let number = symbol.last, ("2"..."9").contains(number) else {
      return nil
    }
    let plain = Asset(symbol: String(symbol.dropLast()))
    guard plain.name.last?.isLetter == true, !plain.isFiat else { return nil }
    return plain.asOf(date)
  }
}
