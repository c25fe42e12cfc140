import CellGrid
import Exact
public import FoundationEssentials
import MarketData
public import Portfolio
import Widgets

/// A change of the ledger that the dashboard asks for.
public enum DashboardChange: Equatable, Sendable {
  /// Record an event whose first row gets that id.
  case record(EventTerms, id: UUID)
  /// Change the event of the transaction or the move with that id, while its rows are as they were
  /// shown.
  case edit(UUID, shown: RecordedEvent, EventTerms)
  /// Remove a transaction with all that is one event with it, while it is as it was shown.
  case delete(Transaction)
  /// Remove a move with the other half of its transfer and the sale of its fee, while they are as
  /// they were shown.
  case deleteMove(RecordedEvent)
  /// Answer questions about imported files, while the ledger is as it was when they were read.
  case answer(AnswerToGive)
  /// Take an answer back, while the ledger is as it was when the answers were read.
  case revoke(GivenAnswer, seen: ChangeMark?)
}

extension DashboardState {
  /// An event in a few words: `Swap 0.1 BTC for 1.6 ETH`.
  func name(_ terms: EventTerms) -> String {
    let word = terms.kind?.displayName ?? ""
    guard let coinId = terms.coinId, let amount = terms.amount else { return word }
    let coming = terms.other.map {
      "\(terms.kind == .migrate ? " to " : " for ")\(size($0.amount, $0.coinId))"
    }
    let place = terms.toAccount.map { " to \(cleaned($0))" }
    return "\(word) \(size(amount, coinId))\(coming ?? place ?? "")"
  }

  /// The rows of an event in a few words.
  func name(of rows: [Transaction]) -> String {
    let terms = EventTerms(of: rows, isMoney: Currency.isKnown)
    let main = rows.first { $0.kind != .fee } ?? rows.first
    return terms.other == nil ? main.map(name) ?? "" : name(terms)
  }

  /// A transaction in three words: `Buy 2 BTC`.
  func name(_ transaction: Transaction) -> String {
    "\(transaction.kind.displayName) \(size(transaction))"
  }

  /// The coins of a transaction: `2 BTC`.
  func size(_ transaction: Transaction) -> String {
    size(transaction.amount, transaction.coinId)
  }

  /// Coins with their symbol: `2 BTC`.
  func size(_ amount: ExactDecimal, _ coinId: String) -> String {
    let amount = FormattedFigure.quantity(amount).text(isPrivate: isPrivate)
    return "\(amount) \(transactions.book[coinId].symbol)"
  }
}
