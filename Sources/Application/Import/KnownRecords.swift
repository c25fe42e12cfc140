import Import
import LedgerStore

/// The stored and new records, by line.
struct KnownRecords {
  /// The location of a record: in the ledger or among the new ones.
  enum Location {
    case stored(Int)
    case added(file: Int, record: Int)
  }

  /// The numbers of stored records, by file digest and line.
  private var numbers: [String: [Int: Int]] = [:]
  /// The new files by digest, with the indices of their records by line.
  private var added: [String: (file: Int, records: [Int: Int])] = [:]
  /// The states of stored records by number.
  private(set) var states: [Int: RecordState] = [:]

  /// The location of the record that begins on a line.
  func location(of line: Int, in file: String) -> Location? {
    if let file = added[file] {
      return file.records[line].map { .added(file: file.file, record: $0) }
    }
    return numbers[file]?[line].map { .stored($0) }
  }

  mutating func add(_ stored: StoredRecord, of file: String) {
    numbers[file, default: [:]][stored.record.line] = stored.id
    states[stored.id] = stored.record.state
  }

  /// Adds a new record whose number is already assigned.
  mutating func add(_ number: Int, of file: String, line: Int) {
    numbers[file, default: [:]][line] = number
  }

  mutating func add(_ records: [NewRecord], of digest: String, at file: Int) {
    added[digest] = (
      file,
      Dictionary(records.enumerated().map { ($1.line, $0) }, uniquingKeysWith: { $1 })
    )
  }

  mutating func forget(_ file: String) {
    (numbers[file], added[file]) = (nil, nil)
  }
}

/// The stored and new files.
struct KnownFiles {
  struct Stored {
    let digest: String
    let form: String
  }

  /// The digests of renamed files whose original names stated the time zone.
  var withoutZone: Set<String> = []

  /// The files of the ledger by their numbers.
  var stored: [Int: Stored] = [:]
  /// The numbers of files by digest; zero for a new file.
  var numbers: [String: Int] = [:]
  /// The names of files by digest.
  var names: [String: String] = [:]
  /// The digests of files whose facts are stored.
  var withFacts: Set<String> = []
}

extension RecordState {
  init(_ state: FactState, of fact: Fact.ID) {
    switch state {
    // The ledger rows belong to the first record of the event.
    case .counts(let first) where first.file != fact.file:
      self.init(Kind.counts, reason: "with a row of another file")
    case .counts(let first) where first.line != fact.line:
      self.init(Kind.counts, reason: "with line \(first.line)")
    case .counts: self.init(Kind.counts)
    case .enriches: self.init(Kind.elsewhere)
    case .waits(let key): self.init(Kind.waits, reason: key.text)
    // Without an explicit type, `.inside` is inferred as the facts' case and `init` as this one.
    case .inside: self.init(Kind.inside)
    case .skipped(let key): self.init(Kind.skipped, reason: key.text)
    case .money: self.init(Kind.leftOut, reason: LeftOut(.money).sentence)
    }
  }

  /// Whether this state outranks another when the facts of one record differ.
  func outranks(_ other: RecordState) -> Bool {
    rank == other.rank ? (reason ?? "") < (other.reason ?? "") : rank > other.rank
  }

  private var rank: Int {
    switch kind {
    case .waits: 5
    case .counts: 4
    case .elsewhere: 3
    case .skipped: 2
    default: 1
    }
  }
}
