public import FoundationEssentials
public import Portfolio

/// A file that was imported.
public struct ImportedFile: Equatable, Sendable, Identifiable {
  /// Its number in the ledger, as in `bitpal files`.
  public let id: Int
  /// The SHA-256 of its bytes.
  public let digest: [UInt8]
  /// Its name.
  public let name: String
  /// The kind of file, such as `kraken-ledgers`.
  public let form: String
  /// Further options it was read with, such as a column map; empty for none.
  public let options: String
  /// The account that the user named, or `nil`.
  public let account: String?
  /// When it was first imported.
  public let date: Date
  /// Its size in bytes.
  public let size: Int
}

/// A file to be added to the ledger.
public struct NewFile: Equatable, Sendable {
  /// Its name.
  public var name: String
  /// The kind of file.
  public var form: String
  /// Further options it was read with.
  public var options: String
  /// The account that the user named, or `nil`.
  public var account: String?
  /// Its bytes.
  public let bytes: [UInt8]
  /// The SHA-256 of the bytes.
  public let digest: [UInt8]
  /// One record per row, by line.
  public var records: [NewRecord]
  /// The number of the stored file that is read again; `nil` for a new one.
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

  /// The SHA-256 of a file's bytes, in hexadecimal.
  public static func digestText(of bytes: [UInt8]) -> String { SHA256.hash(bytes).hexadecimalText }
}

/// What happened to a record.
public struct RecordState: Equatable, Hashable, Sendable {
  /// The states; each record has exactly one.
  public enum Kind: String, Equatable, Hashable, Sendable, CaseIterable {
    /// It became rows of the ledger.
    case counts
    /// Another record counts for the same event.
    case elsewhere
    /// It is waiting for an answer.
    case waits
    /// It cannot be read without an answer.
    case asks
    /// It moves coins inside one account.
    case inside
    /// An answer excludes it.
    case skipped
    /// It does not move anything the ledger tracks.
    case leftOut
  }

  /// The state.
  public var kind: Kind
  /// The question's key, why the record is left out, or the record it counts with; `nil` if there
  /// is nothing to say.
  public var reason: String?

  /// The user deleted the rows that it became.
  public static let deleted = RecordState(.skipped, reason: "deleted")

  /// Makes a state.
  public init(_ kind: Kind, reason: String? = nil) { (self.kind, self.reason) = (kind, reason) }
}

/// A row of a file, to be added to the ledger.
public struct NewRecord: Equatable, Sendable {
  /// The facts of a row and the columns used to find them.
  public struct Facts: Equatable, Sendable {
    /// The account they change, as text.
    public var scope: String
    /// When the first fact happened, in microseconds since 1970.
    public var instant: Int64
    /// All facts, in a compact encoding.
    public var bytes: [UInt8] { packed() }
    // Computed on demand, because the bytes of a million records do not fit in memory.
    private let packed: @Sendable () -> [UInt8]

    /// Makes facts.
    ///
    /// - Parameter bytes: Called whenever the bytes are needed.
    public init(
      scope: String, instant: Int64, bytes: @escaping @autoclosure @Sendable () -> [UInt8]
    ) {
      (self.scope, self.instant, packed) = (scope, instant, bytes)
    }

    /// Whether both have the same facts.
    public static func == (left: Self, right: Self) -> Bool {
      left.scope == right.scope && left.instant == right.instant && left.bytes == right.bytes
    }
  }

  /// The line on which the row begins, counted from 1.
  public var line: Int
  /// A digest of the parsed cells.
  public var cells: String
  /// What became of it.
  public var state: RecordState
  /// Its facts; `nil` if it has none.
  public var facts: Facts?
  /// Identifies rows that cannot be read for the same reason; `nil` for readable rows.
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
  /// Its content.
  public let record: NewRecord
}

/// The record that a row of the ledger is derived from.
public struct RecordOrigin: Equatable, Hashable, Sendable {
  /// The number of the record.
  public let record: Int
  /// The index among the record's rows.
  public let part: Int

  /// Makes an origin.
  public init(record: Int, part: Int) { (self.record, self.part) = (record, part) }
}

/// A user's answer to a question.
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

/// Files, records and answers to be written by a batch.
public struct EvidenceBatch: Equatable, Sendable {
  /// A row's origin; its record may be part of the same batch.
  public enum Origin: Equatable, Sendable {
    /// A record of the ledger.
    case stored(RecordOrigin)
    /// A record of ``files``, by the indexes of file and record.
    case added(file: Int, record: Int, part: Int)
  }

  /// New files with their records.
  public var files: [NewFile] = []
  /// The numbers of files to remove, with their records.
  public var removedFiles: [Int] = []
  /// New states of stored records, by number.
  public var states: [Int: RecordState] = [:]
  /// New answers by question; they replace earlier ones.
  public var answers: [String: String] = [:]
  /// Questions whose answers are revoked.
  public var revoked: [String] = []
  /// Changes that users made to rows; they replace earlier ones.
  public var overrides: [RowOverride] = []
  /// The ids of rows whose overrides are removed.
  public var withoutOverride: [UUID] = []
  /// The origins of new and changed rows, by row id.
  public var origins: [UUID: Origin] = [:]

  /// Makes an empty batch.
  public init() {}

  /// Whether there is nothing to write.
  public var isEmpty: Bool { self == EvidenceBatch() }
}
