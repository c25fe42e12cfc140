import FoundationEssentials
import Portfolio

/// Two people may have equal rows: the account that the user names for a file is part of what its
/// rows without ids are known by.
extension Reference {
  /// That of a row without an id.
  ///
  /// - Parameter account: The account that the user names for the whole file.
  init(_ format: ImportFormat, _ digest: RowDigest, account: String?) {
    let mark = account.map { "@" + Self.mark(of: $0) } ?? ""
    self.init(source: format.rawValue, id: digest.text + mark)
  }

  /// What stands for an account in references.
  static func mark(of account: String) -> String {
    String(RowDigest(cells: [account.lowercased()]).text.prefix(markLength))
  }

  private static let (digestLength, markLength) = (32, 8)

  /// Whether it follows from the cells of a row, because the file has no id.
  var isDigest: Bool {
    let bytes = id.utf8
    guard
      let end = bytes.index(
        bytes.startIndex, offsetBy: Self.digestLength, limitedBy: bytes.endIndex),
      end == bytes.endIndex || "#:@".utf8.contains(bytes[end])
    else { return false }
    return bytes[..<end].allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
  }

  /// What stands in it for the account that was named; `nil` where none was.
  var accountMark: Substring? {
    let bytes = id.utf8
    guard bytes.count > Self.digestLength + Self.markLength else { return nil }
    let start = bytes.index(bytes.startIndex, offsetBy: Self.digestLength)
    guard bytes[start] == UInt8(ascii: "@"), isDigest else { return nil }
    return id[start...].dropFirst().prefix(Self.markLength)
  }

  /// The same row under another account, or under none.
  func under(mark: String?) -> Reference {
    let end = id.utf8.index(id.startIndex, offsetBy: Self.digestLength)
    let rest = id[end...].dropFirst(accountMark == nil ? 0 : Self.markLength + 1)
    return Reference(source: source, id: id[..<end] + (mark.map { "@" + $0 } ?? "") + rest)
  }
}

/// Rows of a file for a named account that the ledger has of another.
public struct EqualRows: Equatable, Sendable {
  /// What becomes of them.
  public enum Outcome: Sendable {
    /// Both accounts have them.
    case added
    /// The file has no others, so that it is the other account's.
    case wholeFile
    /// No account was named for the other, so that they are the same.
    case known
  }

  /// How many there are.
  public let count: Int
  /// Whose rows are imported.
  public let account: String
  /// Who has them in the ledger; `nil` where that is not known any more.
  public let other: String?
  /// What becomes of them.
  public let outcome: Outcome
}

extension EqualRows {
  /// What the user should know, and how to go on.
  var sentence: String {
    let rows = count == 1 ? "1 row is" : "\(count) rows are"
    let owner = other ?? "another account"
    switch outcome {
    case .added:
      return "\(rows) equal to rows of \(owner) and count for \(account), too. If both are one "
        + "account, bitpal undo, then import with --account \(quotedForShell(owner))."
    case .wholeFile:
      return "All rows are in the ledger as those of \(owner), so none was added for \(account). "
        + "If \(account) did the same, import a file that holds more of \(account)'s history."
    case .known:
      return "\(rows) in the ledger as those of \(owner), imported without --account, and not "
        + "added again. If \(owner) is somebody else, bitpal undo, then import both files with "
        + "--account."
    }
  }
}

/// Tells by what the ledger knows rows without ids, where an account is named now or was then.
///
/// With no account named a file is known under whatever name it came in. Rows of a named account
/// are known if they came in under that name or under none, or are of that account by now. Those of
/// another named account are other rows; but a file of which every row is there of another account
/// was given under two names, because two histories are never equal for long.
struct RowsOfAccounts {
  private let account: String?
  private let mark: String?
  private let ledger: LedgerOverview
  /// The accounts of the ledger's moves.
  private let accountsOfMoves: [Reference: String]
  /// Whether everything was left out, because another account has it all.
  fileprivate(set) var areOthers = false
  /// The places of rows that another account has.
  private var equal: Set<Place> = []
  private var otherOfEqual: String?
  /// Rows of the ledger for which no account was named.
  private var unnamed = 0
  private var otherOfUnnamed: String?
  /// Whether the ledger has rows of the account.
  private var hasOwn = false

  private struct Place: Hashable {
    let file: String
    let line: Int

    init(_ source: RowSource) { (file, line) = (source.file, source.line) }
  }

  init(_ ledger: ImportLedger, account: String?) {
    (self.ledger, self.account) = (ledger.overview, account)
    mark = account.map(Reference.mark)
    let moves = account == nil ? [] : ledger.moves
    accountsOfMoves = Dictionary(
      moves.compactMap { move in move.reference.map { ($0, move.account) } }
    ) { first, _ in first }
  }

  /// Whether another account has a row that the import brings.
  var hasEqual: Bool { !equal.isEmpty }

  /// Whether the file may be another account's.
  var mayBeOthers: Bool { hasEqual && !hasOwn }

  /// Whether another account has the row.
  func isEqual(_ source: RowSource) -> Bool { equal.contains(Place(source)) }

  /// The reference by which the ledger knows a row, or will know it.
  ///
  /// - Parameter transaction: The ledger's transaction of a reference.
  mutating func name(
    of row: Reference, _ source: RowSource, _ transaction: (Reference) -> Transaction?
  ) -> Reference {
    guard mark != nil || !ledger.accountMarks.isEmpty, row.isDigest else { return row }
    guard !ledger.has(row) else {
      if mark != nil { hasOwn = true }
      return row
    }
    guard let account, let mark else {
      return ledger.accountMarks.lazy.map(row.under).first(where: ledger.has) ?? row
    }
    func owner(_ name: Reference) -> String? {
      transaction(name)?.account ?? accountsOfMoves[name]
    }
    func isOwn(_ name: Reference) -> Bool { owner(name)?.lowercased() == account.lowercased() }
    let name = row.under(mark: nil)
    if ledger.has(name) {
      if !isOwn(name) {
        unnamed += 1
        otherOfUnnamed = otherOfUnnamed ?? owner(name)
      }
      return name
    }
    let others = ledger.accountMarks.filter { $0 != mark }.map(row.under).filter(ledger.has)
    if let own = others.first(where: isOwn) {
      hasOwn = true
      return own
    }
    guard let other = others.first else { return row }
    equal.insert(Place(source))
    otherOfEqual = otherOfEqual ?? owner(other)
    return row
  }

  /// What the user should know.
  var notices: [ImportNotice] {
    guard let account else { return [] }
    var found: [EqualRows] = []
    if !equal.isEmpty {
      found.append(
        EqualRows(
          count: equal.count, account: account, other: otherOfEqual,
          outcome: areOthers ? .wholeFile : .added))
    }
    if unnamed > 0 {
      found.append(
        EqualRows(count: unnamed, account: account, other: otherOfUnnamed, outcome: .known))
    }
    return found.map(ImportNotice.equalRows)
  }
}

extension ImportPlanner {
  /// The reference by which the ledger knows a row, or will know it.
  mutating func name(of row: Reference, _ source: RowSource) -> Reference {
    rowsOfAccounts.name(of: row, source) { [known] in known.transaction(of: $0) }
  }

  /// The same for a deposit or withdrawal; that of coins given back says so, because the withdrawal
  /// may be imported later.
  mutating func name(of row: Reference, of facts: MoveFacts) -> Reference {
    guard facts.isReturned else { return name(of: row, facts.source) }
    // Earlier versions took them for a deposit.
    let plain = knownName(of: row, facts.source)
    return known.ledgerHas(plain) ? plain : name(of: row.part(Move.returned), facts.source)
  }

  /// The reference by which a row is known, or would be.
  func reference(of stated: String, _ source: RowSource, in file: ImportFile) -> Reference {
    if let reference = RowReferences.split(stated) { return reference }
    return knownName(of: Reference(file.format, source.digest, account: policy.account), source)
  }

  /// As ``name(of:_:)``, without taking note of it.
  private func knownName(of row: Reference, _ source: RowSource) -> Reference {
    var accounts = rowsOfAccounts
    return accounts.name(of: row, source) { known.transaction(of: $0) }
  }

  /// Leaves out everything where the ledger has all of it of another account.
  mutating func leaveOutOtherAccounts() {
    let sources = rows.map(\.source) + (moves + ownMoves).map(\.source)
    guard rowsOfAccounts.mayBeOthers, sources.allSatisfy(rowsOfAccounts.isEqual) else { return }
    rowsOfAccounts.areOthers = true
    alreadyThere += rows.count + moves.count + ownMoves.count
    (rows, moves, ownMoves) = ([], [], [])
  }
}
