import FoundationEssentials
import GRDB

/// One entry of the journal: what was done, when, and what the ledger came to by it.
struct JournalEntry {
  /// What an entry stands for.
  enum Kind: String {
    /// The rows a ledger began with, when its journal began later.
    case start
    /// A change of the user's.
    case change
    case undo
    case redo
  }

  /// What can be done with a change.
  enum State: String {
    /// It can be undone.
    case done
    /// It can be redone.
    case undone
    /// It was undone, and another change came after it.
    case dropped
    /// It is too old to be undone.
    case kept
  }

  /// Rows added that the journal keeps no images of: they are those of these places.
  struct Range: Equatable {
    let first: Int
    let last: Int
    let digest: RowDigest
  }

  static let columns =
    versionTwoColumns + ", firstRecord, lastRecord, records"

  /// The columns that schema 2 had.
  static let versionTwoColumns =
    "sequence, kind, state, label, date, target, firstAdded, lastAdded, added, result, hash"

  let sequence: Int
  let kind: Kind
  var state: State?
  let label: String
  /// Milliseconds since 1970; `nil` where an older schema kept no time.
  let date: Int?
  /// The change that is undone or redone.
  let target: Int?
  var added: Range?
  /// The records that were added, likewise.
  var records: Range?
  /// The digest of all rows after the entry.
  var result = RowDigest()
  var hash: [UInt8] = []
}

extension JournalEntry {
  /// Reads ``columns``; `nil` for what no program wrote.
  init?(_ row: Row) {
    guard let sequence: Int = row.value(0),
      let kind = (row.value(1) as String?).flatMap(Kind.init),
      let result = RowDigest(bytes: Array((row.value(9) as Data?) ?? Data()))
    else { return nil }
    self.sequence = sequence
    self.kind = kind
    state = (row.value(2) as String?).flatMap(State.init)
    label = (row.value(3) as Data?).map { String(decoding: $0, as: UTF8.self) } ?? ""
    date = row.value(4)
    target = row.value(5)
    self.result = result
    hash = Array((row.value(10) as Data?) ?? Data())
    do throws(NoRange) {
      added = try Range(row, at: 6)
      records = try Range(row, at: 11)
    } catch { return nil }
  }

  /// Reads ``columns``.
  ///
  /// - Throws: `SQLITE_CORRUPT` for what no program wrote.
  init(reading row: Row) throws {
    guard let entry = JournalEntry(row) else {
      throw DatabaseError.damaged("a change in the journal cannot be read")
    }
    self = entry
  }

  /// What of the entry itself is hashed.
  var header: [UInt8] {
    RowImage.encode([
      .integer(sequence), .text(kind.rawValue), .text(label),
      date.map(RowValue.integer) ?? .null, target.map(RowValue.integer) ?? .null,
      added.map { .integer($0.first) } ?? .null, added.map { .integer($0.last) } ?? .null,
      added.map { .blob($0.digest.bytes) } ?? .null, .blob(result.bytes),
      records.map { .integer($0.first) } ?? .null, records.map { .integer($0.last) } ?? .null,
      records.map { .blob($0.digest.bytes) } ?? .null,
    ])
  }
}

/// Three columns that are not a range.
private struct NoRange: Error {}

extension JournalEntry.Range {
  /// Reads three columns: all of them or none, for what is not hashed must not be there.
  fileprivate init?(_ row: Row, at column: Int) throws(NoRange) {
    guard !(column...column + 2).allSatisfy(row.hasNull(atIndex:)) else { return nil }
    guard let first: Int = row.value(column), let last: Int = row.value(column + 1),
      first > 0, last >= first, last < .max,
      let digest = RowDigest(bytes: Array((row.value(column + 2) as Data?) ?? Data()))
    else { throw NoRange() }
    self.init(first: first, last: last, digest: digest)
  }
}

/// A row's image in the journal.
struct JournalImage {
  enum Side: String { case before, after }

  let table: LedgerTable
  let sequence: Int
  let side: Side
  let image: [UInt8]

  static let columns = "tableName, sequence, side, image"

  /// Reads ``columns``; `nil` for what no program wrote.
  init?(_ row: Row) {
    guard let table = (row.value(0) as String?).flatMap(LedgerTable.named),
      let sequence: Int = row.value(1), let image: Data = row.value(3),
      let side = (row.value(2) as String?).flatMap(Side.init)
    else { return nil }
    self.table = table
    self.sequence = sequence
    self.side = side
    self.image = Array(image)
  }

  private init(_ run: JournalImage, place: Int, _ image: [UInt8]) {
    table = run.table
    sequence = place
    side = run.side
    self.image = image
  }

  /// The images of rows: those of a run, or this one; `nil` for a run that no program wrote.
  var ofRows: [JournalImage]? {
    guard ImageRun.isRun(image) else { return [self] }
    guard side == .before, let rows = ImageRun.images(in: image), rows.first?.place == sequence
    else { return nil }
    return rows.map { JournalImage(self, place: $0.place, $0.image) }
  }
}

extension LedgerTable {
  static func named(_ name: String) -> LedgerTable? {
    all.first { $0.name == name }
  }
}
