import FoundationEssentials
import Portfolio

/// The exchange's id that earlier versions left in a transaction's notes, and what has it.
struct NotedReference: Hashable {
  private let text: String
  private let type: TransactionType
  private let coinId: String

  /// `nil` where the notes hold none.
  init?(_ transaction: Transaction) {
    guard let text = referenceInNotes(transaction.notes) else { return nil }
    self.init(text, transaction)
  }

  /// What the notes of the same transaction would hold; `nil` where it has no reference.
  init?(referenceOf transaction: Transaction) {
    guard let reference = transaction.reference else { return nil }
    self.init("\(reference.source) \(reference.id)", transaction)
  }

  private init(_ text: String, _ transaction: Transaction) {
    self.text = text
    (type, coinId) = (transaction.type, transaction.coinId)
  }
}

/// The exchange's id that earlier versions left at the end of a transaction's notes:
/// `… [kraken TABC]`.
///
/// - Returns: `nil` for brackets of the user's own, which need not be unique.
func referenceInNotes(_ notes: String?) -> String? {
  guard let notes, notes.hasSuffix("]"), let opening = notes.lastIndex(of: "[") else { return nil }
  let text = notes[notes.index(after: opening)...].dropLast()
  let words = text.split(separator: " ")
  guard words.count == 2, sourcesInNotes.contains(words[0]) else { return nil }
  return String(text)
}

private let sourcesInNotes: Set<Substring> = [
  "bitstamp", "bittrex", "bitvavo", "coinbase", "coinbase-pro", "kraken",
]
