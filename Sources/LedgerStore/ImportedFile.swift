public import FoundationEssentials
public import Portfolio

/// A file that was imported.
public struct ImportedFile: Equatable, Sendable, Identifiable {
  /// Its number in the ledger; `bitpal files` names it by this.
  public let id: Int
  /// The SHA-256 of its bytes.
  public let digest: [UInt8]
  /// What it was called.
  public let name: String
  /// The kind of file, such as `kraken-ledgers`.
  public let form: String
  /// The other options it was read with, such as a column map; empty for none.
  public let options: String
  /// The account that the user named, or `nil`.
  public let account: String?
  /// When it was imported first.
  public let date: Date
  /// Its bytes, counted.
  public let size: Int
}

/// A file on its way into the ledger.
public struct NewFile: Equatable, Sendable {
  /// What it is called.
  public var name: String
  /// The kind of file.
  public var form: String
  /// The other options it was read with.
  public var options: String
  /// The account that the user named, or `nil`.
  public var account: String?
  /// Its bytes.
  public let bytes: [UInt8]
  /// The SHA-256 of the bytes.
  public let digest: [UInt8]
  /// One record for every row, in the order of lines.
  public var records: [NewRecord]
  /// The number of the file of the ledger that is read again; `nil` for one that comes in.
  public var number: Int?

  /// Makes a file.
  public init(
    name: String, form: String, options: String = "", account: String? = nil, bytes: [UInt8],
    records: [NewRecord], number: Int? = nil
  ) {
    (self.name, self.form, self.options, self.account) = (name, form, options, account)
    (self.bytes, self.records, self.number) = (bytes, records, number)
    digest = SHA256.hash(bytes)
  }

  /// The SHA-256 of the bytes of a file, in hexadecimal digits.
  public static func digestText(of bytes: [UInt8]) -> String { SHA256.hash(bytes).hexadecimalText }
}

/// What became of a record.
public struct RecordState: Equatable, Hashable, Sendable {
  /// The states; each record has exactly one.
  public enum Kind: String, Equatable, Hashable, Sendable, CaseIterable {
    /// Rows of the ledger are made of it.
    case counts
    /// It reports what another record counts for.
    case elsewhere
    /// It waits for an answer.
    case waits
    /// It cannot be read without an answer.
    case asks
    /// It moves coins inside one account.
    case inside
    /// An answer leaves it out.
    case skipped
    /// It moves nothing that the ledger keeps.
    case leftOut
  }

  /// The state.
  public var kind: Kind
  /// Why: the question's key, the reason it is left out, or with which record it counts; `nil`
  /// where there is none.
  public var reason: String?

  /// Makes a state.
  public init(_ kind: Kind, reason: String? = nil) { (self.kind, self.reason) = (kind, reason) }
}

/// A row of a file on its way into the ledger.
public struct NewRecord: Equatable, Sendable {
  /// The facts of a row and the columns they are found by.
  public struct Facts: Equatable, Sendable {
    /// Whose account they change, in one text.
    public var scope: String
    /// When the first of them happened, in microseconds since 1970.
    public var instant: Int64
    /// All of them, in few bytes.
    public var bytes: [UInt8] { packed() }
    // The bytes of a million records are never there together.
    private let packed: @Sendable () -> [UInt8]

    /// Makes facts.
    ///
    /// - Parameter bytes: Made whenever they are asked for.
    public init(
      scope: String, instant: Int64, bytes: @escaping @autoclosure @Sendable () -> [UInt8]
    ) {
      (self.scope, self.instant, packed) = (scope, instant, bytes)
    }

    /// Whether both are the same facts.
    public static func == (left: Self, right: Self) -> Bool {
      left.scope == right.scope && left.instant == right.instant && left.bytes == right.bytes
    }
  }

  /// The line on which the row begins, counted from 1.
  public var line: Int
  /// What its cells mean, in one digest.
  public var cells: String
  /// What became of it.
  public var state: RecordState
  /// Its facts; `nil` for a row that has none.
  public var facts: Facts?
  /// What rows have in common that cannot be read for one cause; `nil` for all others.
  public var cause: String?

  /// Makes a record.
  public init(
    line: Int, cells: String, state: RecordState, facts: Facts? = nil, cause: String? = nil
  ) {
    (self.line, self.cells, self.state) = (line, cells, state)
    (self.facts, self.cause) = (facts, cause)
  }
}

/// A row of a file in the ledger.
public struct StoredRecord: Equatable, Sendable, Identifiable {
  /// Its number in the ledger.
  public let id: Int
  /// The number of its file.
  public let file: Int
  /// What it says.
  public let record: NewRecord
}

/// Which record a row of the ledger is derived from.
public struct RecordOrigin: Equatable, Hashable, Sendable {
  /// The number of the record.
  public let record: Int
  /// Which of its rows it is.
  public let part: Int

  /// Names an origin.
  public init(record: Int, part: Int) { (self.record, self.part) = (record, part) }
}

/// What a person said about a question.
public struct StoredAnswer: Equatable, Sendable, Identifiable {
  /// Its number in the ledger.
  public let id: Int
  /// The question's key.
  public let question: String
  /// The answer in text.
  public let choice: String
  /// When it was given.
  public let date: Date
}

/// Files, records and answers that a batch writes.
public struct EvidenceBatch: Equatable, Sendable {
  /// A row's origin while its record may be on its way, too.
  public enum Origin: Equatable, Sendable {
    /// A record of the ledger.
    case stored(RecordOrigin)
    /// A record of ``files``, by the places of the file and the record.
    case added(file: Int, record: Int, part: Int)
  }

  /// New files with their records.
  public var files: [NewFile] = []
  /// The numbers of files that go, with their records.
  public var removedFiles: [Int] = []
  /// What became of records of the ledger, by their numbers.
  public var states: [Int: RecordState] = [:]
  /// New answers by question; an older one to the same question goes.
  public var answers: [String: String] = [:]
  /// Questions whose answers are revoked.
  public var revoked: [String] = []
  /// What people changed on rows; an older change of the same row goes.
  public var overrides: [RowOverride] = []
  /// The ids of rows whose overrides go.
  public var withoutOverride: [UUID] = []
  /// Where new and changed rows come from, by their ids.
  public var origins: [UUID: Origin] = [:]

  /// Makes an empty batch.
  public init() {}

  /// Whether there is nothing to write.
  public var isEmpty: Bool { self == EvidenceBatch() }
}
