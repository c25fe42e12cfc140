import FoundationEssentials
import GRDB

/// Rewrites a journal entry by entry from the images of an older one; the rows do not change.
struct JournalCopy {
  typealias Images = (_ body: (JournalImage.Side, LedgerRow) throws -> Void) throws -> Void

  private let journal: Journal
  private var result = RowDigest()
  private var hash: [UInt8] = []
  private var copied: [Int] = []

  init(db: Database, path: String) { journal = Journal(db: db) }

  /// Begins with the rows from before the first recorded change.
  ///
  /// - Parameter last: The last sequence number given to a row.
  mutating func begin(result: RowDigest, last: Int) throws {
    self.result = result
    var entry = try journal.begin(.start, label: "schema 1", date: nil)
    if last > 0 { entry.added = .init(first: 1, last: last, digest: result) }
    try finish(entry)
  }

  /// Appends a change.
  mutating func add(_ images: Images) throws {
    var entry = try journal.begin(.change, label: "", date: nil)
    let range = try Self.range(of: images)
    try images { side, row in
      let image = RowImage.encode(row.values)
      change(by: RowDigest(image: image), side)
      guard range == nil else { return }
      try journal.keep(image, side, of: row.sequence, in: .transactions, entry: entry.sequence)
    }
    entry.added = range
    copied.append(entry.sequence)
    try finish(entry)
  }

  /// Appends the undoing of the newest change that has not been undone.
  mutating func undo(_ images: Images) throws {
    let entry = try journal.begin(.undo, label: "undo", date: nil, target: copied.popLast())
    try images { side, row in
      let image = RowImage.encode(row.values)
      let reversed: JournalImage.Side = side == .before ? .after : .before
      change(by: RowDigest(image: image), reversed)
      try journal.keep(image, reversed, of: row.sequence, in: .transactions, entry: entry.sequence)
    }
    try finish(entry)
  }

  private mutating func change(by digest: RowDigest, _ side: JournalImage.Side) {
    if side == .after { result += digest } else { result -= digest }
  }

  private mutating func finish(_ entry: JournalEntry) throws {
    var entry = entry
    entry.result = result
    hash = try journal.finish(entry, after: hash)
  }

  /// The range of a change that only added consecutive rows.
  private static func range(of images: Images) throws -> JournalEntry.Range? {
    var (first, last, count, isAddition) = (Int.max, Int.min, 0, true)
    var digest = RowDigest()
    try images { side, row in
      isAddition = isAddition && side == .after
      (first, last, count) = (min(first, row.sequence), max(last, row.sequence), count + 1)
      digest += RowDigest(image: RowImage.encode(row.values))
    }
    guard isAddition, count > 0, last - first + 1 == count else { return nil }
    return .init(first: first, last: last, digest: digest)
  }
}
