import Exact
import Portfolio

/// The fields that an import under schema 1 wrote into the notes, because it had no columns.
///
/// Notes ended in `…; total 765.43 USD; fee 1.23 USD; [kraken TABC]`, with only the known parts.
/// Parts in exactly that form, whose figures agree with the row's, move to their columns;
/// everything else is the user's own and stays unchanged.
struct VersionOneNotes {
  /// The exchange's id of the trade.
  let reference: Reference?
  private let rest: String?
  private let isImporters: Bool

  init(_ notes: String?) {
    (reference, rest, isImporters) = Self.split(notes)
  }

  /// The transaction with the fields moved from its notes to its columns.
  ///
  /// - Parameter keepsReference: Whether the reference stays in the notes, because another row has
  ///   it.
  func moved(_ transaction: Transaction, keepsReference: Bool) -> Transaction {
    var moved = transaction
    if reference != nil && !keepsReference {
      moved.reference = reference
      moved.notes = rest
    }
    guard !keepsReference, let notes = moved.notes, reference == nil || isImporters else {
      return moved
    }
    ImportedFigures(notes)?.move(into: &moved, isImporters: reference != nil)
    return moved
  }

  private static func split(_ notes: String?) -> (Reference?, String?, Bool) {
    guard let notes, notes.hasSuffix("]"), let opening = notes.lastIndex(of: "[") else {
      return (nil, notes, false)
    }
    let text = notes[notes.index(after: opening)...].dropLast()
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, sources.contains(String(words[0])), !words[1].isEmpty else {
      return (nil, notes, false)
    }
    let reference = Reference(source: String(words[0]), id: String(words[1]))
    let before = notes[..<opening]
    if before.isEmpty { return (reference, nil, true) }
    if before.hasSuffix("; ") { return (reference, String(before.dropLast(2)), true) }
    return (reference, String(before.hasSuffix(" ") ? before.dropLast() : before), false)
  }

  /// The exchanges whose ids were written.
  private static let sources: Set<String> = [
    "bitstamp", "bittrex", "bitvavo", "coinbase", "coinbase-pro", "kraken",
  ]
}

/// The total and the fees at the end of an import's notes.
private struct ImportedFigures {
  private let words: [Substring]
  private let total: ExactDecimal?
  private let fees: [(amount: ExactDecimal, asset: Substring)]
  private let feeTexts: [Substring]

  /// Parses the figures; `nil` if there are none.
  init?(_ notes: String) {
    var parts = notes.split(separator: "; ", omittingEmptySubsequences: false)
    var fees: [(ExactDecimal, Substring)] = []
    var feeTexts: [Substring] = []
    while let part = parts.last, let fee = Self.figure("fee", part) {
      fees.insert(fee, at: 0)
      feeTexts.insert(part, at: 0)
      parts.removeLast()
    }
    if let part = parts.last, let figure = Self.figure("total", part), figure.asset == "USD" {
      total = figure.amount
      parts.removeLast()
    } else {
      total = nil
    }
    guard total != nil || !fees.isEmpty else { return nil }
    words = parts
    self.fees = fees
    self.feeTexts = feeTexts
  }

  /// Moves what the row's own figures confirm.
  func move(into transaction: inout Transaction, isImporters: Bool) {
    guard transaction.type != .gift, transaction.amount > 0 else { return }
    let product = transaction.amount * transaction.pricePerCoin
    if let total {
      let quotient = Cost(total).perCoin(of: transaction.amount)
      guard quotient == transaction.pricePerCoin else { return }
    }
    // Without a reference, only a total other than price times amount shows that an import wrote
    // it.
    guard isImporters || total.map({ Cost($0) != product }) ?? false else { return }
    guard let whole = total ?? Self.exact(product) else { return }
    let fee = movableFee(of: transaction)
    guard total != nil || fee != nil else { return }
    let signed = transaction.type.isAcquisition ? -(fee ?? 0) : fee ?? 0
    guard let payment = Self.exact(Cost(whole) + Cost(signed)), payment > 0 else { return }
    transaction.payment = MoneyAmount(amount: payment, currency: "USD")
    transaction.fee = fee.map { TransactionFee(amount: $0, currency: "USD") }
    let left = words + (fee == nil ? feeTexts : [])
    transaction.notes = left.isEmpty ? nil : left.joined(separator: "; ")
  }

  /// The single fee in dollars; the fee of a swap was part of the purchase and only noted on the
  /// sale.
  private func movableFee(of transaction: Transaction) -> ExactDecimal? {
    guard fees.count == 1, fees[0].asset == "USD" else { return nil }
    let isHalfOfSwap = words.last.map { Self.figure("for", $0) != nil } ?? false
    return transaction.type == .sell && isHalfOfSwap ? nil : fees[0].amount
  }

  /// Parses `word 1.5 ASSET`, keeping the number's text.
  private static func figure(
    _ word: String, _ part: Substring
  ) -> (amount: ExactDecimal, asset: Substring)? {
    let words = part.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == word, !words[2].isEmpty else { return nil }
    do throws(DecimalTextError) {
      let amount = try ExactDecimal(exact: words[1])
      return amount >= 0 && amount.description == words[1] ? (amount, words[2]) : nil
    } catch { return nil }
  }

  /// The number as a decimal, if it fits exactly.
  private static func exact(_ number: Cost) -> ExactDecimal? {
    let decimal = number.figure
    return Cost(decimal) == number ? decimal : nil
  }
}
