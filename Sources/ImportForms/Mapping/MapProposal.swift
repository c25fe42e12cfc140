import ImportText
import Portfolio

/// Suggestions for a file of an unknown form.
public struct MapProposal: Sendable {
  /// The column names in lower case, from the line that most looks like a header.
  public let header: [String]
  /// The cells of the first row.
  public let firstRow: [String]
  /// The first distinct cells of each column.
  fileprivate let samples: [[String]]
  /// The known forms with the most columns in common, nearest first.
  public let nearest: [NearFormat]
  /// A map guessed from the names, to be confirmed by the user; `nil` if incomplete.
  public let map: ColumnMap?
  /// The fields found, even if some are missing.
  public let partial: ColumnMap
  /// Figure columns whose names mean a fee and that the map does not read.
  public let unreadFees: [String]
  /// Columns whose names mention a fee, but with percentages or amounts before or after it; empty
  /// if the map has a fee.
  public let otherFeeColumns: [String]
  /// Whether amounts have signs, which may show their direction.
  public let hasSignedAmounts: Bool
  /// A column that may be coins or money, with no evidence for either.
  public let unclearAmount: String?
  /// Columns in which some of the first rows have a pair such as `BTC/JPY`.
  public let pairColumns: [String]
  /// The missing required fields, in words; empty if the map is complete.
  public var missing: [String] { map == nil ? partial.allMissing : [] }

  /// How to map a column of ``unreadFees``.
  public func advice(onFee column: String) -> String {
    let read = map ?? partial
    guard let fee = read.column(.fee) else { return "if it is the fee, add fee=\(column)" }
    // Fiat in the heading means that the column of fee coins belongs to another figure.
    let money = read.column(.feeCurrency).flatMap { coins in
      let heading = HeadingWords(column)
      return heading.isFiatUnit ? heading.unit.map { (code: $0, coins: coins) } : nil
    }
    let (new, old) =
      money.map { (",fee-currency==\($0.code)", ",fee-currency=\($0.coins)") } ?? ("", "")
    let second =
      read.has(.secondFee) || money != nil
      ? "" : "if it is a second fee in the same money, add second-fee=\(column); "
    return second
      + "if it is the fee, write fee=\(column)\(new) in place of fee=\(fee)\(old)"
  }

  /// A sentence for each repeated column name if a map reads only one of the columns.
  public func repeatedNames(in map: ColumnMap) -> [String] {
    let read = Set(map.columns)
    let names = Set(read.map { String($0.prefix { $0 != "#" }) })
    return names.sorted().compactMap { name in
      let columns = header.filter { $0 == name || $0.hasPrefix("\(name)#") }
      let positions = columns.indices.filter { read.contains(columns[$0]) }
      guard columns.count > 1, columns.contains(name), positions.count == 1 else { return nil }
      let position = positions[0] == 0 ? "the first" : "\(columns[positions[0]])"
      return "\(columns.count) columns are named \(name); the map reads \(position)"
    }
  }

  /// The columns that a map does not read, with samples.
  ///
  /// A flag such as `margin order (False, True)` may mean that rows are not what they seem.
  public func unreadColumns(in map: ColumnMap) -> [String] {
    let read = Set(map.columns)
    return zip(header, samples).filter { !read.contains($0) && !$1.isEmpty }
      .map { "\($0) (\($1.joined(separator: ", ")))" }
  }

  /// The first mapped column that the file lacks, or `nil`.
  public func unknownColumn(of map: ColumnMap) -> String? {
    map.columns.first { !header.contains($0) }
  }

  /// A form that a file almost has.
  public struct NearFormat: Equatable, Sendable {
    /// The form.
    public let format: ImportFormat
    /// The columns the file lacks.
    public let missing: [String]
    /// Whether it can be read that way if the user asks for the form.
    public let mayBeAsked: Bool
  }
}

/// Suggests how to read a file that ``readImport(_:as:name:map:known:)`` does not recognize.
///
/// - Returns: `nil` if no line looks like a header.
public func mapProposal(for bytes: [UInt8]) -> MapProposal? {
  let text: [UInt8]
  do throws(FileTextError) { text = try utf8Text(of: bytes) } catch { return nil }
  return mapProposal(in: quotesWithoutBlanks(in: text) ?? text)
    ?? unwrappedLines(of: text).flatMap { mapProposal(in: $0) }
}

private func mapProposal(in text: [UInt8]) -> MapProposal? {
  var best: (header: CSVHeader, score: Int)?
  // Never accept a header, so all candidates are examined.
  _ = CSVTable.findHeader(in: text) { header in
    guard header.count > 1, header.count < 1000, !header.hasDates else { return false }
    let score = MapGuess(header: header, records: []).found.count * 4 + min(header.count, 3)
    if score > best?.score ?? 2 { best = (header, score) }
    return false
  }
  guard let best, let table = table(of: text, under: best.header) else { return nil }
  let rows = table.rows
  let first = MapGuess(header: best.header, records: rows)
  guard isTable(first, best.header, rows) else { return nil }
  let guess = first.map()
  let isWhole = guess.allMissing.isEmpty || guess.hasOnlyMoves(rows)
  let names = best.header.columns.sorted { $0.value < $1.value }.map(\.key)
  return MapProposal(
    header: names, firstRow: rows.first.map { row in names.map(row.verbatim) } ?? [],
    samples: names.map { samples(of: $0, in: rows) }, nearest: nearest(to: table.table, table.rows),
    map: isWhole ? guess : nil, partial: guess, unreadFees: first.unreadFees,
    otherFeeColumns: guess.has(.fee) || guess.has(.coinFee) ? [] : first.otherFeeColumns,
    hasSignedAmounts: first.hasSignedAmounts,
    unclearAmount: guess.has(.amount) ? nil : first.unclearAmount,
    pairColumns: names.filter(first.hasPairs))
}

/// Whether lines are a table: headings mean most of the fields, or most rows have their cells.
///
/// Such rows also have figures. Prose with commas has neither.
private func isTable(_ guess: MapGuess, _ header: CSVHeader, _ rows: [CSVRecord]) -> Bool {
  guard guess.found.count < 3 else { return true }
  let rows = rows.prefix(20)
  let regular = rows.count { record in
    record.row.cells.count >= header.count && !record.isTooLong
      && record.row.cells.contains { $0.contains(where: \.isNumber) }
  }
  return !rows.isEmpty && regular * 2 >= rows.count
}

/// Samples of a column's first rows: both of two distinct words, else the first and an ellipsis.
private func samples(of column: String, in rows: [CSVRecord]) -> [String] {
  var found: [String] = []
  for row in rows.prefix(10_000) {
    let cell = row.verbatim(column)
    guard !cell.isEmpty, !found.contains(cell) else { continue }
    found.append(cell)
    if found.count > 2 { return [found[0], "…"] }
  }
  return found
}

private func nearest(
  to table: CSVTable, _ rows: [CSVRecord]
) -> [MapProposal.NearFormat] {
  let header = table.header
  var found: [(format: MapProposal.NearFormat, share: Int)] = []
  for reader in FormatReader.all {
    let best = reader.signatures.map { names in names.filter { header.columns[$0] == nil } }
      .enumerated().map { index, missing in
        (
          missing,
          (reader.signatures[index].count - missing.count) * 100
            / max(reader.signatures[index].count, 1)
        )
      }.max { $0.1 < $1.1 }
    guard let (missing, share) = best, share >= 50 else { continue }
    // Asking for a form that would refuse every row does not help.
    let mayBeAsked = reader.hasColumns(header)
    let lacked = mayBeAsked ? reader.timesMissing(by: table, rows) : nil
    let near = MapProposal.NearFormat(
      format: reader.format, missing: missing + (lacked.map { [$0] } ?? []),
      mayBeAsked: mayBeAsked && lacked == nil)
    found.append((near, share))
  }
  return found.sorted { $0.share > $1.share }.prefix(3).map(\.format)
}

private func table(
  of text: [UInt8], under header: CSVHeader
) -> (table: CSVTable, rows: [CSVRecord])? {
  do throws(FileTextError) {
    guard var table = CSVTable.find(in: text, isHeader: { $0 == header }) else { return nil }
    try table.findDecimalMark()
    return (table, try table.records())
  } catch {
    return nil
  }
}

extension MapProposal {
  /// The currency, and its zone, to ask about if a file names none.
  public var currencyOfHeadings: (words: String, fields: String) {
    guard let land = HeadingLocale(header.joined()) else {
      return ("US dollars", "currency==USD")
    }
    return (land.words, "currency==\(land.money),zone=\(land.zone)")
  }
}
