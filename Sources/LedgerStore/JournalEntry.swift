import FoundationEssentials
import GRDB

/// One entry of the journal: what was done, when, and the digest of the resulting rows.
struct JournalEntry {
  /// What an entry represents.
  enum Kind: String {
    /// The rows of a ledger from before its journal began.
    case start
    /// A change made by the user.
    case change
    case undo
    case redo
  }

  /// Whether a change can be undone or redone.
  enum State: String {
    /// It can be undone.
    case done
    /// It can be redone.
    case undone
    /// It was undone and then superseded by another change.
    case dropped
    /// It is too old to be undone.
    case kept
  }

  /// A range of added rows; the journal stores no images of them.
  struct Range: Equatable {
    let first: Int
    let last: Int
    let digest: RowDigest
  }

  static let columns =
    versionTwoColumns + ", firstRecord, lastRecord, records"

  /// The columns of schema 2.
  static let versionTwoColumns =
    "sequence, kind, state, label, date, target, firstAdded, lastAdded, added, result, hash"

  let sequence: Int
  let kind: Kind
  var state: State?
  let label: String
  /// Milliseconds since 1970; `nil` if an older schema did not store a time.
  let date: Int?
  /// The change being undone or redone.
  let target: Int?
  var added: Range?
  /// The added records.
  var records: Range?
  /// The digest of all rows after the entry.
  var result = RowDigest()
  var hash: [UInt8] = []
}

extension JournalEntry {
  /// Reads ``columns``; `nil` if malformed.
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
  /// - Throws: `SQLITE_CORRUPT` if malformed.
  init(reading row: Row) throws {
    guard let entry = JournalEntry(row) else {
      throw DatabaseError.damaged("a change in the journal cannot be read")
    }
    self = entry
  }

  /// The hashed fields of the entry itself.
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

/// The columns do not form a range.
private struct NoRange: Error {}

extension JournalEntry.Range {
  /// Reads three columns, which must be all set or all `NULL`: a partial range is not hashed.
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

  /// Reads ``columns``; `nil` if malformed.
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

  private init(_ run: JournalImage, sequence: Int, _ image: [UInt8]) {
    table = run.table
    self.sequence = sequence
    side = run.side
    self.image = image
  }

  /// The images of the rows: those of a run, or this one; `nil` for a malformed run.
  var ofRows: [JournalImage]? {
    guard ImageRun.isRun(image) else { return [self] }
    guard side == .before, let rows = ImageRun.images(in: image), rows.first?.sequence == sequence
    else { return nil }
    return rows.map { JournalImage(self, sequence: $0.sequence, $0.image) }
  }
}

extension LedgerTable {
  static func named(_ name: String) -> LedgerTable? {
    all.first { $0.name == name }
  }
}
