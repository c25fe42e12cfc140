import BitpalTesting
import CellGrid
import Dashboard
import FoundationEssentials
import Portfolio

extension Driven {
  /// A form for another buy or sale of bitcoin, at the amount.
  static func form(selling: Bool = false) -> Driven {
    var driven = Driven(tab: .portfolio)
    driven.type("a")
    if selling { driven.press(.right) }
    driven.press(.tab)
    return driven
  }

  /// A form for bitcoin in which a kind is chosen, at the amount.
  static func form(_ kind: TransactionKind, _ columns: Int = 80, _ rows: Int = 24) -> Driven {
    var driven = Driven(columns, rows, tab: .portfolio)
    driven.type("a")
    let kinds = TransactionKind.allCases.filter { $0 != .fee }
    for _ in 0..<(kinds.firstIndex(of: kind) ?? 0) { driven.press(.right) }
    driven.press(.tab)
    return driven
  }

  /// A form of a kind with some of its fields typed, one after the other.
  static func typed(_ kind: TransactionKind, _ state: DashboardState, _ texts: String...) -> Driven
  {
    var driven = form(kind, state.columns, state.rows)
    for (index, text) in texts.enumerated() {
      if index > 0 { driven.press(.tab) }
      driven.type(text)
    }
    driven.press(.tab)
    return driven
  }

  /// The change that records an event of now.
  static func record(
    _ kind: TransactionKind, _ coinId: String, _ amount: String, id: UUID = newID,
    _ set: (inout EventTerms) -> Void = { _ in }
  ) -> DashboardChange {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (kind, coinId, exact(amount))
    terms.date = Sample.now
    set(&terms)
    return .record(terms, id: id)
  }
}
