import FoundationEssentials
import Portfolio

/// Tells the parts of an order apart, whose rows share its id, in one file or in several.
///
/// A row is the one that the ledger has of the id where coin, side and amount are the same, or the
/// instant: then something of it was edited. Any other is another part of the order.
struct SharedIds {
  private let ledger: LedgerOverview
  /// Whether there may be more files, so that the rows of this one are remembered.
  private let remembersRows: Bool
  /// Rows of files before this one, by their references.
  private var earlier: [Reference: Row] = [:]
  private var ofFile: [Reference: Row] = [:]
  /// References that rows of the file met in the ledger or in an earlier file.
  private var met: Set<Reference> = []
  /// References with another number than the file's own.
  private var given: Set<Reference> = []
  /// References of transactions that go from the ledger.
  private var released: Set<Reference> = []

  private struct Row: Equatable {
    let part: OrderPart
    let date: Date
  }

  /// After so many numbers that no row has, none has a greater one.
  private static let longestGap = 4

  init(_ ledger: LedgerOverview, remembersRows: Bool) {
    (self.ledger, self.remembersRows) = (ledger, remembersRows)
  }

  /// Begins the rows of another file.
  mutating func beginFile() {
    earlier.merge(ofFile) { $1 }
    ofFile = [:]
    met = []
    given = []
  }

  /// The reference of a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - id: What the file states.
  ///   - numbered: The same with the row's number among those of the file.
  ///   - known: The ledger's transaction of a reference, where it is of this time.
  mutating func reference(
    of row: Transaction, id: Reference, numbered: Reference,
    known: (Reference) -> Transaction?
  ) -> Reference {
    var reference = numbered
    // The first row of the id may have been a move.
    let isShared = (1...3).contains { isTaken(id.numbered($0)) }
    if isShared || isTaken(numbered) || given.contains(numbered) {
      let (found, last) = search(row, id, known)
      if let found {
        met.insert(found)
        return found
      }
      var number = max(last, id.number(of: numbered))
      while isTaken(reference) || given.contains(reference) {
        number += 1
        reference = id.numbered(number)
      }
      given.insert(reference)
    }
    if remembersRows {
      ofFile[reference] = Row(part: OrderPart(row, of: reference), date: row.date)
    }
    return reference
  }

  /// Takes note that what has a reference goes from the ledger.
  mutating func release(_ reference: Reference) { released.insert(reference) }

  private func isTaken(_ reference: Reference) -> Bool {
    ledgerHas(reference) || earlier[reference] != nil
  }

  private func ledgerHas(_ reference: Reference) -> Bool {
    ledger.hasTransaction(reference) && !released.contains(reference)
  }

  /// The reference by which a row is there already, and the last number that one has.
  private func search(
    _ row: Transaction, _ id: Reference, _ known: (Reference) -> Transaction?
  ) -> (found: Reference?, last: Int) {
    var ofInstant: Reference?
    var (number, last) = (0, 0)
    while number - last < Self.longestGap {
      number += 1
      let candidate = id.numbered(number)
      guard isTaken(candidate) else { continue }
      last = number
      guard !met.contains(candidate) else { continue }
      // Rows of this import nobody has edited.
      if let other = earlier[candidate] {
        guard other != Row(part: OrderPart(row, of: candidate), date: row.date) else {
          return (candidate, last)
        }
      } else if ledger.has(OrderPart(row, of: candidate)) {
        return (candidate, last)
      } else if known(candidate)?.date == row.date {
        ofInstant = ofInstant ?? candidate
      }
    }
    return (ofInstant, last)
  }
}

extension ImportPlanner {
  /// The reference of what a row is booked as, where others may share the id that it states.
  mutating func reference(
    _ numbered: Reference, of facts: TradeFacts, _ booked: Booking.Result, in file: ImportFile
  ) -> Reference {
    guard let id = RowReferences.split(facts.reference) else { return numbered }
    guard !file.format.hasIdOfEachRow else { return known.reference(of: numbered, id: id) }
    guard let main = booked.transactions.first(where: \.name.isEmpty)?.transaction
    else { return numbered }
    return sharedIds.reference(of: main, id: id, numbered: numbered) { [known] in
      known.transaction(of: $0)
    }
  }
}

/// So much of a coin that was bought or sold under a reference.
struct OrderPart: Hashable {
  private let reference: Reference
  private let coinId: String
  private let type: TransactionType
  private let amount: Decimal

  init(_ transaction: Transaction, of reference: Reference) {
    self.reference = reference
    (coinId, type) = (transaction.coinId, transaction.type)
    amount = transaction.amount
  }
}
