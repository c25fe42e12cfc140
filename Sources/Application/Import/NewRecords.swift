import Import
import LedgerStore

/// The rows of new files in chronological order, the order in which they are written.
struct NewRecords: Sendable {
  /// The location of a record.
  struct Location: Sendable {
    /// The instant of its first fact, in microseconds since 1970.
    let instant: Int64
    /// The position of its file.
    let file: Int32
    /// Its position in the file.
    let index: Int32
  }

  private let files: [RecordList]
  /// The records with facts, in chronological order.
  private let locations: [Location]
  /// The records without facts, in file order.
  let withoutFacts: [Location]

  /// Sorts the records of files.
  init(_ files: [RecordList]) {
    self.files = files
    var (locations, withoutFacts) = ([Location](), [Location]())
    locations.reserveCapacity(files.reduce(0) { $0 + $1.count })
    for (file, records) in files.enumerated() {
      for index in records.indices {
        let instant = records.instant(at: index)
        let location = Location(instant: instant ?? 0, file: Int32(file), index: Int32(index))
        if instant == nil { withoutFacts.append(location) } else { locations.append(location) }
      }
    }
    locations.sort { ($0.instant, $0.file, $0.index) < ($1.instant, $1.file, $1.index) }
    (self.locations, self.withoutFacts) = (locations, withoutFacts)
  }

  /// The number of records.
  var count: Int { locations.count + withoutFacts.count }

  /// The record at a location.
  func record(at location: Location) -> Record { files[Int(location.file)][Int(location.index)] }

  /// The record at a location, with its facts in bytes.
  func packed(at location: Location) -> RecordList.Packed {
    files[Int(location.file)].packed(at: Int(location.index))
  }

  /// The indices of the records with facts in a stretch of time.
  ///
  /// - Parameters:
  ///   - start: The first instant, in microseconds since 1970.
  ///   - end: Only records before this instant.
  func positions(from start: Int64, until end: Int64) -> Range<Int> {
    let first = lowerBound(locations.indices) { locations[$0].instant >= start }
    return first..<lowerBound(first..<locations.count) { locations[$0].instant >= end }
  }

  /// The location of the record with facts at an index.
  subscript(position: Int) -> Location { locations[position] }

  /// The average number of records with facts in a span of microseconds.
  func count(within time: Int64) -> Int {
    guard let first = locations.first, let last = locations.last else { return 0 }
    return locations.count / max(1, Int((last.instant - first.instant) / max(1, time)))
  }

  /// The instant of every `count`th record with facts.
  func instants(every count: Int) -> [Int64] {
    stride(from: count - 1, to: locations.count, by: count).map { locations[$0].instant }
  }
}

extension NewRecord {
  /// Makes the stored form of a record; the state of its facts is known only after the derivation.
  init(_ record: Record) {
    let read = record.facts
    let facts = read.first.map { first in
      Facts(scope: first.scope.stored, instant: first.instant.at, bytes: read.bytes)
    }
    self.init(record, facts)
  }

  /// Makes the stored form of a record.
  ///
  /// - Parameter state: The state of its facts; `nil` if it has none.
  init(_ packed: RecordList.Packed, state: RecordState?) {
    let bytes = packed.facts
    self.init(
      packed.record,
      packed.firstFact.map { Facts(scope: $0.scope.stored, instant: $0.instant, bytes: bytes) })
    if let state { self.state = state }
  }

  private init(_ record: Record, _ facts: Facts?) {
    var cause: String?
    let state: RecordState
    switch record.state {
    case .read: state = RecordState(.elsewhere)
    case .leftOut(let reason):
      state = RecordState(.leftOut, reason: reason.sentence)
    case .asks(let question):
      state = RecordState(.asks, reason: question.reason)
      cause = RowCause(question).text
    }
    self.init(
      line: record.line, cells: record.cells, state: state, facts: facts,
      cause: facts == nil ? cause : nil)
  }
}

extension Scope {
  /// The stored form of a scope.
  var stored: String { "\(account)\u{1F}\(owner)" }

  /// Reads a stored scope.
  init(stored: String) {
    let parts = stored.split(separator: "\u{1F}", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(account: String(parts[0]), owner: parts.count > 1 ? String(parts[1]) : "")
  }
}

extension LeftOut {
  /// The reason as shown in reports.
  var sentence: String {
    let reason =
      switch kind {
      case .money: "only money moved"
      case .notCarriedOut: "not carried out"
      case .inside: "moved inside the account"
      case .contract: "contract or loan"
      case .notACoin: "not a coin"
      case .repeated: "repeats another row"
      case .other: "moves nothing"
      }
    return word.isEmpty ? reason : "\(reason): \(word)"
  }
}

extension NewFile {
  /// Makes the stored form of a file, without its records.
  init(_ file: ReadFile, number: Int? = nil) {
    self.init(
      name: file.name, form: file.form, options: file.options, account: file.account,
      bytes: file.bytes, records: [], number: number)
  }
}
