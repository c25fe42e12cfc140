/// The extents of files: the accounts, markets and time spans they report.
///
/// A derivation needs nothing else about rows that are far away in time.
public struct FileExtents: Sendable, Equatable {
  /// The time span that a file reports for one scope.
  struct Span: Sendable, Equatable {
    private(set) var low = Int64.max
    private(set) var high = Int64.min
    /// The widest clock, in microseconds.
    private(set) var width: Int64 = 0
    /// Whether a program saved the file with less precise times than the form's.
    private(set) var isCoarse = false
    /// The longest time, in microseconds, between a row and a related time: the start of an order,
    /// or the other half of a trade.
    private(set) var longest: Int64 = 0
    /// Whether the only time of an order may be that of its placement.
    private(set) var mayLackEnds = false
    /// Whether coins arrive from or leave for other accounts.
    private(set) var hasTransfers = false
    /// Whether the rows of an order, which may be any time apart, form one trade.
    private(set) var hasRowsOfOrders = false
    /// Whether dollars and other money are stated, whose ratio is checked over the whole file.
    private(set) var statesRates = false
    /// Whether no id identifies a row.
    private(set) var lacksRowIDs = false
    /// The assets and markets that the file names.
    private(set) var subjects: Set<AssetPair> = []

    mutating func add(_ fact: Fact) {
      let start = min(fact.orderStart ?? fact.instant.at, fact.instant.at)
      (low, high) = (min(low, start), max(high, fact.instant.at))
      width = max(width, fact.instant.width)
      longest = max(longest, fact.instant.at - start, fact.half?.within ?? 0)
      if !fact.instant.hasSeconds { isCoarse = true }
      if start == fact.instant.at, fact.role.isTrade { mayLackEnds = true }
      let ids = fact.idList
      // Other accounts may report a hash, too.
      if fact.role == .deposit || fact.role == .withdrawal
        || ids.contains(where: { $0.space.kind == .hash })
      {
        hasTransfers = true
      }
      if !ids.contains(where: { $0.space.kind == .row }) { lacksRowIDs = true }
      if !fact.group.isEmpty, ids.contains(where: { $0.isOrder(ofGroup: fact.group) }) {
        hasRowsOfOrders = true
      }
      if fact.statesRate { statesRates = true }
      let subject = fact.subject
      if !subjects.contains(subject) { subjects.insert(subject) }
    }

    mutating func formUnion(_ other: Span) {
      (low, high) = (min(low, other.low), max(high, other.high))
      (width, longest) = (max(width, other.width), max(longest, other.longest))
      isCoarse = isCoarse || other.isCoarse
      mayLackEnds = mayLackEnds || other.mayLackEnds
      hasTransfers = hasTransfers || other.hasTransfers
      hasRowsOfOrders = hasRowsOfOrders || other.hasRowsOfOrders
      statesRates = statesRates || other.statesRates
      lacksRowIDs = lacksRowIDs || other.lacksRowIDs
      subjects.formUnion(other.subjects)
    }
  }

  /// One file.
  struct File: Sendable, Equatable {
    let form: String
    /// The spans by scope, as named in the rows.
    var spans: [Scope: Span] = [:]
  }

  /// The files by digest.
  private(set) var files: [String: File] = [:]

  /// Makes empty extents.
  public init() {}

  /// Measures files from all their facts.
  public init(_ facts: some Sequence<Fact>) { add(facts) }

  /// Measures more facts of these or other files; adding a fact again has no effect.
  public mutating func add(_ facts: some Sequence<Fact>) {
    // Rows of one scope are mostly adjacent.
    var current: (file: String, scope: Scope, span: Span)?
    for fact in facts {
      let (file, scope) = (fact.source.file, fact.scope)
      if current?.file != file || current?.scope != scope {
        put(current)
        if files[file] == nil { files[file] = File(form: fact.source.form) }
        current = (file, scope, files[file]?.spans.removeValue(forKey: scope) ?? Span())
      }
      current?.span.add(fact)
    }
    put(current)
  }

  private mutating func put(_ current: (file: String, scope: Scope, span: Span)?) {
    guard let (file, scope, span) = current else { return }
    files[file]?.spans[scope] = span
  }

  /// The digests of the files.
  public var digests: Set<String> { Set(files.keys) }

  /// The first instant that any of the files reports; `nil` if there is none.
  public var first: Int64? { spans.map(\.low).min() }

  /// Whether any of the files states both dollars and other money, and rows from an instant on.
  public func statesRates(from instant: Int64) -> Bool {
    files.values.contains { file in
      file.spans.values.contains(where: \.statesRates)
        && file.spans.values.contains { $0.high >= instant }
    }
  }

  /// The scopes named in rows.
  public var scopes: Set<Scope> { Set(files.values.flatMap(\.spans.keys)) }

  private var spans: [Span] { files.values.flatMap(\.spans.values) }

  /// Merges the extents of more facts of these files, or of other files.
  mutating func formUnion(_ other: FileExtents) {
    for (digest, file) in other.files {
      guard files[digest] != nil else {
        files[digest] = file
        continue
      }
      for (scope, span) in file.spans {
        files[digest]?.spans[scope, default: Span()].formUnion(span)
      }
    }
  }

  /// Adds files, replacing those with the same digest.
  public mutating func merge(_ other: FileExtents) { files.merge(other.files) { $1 } }

  /// The files that are not among others.
  public func subtracting(_ others: FileExtents) -> FileExtents {
    var rest = self
    rest.files = files.filter { others.files[$0.key] == nil }
    return rest
  }

  /// The reach if an order's end is unknown, or its rows may be any time apart.
  public static let unlimitedReach: Int64 = 1 << 58

  /// The greatest distance, in microseconds, between facts that affect each other: halves of
  /// transfers and their other candidates, orders and their fills, and clocks of two reports.
  public func reach(_ rules: DerivationRules) -> Int64 {
    let lateness = files.values.flatMap { rules.traits(of: $0.form).lateness.values }.max() ?? 0
    let transfers = spans.contains(where: \.hasTransfers) ? TransferPairing.reach : 0
    guard !hasOrdersWithoutEnds(rules), !spans.contains(where: \.hasRowsOfOrders) else {
      return Self.unlimitedReach
    }
    return transfers + (spans.map(\.longest).max() ?? 0)
      + 2 * (spans.map(\.width).max() ?? 0) + lateness
  }

  /// Whether an order with an unknown end may have fills, which another form reports for its
  /// account.
  private func hasOrdersWithoutEnds(_ rules: DerivationRules) -> Bool {
    var forms: [String: Set<String>] = [:]
    for file in files.values {
      for scope in file.spans.keys { forms[scope.account, default: []].insert(file.form) }
    }
    return files.values.contains { file in
      let traits = rules.traits(of: file.form)
      guard traits.ordersLackEnds else { return false }
      return file.spans.contains { scope, span in
        // A form of events may have fills, too.
        span.mayLackEnds && (traits.rows != .orders || forms[scope.account]?.count != 1)
      }
    }
  }
}

// MARK: - In bytes

extension FileExtents {
  /// The compact encoding of the extents.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    for (digest, file) in files.sorted(by: { $0.key < $1.key }) {
      writer.append(digest)
      writer.append(file.form)
      writer.append(Int64(file.spans.count))
      for (scope, span) in file.spans.sorted(by: { $0.key < $1.key }) {
        writer.append(scope.account)
        writer.append(scope.owner)
        let flags: Int64 =
          (span.isCoarse ? 1 : 0) | (span.hasTransfers ? 2 : 0) | (span.mayLackEnds ? 4 : 0)
          | (span.lacksRowIDs ? 8 : 0) | (span.hasRowsOfOrders ? 16 : 0)
          | (span.statesRates ? 32 : 0)
        for number in [span.low, span.high, span.width, flags, span.longest] {
          writer.append(number)
        }
        writer.append(Int64(span.subjects.count))
        for subject in span.subjects.sorted(by: { ($0.base, $0.quote) < ($1.base, $1.quote) }) {
          writer.append(subject.base)
          writer.append(subject.quote)
        }
      }
    }
    return writer.bytes
  }

  /// Reads ``bytes``; `nil` for anything else.
  public init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes: bytes)
    while !reader.isAtEnd {
      guard let digest = reader.text(), let form = reader.text(), let count = reader.number() else {
        return nil
      }
      var file = File(form: form)
      for _ in 0..<max(0, count) {
        guard let account = reader.text(), let owner = reader.text(), let span = Span(&reader)
        else {
          return nil
        }
        file.spans[Scope(account: account, owner: owner)] = span
      }
      files[digest] = file
    }
  }
}

extension FileExtents.Span {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let low = reader.number(), let high = reader.number(), let width = reader.number(),
      let flags = reader.number(), let longest = reader.number(), let count = reader.number()
    else { return nil }
    (self.low, self.high, self.width, self.longest) = (low, high, width, longest)
    (isCoarse, hasTransfers) = (flags & 1 == 1, flags & 2 == 2)
    (mayLackEnds, lacksRowIDs) = (flags & 4 == 4, flags & 8 == 8)
    (hasRowsOfOrders, statesRates) = (flags & 16 == 16, flags & 32 == 32)
    for _ in 0..<max(0, count) {
      guard let base = reader.text(), let quote = reader.text() else { return nil }
      subjects.insert(AssetPair(base: base, quote: quote))
    }
  }
}
