import Portfolio

/// Gives each row of one file the reference by which a later import knows it again.
struct RowReferences {
  private let format: ImportFormat
  /// The account that the user names for all rows.
  private let account: String?
  private var counts: [Reference: Int] = [:]
  /// Moves are counted by themselves where an id is of one row alone: it may be a trade and a move.
  private var countsOfMoves: [Reference: Int] = [:]
  /// The ids that several rows state, by their hashes; `nil` where nobody knows.
  private let repeated: Set<Int>?
  private var ofInstant: [RowDigest: Int] = [:]
  /// What the first row said that states an id, and its line: one row may be a trade and a move.
  private var first: [Reference: (digest: RowDigest, line: Int)] = [:]

  /// - Parameters:
  ///   - account: The account that the user names for all rows.
  ///   - repeated: The ids that several rows state, where the rows are too many to be
  ///     counted here; then each instant has to be forgotten, because equal rows have one instant.
  init(format: ImportFormat, account: String?, repeated: Set<Int>? = nil) {
    (self.format, self.account) = (format, account)
    self.repeated = repeated
  }

  /// The reference of the next row.
  ///
  /// - Parameters:
  ///   - stated: The exchange's id with its source before it, or empty: then the reference follows
  ///     from the row's cells and from how many equal rows the file had before.
  ///   - isMove: Whether it is a deposit or withdrawal; the row may be a trade as well.
  /// - Returns: `nil` for a row that came before in the file, which was put together of exports that
  ///   overlap: the id is that of one trade alone, and every cell is the same.
  mutating func next(stated: String, source: RowSource, isMove: Bool = false) -> Reference? {
    guard let reference = Self.split(stated) else { return next(source.digest) }
    if let repeated, repeated.isEmpty || !repeated.contains(reference.hashValue) {
      return reference
    }
    if format.hasIdOfEachRow {
      let known = first[reference] ?? (source.digest, source.line)
      guard known.digest != source.digest || known.line == source.line else { return nil }
      first[reference] = known
      if isMove {
        let count = countsOfMoves[reference, default: 0] + 1
        countsOfMoves[reference] = count
        return reference.numbered(count)
      }
    }
    return counted(reference)
  }

  /// The reference of the next row that states none and has a digest.
  mutating func next(_ digest: RowDigest) -> Reference {
    let base = Reference(format, digest, account: account)
    guard repeated != nil else { return counted(base) }
    let count = ofInstant[digest, default: 0] + 1
    ofInstant[digest] = count
    return base.numbered(count)
  }

  /// Forgets the rows of the instant before.
  mutating func forgetInstant() { ofInstant.removeAll(keepingCapacity: true) }

  private mutating func counted(_ base: Reference) -> Reference {
    let count = counts[base, default: 0] + 1
    counts[base] = count
    return base.numbered(count)
  }

  /// The reference that a text states; `nil` where it states none.
  static func split(_ text: String) -> Reference? {
    guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let id = text[text.utf8.index(after: space)...]
    return id.isEmpty ? nil : Reference(source: String(text[..<space]), id: String(id))
  }
}

extension LedgerOverview {
  /// After so many numbers that nothing has, nothing has a greater one.
  static let longestGap = 4

  /// The references under which the ledger has something of an id that several rows share.
  func references(of id: Reference) -> some Sequence<Reference> {
    sequence(state: (number: 0, last: 0)) { state -> Reference? in
      while state.number - state.last < Self.longestGap {
        state.number += 1
        let reference = id.numbered(state.number)
        guard has(reference) else { continue }
        state.last = state.number
        return reference
      }
      return nil
    }
  }
}

extension Reference {
  /// The reference of that one of several things of one id.
  func numbered(_ count: Int) -> Reference {
    count == 1 ? self : Reference(source: source, id: "\(id)#\(count)")
  }

  /// Which of several things of this id has a reference that ``numbered(_:)`` made.
  func number(of other: Reference) -> Int {
    other == self ? 1 : Int(other.id.dropFirst(id.count + 1)) ?? 1
  }

  /// The reference of a part of what this one stands for; of the thing itself where the part has no
  /// name.
  func part(_ name: String) -> Reference {
    name.isEmpty ? self : Reference(source: source, id: "\(id):\(name)")
  }
}
