public import Import
import LedgerStore

/// A file that was read into records, on its way into the ledger.
public struct ReadFile: Sendable {
  /// What it is called.
  public var name: String
  /// The kind of file; the key of its traits.
  public var form: String
  /// The other options it was read with.
  public var options: String
  /// The account that the user named, or `nil`.
  public var account: String?
  /// Its bytes.
  public let bytes: [UInt8]
  /// The digest of the bytes, by which facts name the file.
  public let digestText: String
  /// One record for every row; its facts name ``digestText`` as their file.
  public var records: RecordList
  /// The coins that names of the file mean because the file says more of them than the name, by
  /// name.
  public var coins: [String: String] = [:]
  /// The zone that the user named, where no time of the file is read in it.
  public var unusedZone: String?

  /// Makes a file; `records` name ``digest(of:)`` as their file.
  public init(
    name: String, form: String, options: String = "", account: String? = nil, bytes: [UInt8],
    records: RecordList
  ) {
    (self.name, self.form, self.options, self.account) = (name, form, options, account)
    (self.bytes, self.records, digestText) = (bytes, records, records.file)
  }

  /// Makes a file without records.
  public init(name: String, form: String, bytes: [UInt8]) {
    self.init(
      name: name, form: form, bytes: bytes,
      records: RecordList(form: form, file: Self.digest(of: bytes)))
  }

  /// The digest of the bytes of a file, by which facts name it.
  public static func digest(of bytes: [UInt8]) -> String { NewFile.digestText(of: bytes) }

  /// The line of ``options`` of a file whose name had the zone of its times, as its exchange wrote
  /// it, and has it no longer.
  public static let lostZone = "zone=unknown"

  /// Whether some options have that line.
  static func hasLostZone(_ options: String) -> Bool {
    options.split(separator: "\n").contains { $0 == lostZone }
  }
}

/// What a person does to the evidence of a ledger, all of it at once.
public struct EvidenceChange: Sendable {
  /// Files to add; one that the ledger has already changes nothing.
  public var files: [ReadFile] = []
  /// Files of the ledger with what is read of them now, by their numbers.
  public var reread: [Int: ReadFile] = [:]
  /// The numbers of files to remove with their records.
  public var removed: [Int] = []
  /// Answers to questions.
  public var answers: [Question.Key: Choice] = [:]
  /// Questions whose answers are revoked.
  public var revoked: [Question.Key] = []
  /// Whether rows of ``files`` that a person deleted come back.
  public var bringsBackDeleted = false

  /// Whether files come in or are read again.
  var isOfFiles: Bool { !files.isEmpty || !reread.isEmpty }

  /// Whether files and answers come in and nothing else is done.
  var onlyAdds: Bool {
    reread.isEmpty && removed.isEmpty && revoked.isEmpty && !bringsBackDeleted
  }

  /// Makes a change that does nothing.
  public init() {}

  /// Adds files.
  public static func add(_ files: [ReadFile]) -> Self {
    var change = Self()
    change.files = files
    return change
  }

  /// Removes files.
  public static func remove(_ numbers: [Int]) -> Self {
    var change = Self()
    change.removed = numbers
    return change
  }

  /// Reads files of the ledger again.
  public static func reread(_ files: [Int: ReadFile]) -> Self {
    var change = Self()
    change.reread = files
    return change
  }

  /// Answers questions.
  public static func answer(_ answers: [Question.Key: Choice]) -> Self {
    var change = Self()
    change.answers = answers
    return change
  }

  /// Revokes answers.
  public static func revoke(_ questions: [Question.Key]) -> Self {
    var change = Self()
    change.revoked = questions
    return change
  }
}
