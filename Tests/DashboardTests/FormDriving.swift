import BitpalTesting
import CellGrid
import Dashboard
import FoundationEssentials
import Portfolio

extension Driven {
  /// A form for another purchase or sale of bitcoin, at the amount field.
  static func form(selling: Bool = false) -> Driven {
    var driven = Driven(tab: .portfolio)
    driven.type("a")
    if selling { driven.press(.right) }
    driven.press(.tab)
    return driven
  }

  /// A form for bitcoin with a chosen kind, at the amount field.
  static func form(_ kind: TransactionKind) -> Driven {
    var driven = Driven()
    driven.openForm(kind)
    return driven
  }

  private mutating func openForm(_ kind: TransactionKind) {
    type("2a")
    let kinds = TransactionKind.allCases.filter { $0 != .fee }
    for _ in 0..<(kinds.firstIndex(of: kind) ?? 0) { press(.right) }
    press(.tab)
  }

  /// Opens a form of a kind and types its fields in order.
  mutating func fillForm(_ kind: TransactionKind, _ texts: String...) {
    openForm(kind)
    for text in texts {
      type(text)
      press(.tab)
    }
  }

  /// The change that records an event at the current time.
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
