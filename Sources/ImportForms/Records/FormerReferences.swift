import Import
import ImportText
public import Portfolio

/// The references by which version 1.0 knew the rows of a file, so that rows which it imported are
/// known again.
///
/// - Parameters:
///   - bytes: The whole file.
///   - forms: The forms it may have.
///   - options: What it is read with.
/// - Returns: The references by line; a row may be a trade and a move. Of a trade on several rows
///   the first has them.
/// - Throws: ``ImportError`` when the file as a whole cannot be read.
public func formerReferences(
  of bytes: [UInt8], as forms: [ImportFormat] = ImportFormat.allCases, options: ReadingOptions
) throws(ImportError) -> [Int: [Reference]] {
  let file = try readImport(
    bytes, as: forms, name: options.name, map: options.map, known: options.known,
    zones: options.zones)
  var references = RowReferences(format: file.format, account: options.account)
  var found: [Int: [Reference]] = [:]
  for result in file.results {
    let reference: Reference?
    switch result {
    case .leftOut: continue
    case .refused(let row): reference = references.next(row.source.digest)
    case .entry(let entry):
      guard !entry.hasId else { continue }
      reference = entry.transaction.reference ?? references.next(entry.source.digest)
    case .record(let record):
      guard !record.hasId else { continue }
      reference = record.move.reference ?? references.next(record.source.digest)
    case .trade(let facts):
      reference = references.next(stated: facts.reference, source: facts.source)
    case .move(let facts):
      reference = references.next(stated: facts.reference, source: facts.source, isMove: true)
    }
    if let reference { found[result.source.line, default: []].append(reference) }
  }
  return found
}
