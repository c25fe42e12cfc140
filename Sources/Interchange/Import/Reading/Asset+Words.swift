import Exact
import Portfolio

extension Asset {
  /// What the file calls it.
  var name: String {
    switch self {
    case .fiat(let name), .id(let name), .idOrSymbol(let name), .symbol(let name, _),
      .token(let name, _, _):
      name
    }
  }

  /// Whether it is a state's money whose letters no coin of the exchanges has.
  var isMoneyAlone: Bool {
    if case .fiat(let code) = self { StateMoney.known.contains(code) } else { false }
  }

  /// Whether it is a state's money.
  var isFiat: Bool {
    if case .fiat = self { true } else { false }
  }
}

extension Quantity {
  /// Such as `0.6 BTC`.
  var words: String { "\(amount.canonicalText) \(asset.name)" }
}
