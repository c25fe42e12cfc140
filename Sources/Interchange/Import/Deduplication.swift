import FoundationEssentials
import Portfolio

/// What the ledger has of an import already.
///
/// A row is known again by its reference, whatever was edited since. What has no reference of an
/// exchange, because it was typed in, imported by a version that kept none or brought by that
/// version's export, is known by its content: coin, direction, amount, price and instant, one row
/// for one transaction.
struct Deduplication {
  /// Where in the ledger each reference is that no row has met; others have no place in it.
  private var references: [Reference: Int] = [:]
  /// Stands for the place of a move, or of a row that was met.
  private static let ofMove = -1
  /// Stands for an earlier row of the import.
  private static let ofImport = -2
  private var byId: Set<UUID> = []
  private var byContent: [Content: [Candidate]] = [:]
  private var legacy: [String: Int] = [:]
  private var isPaired: Set<Int> = []
  private let former: FormerImports
  private let remembersRows: Bool

  private struct Candidate {
    let index: Int
    let hasReference: Bool
    let inNotes: String?
  }

  /// - Parameter remembersRows: Whether the rows of the import are remembered as well; where no two
  ///   of them have one reference, they need no memory.
  init(transactions: [Transaction], moves: [Move], remembersRows: Bool = true) {
    former = FormerImports(transactions)
    self.remembersRows = remembersRows
    byId = Set(moves.map(\.id))
    for reference in moves.lazy.compactMap(\.reference) { references[reference] = Self.ofMove }
    for (index, transaction) in transactions.enumerated().reversed() {
      byId.insert(transaction.id)
      if let reference = transaction.reference { note(reference, at: index, of: transactions) }
      let inNotes = referenceInNotes(transaction.notes)
      byContent[Content(transaction), default: []].append(
        Candidate(
          index: index, hasReference: transaction.hasForeignReference, inNotes: inNotes))
      if let text = inNotes, !transaction.hasForeignReference {
        // Twice the same reference says nothing about either.
        let key = Content.key(text, transaction)
        legacy[key] = legacy[key] == nil ? index : -1
      }
    }
  }

  /// Imports of the first version gave both sides of a swap one reference; the sale is a part of
  /// it.
  private mutating func note(
    _ reference: Reference, at index: Int, of transactions: [Transaction]
  ) {
    guard let other = references[reference], other >= 0,
      (transactions[other].type == .sell) != (transactions[index].type == .sell)
    else {
      references[reference] = index
      return
    }
    let isSale = transactions[index].type == .sell
    references[reference.part("sale")] = isSale ? index : other
    references[reference] = isSale ? other : index
  }

  /// Whether the ledger, or an earlier row of the import, is this row.
  ///
  /// - Parameter isOwn: Whether the row is of bitpal's own format, whose derived reference tells
  ///   less than the content does.
  mutating func contains(_ transaction: Transaction, isOwn: Bool, hasOwnId: Bool) -> Bool {
    if hasOwnId {
      guard !byId.insert(transaction.id).inserted else {
        return containsUnreferenced(transaction, isOwn: isOwn)
      }
      return true
    }
    if let reference = transaction.reference, isKnown(reference) { return true }
    return containsUnreferenced(transaction, isOwn: isOwn)
  }

  /// Whether the ledger is this row of bitpal's own format; earlier rows of the import are not
  /// remembered, and take no memory.
  mutating func knows(_ transaction: Transaction, hasOwnId: Bool) -> Bool {
    guard !byContent.isEmpty || !references.isEmpty || !byId.isEmpty else { return false }
    if hasOwnId {
      if byId.contains(transaction.id) { return true }
    } else if let reference = transaction.reference, references[reference] != nil {
      return isKnown(reference)
    }
    return containsUnreferenced(transaction, isOwn: true)
  }

  /// Whether the ledger has a move of this reference or id; as ``knows(_:hasOwnId:)``.
  func knows(_ move: Move, hasOwnId: Bool) -> Bool {
    if hasOwnId, byId.contains(move.id) { return true }
    return move.reference.map { references[$0] != nil } ?? false
  }

  /// Whether the ledger, or an earlier row of the import, has a move of this reference, or of this
  /// id where the row carries one.
  mutating func contains(_ move: Move, hasOwnId: Bool = false) -> Bool {
    if hasOwnId, !byId.insert(move.id).inserted { return true }
    guard let reference = move.reference else { return false }
    return isKnown(reference)
  }

  /// Whether the ledger has this reference, whatever the import has brought so far.
  func ledgerHas(_ reference: Reference) -> Bool {
    references[reference].map { $0 != Self.ofImport } ?? false
  }

  /// Whether the reference was met before; it is from now on.
  private mutating func isKnown(_ reference: Reference) -> Bool {
    guard let index = references[reference] else {
      if remembersRows { references[reference] = Self.ofImport }
      return false
    }
    if index >= 0 {
      isPaired.insert(index)
      references[reference] = Self.ofMove
    }
    return true
  }

  private mutating func containsUnreferenced(_ row: Transaction, isOwn: Bool) -> Bool {
    if !legacy.isEmpty, let reference = row.reference {
      let key = Content.key("\(reference.source) \(reference.id)", row)
      if let index = legacy[key], index >= 0, isPaired.insert(index).inserted { return true }
    }
    if containsContent(of: row, isOwn: isOwn) { return true }
    guard !isOwn, let place = former.place(of: row, isPaired: { isPaired.contains($0) }) else {
      return false
    }
    isPaired.insert(place)
    return true
  }

  private mutating func containsContent(of row: Transaction, isOwn: Bool) -> Bool {
    guard !byContent.isEmpty else { return false }
    let content = Content(row)
    guard var candidates = byContent[content] else { return false }
    defer { byContent[content] = candidates }
    candidates.removeAll { isPaired.contains($0.index) }
    let inNotes = referenceInNotes(row.notes)
    let place = candidates.lastIndex { candidate in
      guard isOwn || !candidate.hasReference else { return false }
      return inNotes == nil || candidate.inNotes == nil || inNotes == candidate.inNotes
    }
    guard let place else { return false }
    isPaired.insert(candidates.remove(at: place).index)
    return true
  }
}

extension Transaction {
  /// Whether an exchange's file was where it was first written down, and not a file of bitpal's.
  var hasForeignReference: Bool {
    reference.map { $0.source != ImportFormat.bitpal.rawValue } ?? false
  }
}

/// What makes two transactions the same where no reference does; notes may be edited freely.
private struct Content: Hashable {
  let coinId: String
  let type: TransactionType
  let amount: Decimal
  let pricePerCoin: Decimal
  let milliseconds: Int

  init(_ transaction: Transaction) {
    coinId = transaction.coinId
    type = transaction.type
    amount = transaction.amount
    pricePerCoin = transaction.pricePerCoin
    milliseconds = transaction.date.millisecondsSince1970
  }

  static func key(_ reference: String, _ transaction: Transaction) -> String {
    "\(reference) \(transaction.type.rawValue) \(transaction.coinId)"
  }
}

/// The exchange's id that earlier versions left at the end of a transaction's notes:
/// `… [kraken TABC]`.
///
/// - Returns: `nil` for brackets of the user's own, which need not be unique.
private func referenceInNotes(_ notes: String?) -> String? {
  guard let notes, notes.hasSuffix("]"), let opening = notes.lastIndex(of: "[") else { return nil }
  let text = notes[notes.index(after: opening)...].dropLast()
  let words = text.split(separator: " ")
  guard words.count == 2, sourcesInNotes.contains(words[0]) else { return nil }
  return String(text)
}

private let sourcesInNotes: Set<Substring> = [
  "bitstamp", "bittrex", "bitvavo", "coinbase", "coinbase-pro", "kraken",
]
