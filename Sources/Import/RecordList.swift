/// The records of one file in row order, packed into few bytes each.
///
/// A file may have a million rows, so records are decoded on access.
public struct RecordList: Sendable {
  /// The name of the form, which all facts share.
  public let form: String
  /// The digest of the file's bytes, which all facts share.
  public let file: String
  /// The extents of the file.
  public private(set) var extents = FileExtents()
  /// Whether any row states a balance.
  public private(set) var hasBalances = false
  /// Whether any row states both dollars and other money; see ``Fact/statesRate``.
  public private(set) var statesRates = false
  /// Whether any row states an id assigned by bitpal.
  public private(set) var hasOwnIDs = false
  private var chunks: [Chunk] = []

  /// Consecutive records; chunks avoid copying the list as it grows.
  private struct Chunk: Sendable {
    static let size = chunkSize

    var bytes: [UInt8] = []
    /// The start of each record.
    var starts: [UInt32] = []
    /// The instant of each record's first fact; ``noInstant`` for a record without facts.
    var instants: [Int64] = []

    /// Frees unused capacity.
    mutating func releaseSpare() { bytes = bytes.withUnsafeBufferPointer(Array.init) }

    func range(of index: Int) -> Range<Int> {
      let next = index + 1
      return Int(starts[index])..<(next < starts.count ? Int(starts[next]) : bytes.count)
    }
  }

  /// The number of records in a chunk; appending lists of this size copies nothing.
  public static let chunkSize = 1_024

  private static let noInstant = Int64.max

  /// Makes an empty list.
  public init(form: String, file: String) { (self.form, self.file) = (form, file) }

  /// Makes a list of records whose facts share a form and a file.
  public init(_ records: some Sequence<Record>, form: String, file: String) {
    self.init(form: form, file: file)
    for record in records { append(record) }
  }

  /// Appends a record whose facts share the list's form and file.
  public mutating func append(_ record: Record) {
    if chunks.last.map({ $0.starts.count == Chunk.size }) ?? true { chunks.append(Chunk()) }
    append(record, to: chunks.count - 1)
    if count.isMultiple(of: Chunk.size) { chunks[chunks.count - 1].releaseSpare() }
  }

  /// Appends the next records of the same file.
  public mutating func append(_ other: RecordList) {
    guard count.isMultiple(of: Chunk.size) else {
      for record in other { append(record) }
      return
    }
    chunks += other.chunks
    hasBalances = hasBalances || other.hasBalances
    hasOwnIDs = hasOwnIDs || other.hasOwnIDs
    statesRates = statesRates || other.statesRates
    extents.formUnion(other.extents)
  }

  /// Replaces records by index; the new facts must include the old ones.
  public mutating func replace(_ changed: [Int: Record]) {
    for (chunk, positions) in Dictionary(grouping: changed.keys, by: { $0 / Chunk.size }) {
      let first = chunk * Chunk.size
      var records = (first..<Swift.min(first + Chunk.size, endIndex)).map { self[$0] }
      for position in positions { records[position - first] = changed[position] ?? self[position] }
      chunks[chunk] = Chunk()
      for record in records { append(record, to: chunk) }
    }
  }

  private mutating func append(_ record: Record, to chunk: Int) {
    chunks[chunk].starts.append(UInt32(chunks[chunk].bytes.count))
    chunks[chunk].instants.append(record.facts.first?.instant.at ?? Self.noInstant)
    var writer = ByteWriter()
    swap(&writer.bytes, &chunks[chunk].bytes)
    writer.append(record)
    swap(&writer.bytes, &chunks[chunk].bytes)
    for fact in record.facts {
      if fact.balance != nil { hasBalances = true }
      if fact.own?.hasID ?? false { hasOwnIDs = true }
      if fact.statesRate { statesRates = true }
    }
    extents.add(record.facts)
  }

  /// The instant of a record's first fact, in microseconds since 1970; `nil` without facts.
  public func instant(at index: Int) -> Int64? {
    let instant = chunks[index / Chunk.size].instants[index % Chunk.size]
    return instant == Self.noInstant ? nil : instant
  }

  /// A record as the ledger stores it, with its facts in bytes.
  public struct Packed: Sendable {
    /// The record without its facts.
    public let record: Record
    /// The facts as `[Fact].bytes`; empty if there are none.
    public let facts: [UInt8]
    /// The scope that the first fact changes, and its instant in microseconds since 1970; `nil`
    /// without facts.
    public let firstFact: (scope: Scope, instant: Int64)?
  }

  /// A record with its facts in bytes.
  public func packed(at index: Int) -> Packed {
    var reader = reader(at: index)
    let record = Self.required(reader.record())
    let facts = reader.rest
    return Packed(record: record, facts: facts, firstFact: reader.scopeAndInstant())
  }

  private func reader(at index: Int) -> ByteReader {
    let chunk = chunks[index / Chunk.size]
    return ByteReader(bytes: chunk.bytes, in: chunk.range(of: index % Chunk.size))
  }

  private static func required<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure() }
    return value
  }
}

extension RecordList: RandomAccessCollection {
  /// The position of the first record.
  public var startIndex: Int { 0 }
  /// The position after the last record.
  public var endIndex: Int {
    chunks.last.map { (chunks.count - 1) * Chunk.size + $0.starts.count } ?? 0
  }

  /// The record at a position.
  public subscript(index: Int) -> Record {
    var reader = reader(at: index)
    var record = Self.required(reader.record())
    record.facts = Self.required(
      [Fact](
        &reader,
        source: FactSource(form: form, file: file, line: record.line, cells: record.cells)))
    return record
  }
}

// MARK: - In bytes

extension ByteWriter {
  fileprivate mutating func append(_ record: Record) {
    append(Int64(record.line))
    append(record.cells)
    append(record.notes)
    switch record.state {
    case .read: bytes.append(0)
    case .leftOut(let reason):
      bytes.append(1)
      append(reason.kind.rawValue)
      append(reason.word)
    case .asks(let question):
      bytes.append(2)
      append(question.kind.rawValue)
      append(question.subject)
      append(question.reason)
    }
    for fact in record.facts { append(fact) }
  }
}

extension ByteReader {
  /// The next record without its facts, which follow.
  fileprivate mutating func record() -> Record? {
    guard let line = number(), let cells = text(), let notes = text(), let state = state() else {
      return nil
    }
    return Record(line: Int(line), cells: cells, state: state, notes: notes)
  }

  private mutating func state() -> Record.State? {
    switch byte() {
    case 0: return .read
    case 1:
      guard let kind = text().flatMap(LeftOut.Kind.init), let word = text() else { return nil }
      return .leftOut(LeftOut(kind, word: word))
    case 2:
      guard let kind = text().flatMap(RowQuestion.Kind.init), let subject = text(),
        let reason = text()
      else { return nil }
      return .asks(RowQuestion(kind, subject: subject, reason: reason))
    default: return nil
    }
  }
}
