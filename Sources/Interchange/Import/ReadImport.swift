import FoundationEssentials
import Portfolio

/// Reads a file of any format bitpal knows.
///
/// - Parameters:
///   - bytes: The whole file: UTF-8, or UTF-16 with a byte order mark.
///   - formats: The formats it may have; the header decides among them.
/// - Returns: What the rows say; the catalogue and the ledger come in later, see
///   ``planImport(_:existing:now:newId:resolve:)``.
/// - Throws: ``ImportError`` when the file as a whole cannot be read.
public func readImport(
  _ bytes: [UInt8], as formats: [ImportFormat] = ImportFormat.allCases
) throws(ImportError) -> ImportFile {
  let text = try readableText(of: bytes)
  if text.first(where: { !isSpace($0) }) == UInt8(ascii: "{") {
    guard formats.contains(.bitpalJSON) else { throw .otherFormat(expected: formats) }
    return try readPortfolioJSON(text)
  }
  let readers = FormatReader.all.filter { formats.contains($0.format) }
  var found: FormatReader?
  let table: CSVTable?
  do throws(FileTextError) {
    table = try CSVTable.find(in: text) { header in
      found = readers.first { $0.recognises(header) }
      return found != nil
    }
  } catch {
    throw .unreadable(error)
  }
  guard let table, let found else {
    if formats.count < ImportFormat.allCases.count { throw .otherFormat(expected: formats) }
    throw .unknownFormat(firstLine: firstLine(of: text))
  }
  return ImportFile(format: found.format, readings: readings(of: table, with: found))
}

private func readings(of table: CSVTable, with format: FormatReader) -> [Reading] {
  var table = table
  if let column = format.slashedDates { table.findDateOrder(in: column) }
  let reader = format.read(table)
  var readings: [Reading] = []
  for record in table.records { reader.take(record) { readings.append($0) } }
  reader.finish { readings.append($0) }
  return readings
}

private func readableText(of bytes: [UInt8]) throws(ImportError) -> [UInt8] {
  do throws(FileTextError) {
    let text = try utf8Text(of: bytes)
    guard !text.allSatisfy(isSpace) else { throw .empty }
    return text
  } catch {
    throw .unreadable(error)
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func firstLine(of text: [UInt8]) -> String {
  let line = text.drop(while: isSpace).prefix { !(0x0A...0x0D).contains($0) }
  return String(decoding: line, as: UTF8.self)
}

extension ImportFile {
  /// Sorts the readings into the file's lists, the entries oldest first.
  init(format: ImportFormat, readings: [Reading]) {
    var entries: [ImportedEntry] = []
    var leftOut: [LeftOutRow] = []
    var refused: [RefusedRow] = []
    for reading in readings {
      switch reading {
      case .entry(let entry): entries.append(entry)
      case .leftOut(let row): leftOut.append(row)
      case .move(let facts):
        leftOut.append(
          LeftOutRow(
            source: facts.source, reason: facts.quantity.amount > 0 ? .deposit : .withdrawal))
      case .refused(let row): refused.append(row)
      case .trade(let facts):
        do throws(RefusalReason) {
          let booked = try facts.booked()
          entries += booked.entries
          leftOut += booked.leftOut.map { LeftOutRow(source: facts.source, reason: $0) }
        } catch {
          refused.append(RefusedRow(source: facts.source, reason: error))
        }
      }
    }
    self.format = format
    self.leftOut = leftOut.sorted { $0.source.line < $1.source.line }
    self.refused = refused.sorted { $0.source.line < $1.source.line }
    isNewestFirst = Self.isNewestFirst(entries)
    // Both sorts must keep equal dates as they stand, which the library's sort does.
    let inTurn = isNewestFirst ? Self.turnedRound(entries) : entries
    self.entries = inTurn.sorted { $0.date < $1.date }
  }

  /// Whether more neighbouring rows step back in time than forward.
  private static func isNewestFirst(_ entries: [ImportedEntry]) -> Bool {
    var steps = 0
    for (earlier, later) in zip(entries, entries.dropFirst()) {
      if later.date > earlier.date { steps += 1 }
      if later.date < earlier.date { steps -= 1 }
    }
    return steps < 0
  }

  /// The rows in reverse; the entries of one row keep their order, a sale before the purchase it
  /// pays.
  private static func turnedRound(_ entries: [ImportedEntry]) -> [ImportedEntry] {
    var turned: [ImportedEntry] = []
    var end = entries.endIndex
    while end > entries.startIndex {
      var start = end - 1
      while start > entries.startIndex, entries[start - 1].source.line == entries[start].source.line
      {
        start -= 1
      }
      turned += entries[start..<end]
      end = start
    }
    return turned
  }
}
