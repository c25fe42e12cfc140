import Import
import ImportText
public import Portfolio

/// The references by which version 1.0 identified each row of a file.
struct RowReferences {
  private let format: ImportFormat
  /// The account that the user set for all rows.
  private let account: String?
  private var counts: [Reference: Int] = [:]
  /// Counts of moves, kept separate if an id identifies one row, which may be a trade and a move.
  private var countsOfMoves: [Reference: Int] = [:]
  /// The digest and line of the first row with each id; one row may be a trade and a move.
  private var first: [Reference: (digest: CellsDigest, line: Int)] = [:]

  /// - Parameters:
  ///   - account: The account that the user set for all rows.
  init(format: ImportFormat, account: String?) { (self.format, self.account) = (format, account) }

  /// The reference of the next row.
  ///
  /// - Parameters:
  ///   - stated: The exchange's id after its source, or empty: then the reference is derived from
  ///     the row's cells and the number of equal rows before it.
  ///   - isMove: Whether it is a deposit or withdrawal; the row may also be a trade.
  /// - Returns: `nil` for a repeated row in a file combined from overlapping exports: its id
  ///   identifies a single trade, and every cell is equal.
  mutating func next(stated: String, source: RowSource, isMove: Bool = false) -> Reference? {
    guard let reference = Self.split(stated) else { return next(source.digest) }
    if format.idsAreUnique {
      let known = first[reference] ?? (source.digest, source.line)
      guard known.digest != source.digest || known.line == source.line else { return nil }
      first[reference] = known
      if isMove {
        let count = countsOfMoves[reference, default: 0] + 1
        countsOfMoves[reference] = count
        return reference.numbered(count)
      }
    }
    return counted(reference)
  }

  /// The reference of the next row with a digest and no stated id.
  mutating func next(_ digest: CellsDigest) -> Reference {
    counted(Reference(format, digest, account: account))
  }

  private mutating func counted(_ base: Reference) -> Reference {
    let count = counts[base, default: 0] + 1
    counts[base] = count
    return base.numbered(count)
  }

  /// The reference stated in a text; `nil` if there is none.
  static func split(_ text: String) -> Reference? {
    guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let id = text[text.utf8.index(after: space)...]
    return id.isEmpty ? nil : Reference(source: String(text[..<space]), id: String(id))
  }
}

extension Reference {
  /// The reference of the nth event with this id.
  func numbered(_ count: Int) -> Reference {
    count == 1 ? self : Reference(source: source, id: "\(id)#\(count)")
  }

  /// Creates the reference of a row without an id.
  ///
  /// - Parameter account: The account that the user set for the whole file.
  init(_ format: ImportFormat, _ digest: CellsDigest, account: String?) {
    let mark = account.map { "@" + CellsDigest(cells: [$0.lowercased()]).text.prefix(8) } ?? ""
    self.init(source: format.rawValue, id: digest.text + mark)
  }
}

/// The references that version 1.0 used for the rows of a file, so that rows it imported are
/// recognized.
///
/// - Parameters:
///   - bytes: The whole file.
///   - forms: The forms it may have.
///   - options: The options for reading it.
/// - Returns: The references by line; a row may be a trade and a move. For a trade on several rows,
///   the first has them.
/// - Throws: ``ImportError`` if the file as a whole cannot be read.
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
