public import Import
import LedgerStore

/// A file that was read into records, before it is added to the ledger.
public struct ReadFile: Sendable {
  /// The file's name.
  public var name: String
  /// The kind of file; the key of its traits.
  public var form: String
  /// The other options that it was read with.
  public var options: String
  /// The account that the user named, or `nil`.
  public var account: String?
  /// Its bytes.
  public let bytes: [UInt8]
  /// The digest of the bytes, which identifies the file in facts.
  public let digestText: String
  /// One record for every row; its facts name ``digestText`` as their file.
  public var records: RecordList
  /// The coins that names in the file mean according to further details in it, by name.
  public var coins: [String: String] = [:]
  /// The zone that the user named, if no time in the file needed it.
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

  /// The digest of a file's bytes, which identifies it in facts.
  public static func digest(of bytes: [UInt8]) -> String { NewFile.digestText(of: bytes) }

  /// Whether it is another program's and some of its rows name no account.
  var lacksAccount: Bool {
    !FormName(form).format.hasPrefix("bitpal")
      && records.extents.scopes.contains { $0.account.isEmpty }
  }

  /// The line of ``options`` that marks a renamed file whose original name stated the time zone.
  public static let lostZone = "zone=unknown"

  /// Whether the options contain that line.
  static func hasLostZone(_ options: String) -> Bool {
    options.split(separator: "\n").contains { $0 == lostZone }
  }
}

/// Changes that a person makes to the evidence of a ledger, applied together.
public struct EvidenceChange: Sendable {
  /// Files to add; a file that the ledger already has changes nothing.
  public var files: [ReadFile] = []
  /// Files of the ledger with their newly read content, by number.
  public var reread: [Int: ReadFile] = [:]
  /// The numbers of files to remove with their records.
  public var removed: [Int] = []
  /// Answers to questions.
  public var answers: [Question.Key: Choice] = [:]
  /// Questions whose answers are revoked.
  public var revoked: [Question.Key] = []
  /// Whether to restore rows of ``files`` that a person deleted.
  public var bringsBackDeleted = false

  /// Whether files are added or reread.
  var isOfFiles: Bool { !files.isEmpty || !reread.isEmpty }

  /// Whether the change only adds files and answers.
  var onlyAdds: Bool {
    reread.isEmpty && removed.isEmpty && revoked.isEmpty && !bringsBackDeleted
  }

  /// Makes an empty change.
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

  /// Rereads files of the ledger.
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

extension EvidenceChange {
  /// The change without files that are read as they are stored.
  ///
  /// - Throws: `LedgerStoreError.changedMeanwhile` if a file to reread was removed, otherwise
  ///   `LedgerStoreError`.
  func withoutSameFiles(in ledger: LedgerContents) throws -> Self {
    var change = self
    for (number, file) in reread {
      guard try ledger.file(digest: NewFile(file).digest)?.file.id == number else {
        throw LedgerStoreError.changedMeanwhile
      }
    }
    change.reread = try reread.filter { number, file in try !file.isStored(in: ledger, as: number) }
    return change
  }
}

extension ReadFile {
  /// Whether a stored file has the same options and records, apart from what became of them.
  fileprivate func isStored(in ledger: LedgerContents, as number: Int) throws -> Bool {
    guard let stored = try ledger.file(digest: NewFile(self).digest)?.file, stored.id == number,
      (stored.name, stored.form, stored.options) == (name, form, options),
      stored.account == account, try ledger.recordCount(of: number) == records.count
    else { return false }
    var new = records.makeIterator()
    var isSame = true
    try ledger.forEachRecord(of: number) { record in
      guard isSame, let next = new.next().map(NewRecord.init) else { return }
      let old = record.record
      isSame =
        (old.line, old.cells, old.cause) == (next.line, next.cells, next.cause)
        && old.facts == next.facts
    }
    return isSame
  }
}
