import CellGrid
import Exact
public import FoundationEssentials
import MarketData
public import Portfolio
import Widgets

/// A ledger change that the dashboard requests.
public enum DashboardChange: Equatable, Sendable {
  /// Record an event; its first row gets this id.
  case record(EventTerms, id: UUID)
  /// Edit the event of a transaction or move, provided its rows are unchanged since they were
  /// shown.
  case edit(UUID, shown: RecordedEvent, EventTerms)
  /// Delete a transaction and its whole event, provided it is unchanged since it was shown.
  case delete(Transaction)
  /// Delete a move with the other half of its transfer and its fee sale, provided they are
  /// unchanged since they were shown.
  case deleteMove(RecordedEvent)
  /// Answer questions about imported files, provided the ledger is unchanged since they were read.
  case answer(AnswerToGive)
  /// Revoke an answer, provided the ledger is unchanged since the answers were read.
  case revoke(GivenAnswer, seen: ChangeMark?)
}

extension DashboardState {
  /// Short description of an event: `Swap 0.1 BTC for 1.6 ETH`.
  func name(_ terms: EventTerms) -> String {
    let word = terms.kind?.displayName ?? ""
    guard let coinId = terms.coinId, let amount = terms.amount else { return word }
    let coming = terms.other.map {
      "\(terms.kind == .migrate ? " to " : " for ")\(size($0.amount, $0.coinId))"
    }
    let target = terms.toAccount.map { " to \(cleaned($0))" }
    return "\(word) \(size(amount, coinId))\(coming ?? target ?? "")"
  }

  /// Short description of an event's rows.
  func name(of rows: [Transaction]) -> String {
    let terms = EventTerms(of: rows, isMoney: Currency.isKnown)
    let main = rows.first { $0.kind != .fee } ?? rows.first
    return terms.other == nil ? main.map(name) ?? "" : name(terms)
  }

  /// Short description of a transaction: `Buy 2 BTC`.
  func name(_ transaction: Transaction) -> String {
    "\(transaction.kind.displayName) \(size(transaction))"
  }

  /// Amount of a transaction: `2 BTC`.
  func size(_ transaction: Transaction) -> String {
    size(transaction.amount, transaction.coinId)
  }

  /// Amount with its symbol: `2 BTC`.
  func size(_ amount: Quantity, _ coinId: String) -> String {
    let amount = FormattedFigure.quantity(amount).text(isPrivate: isPrivate)
    return "\(amount) \(transactions.book[coinId].symbol)"
  }
}
