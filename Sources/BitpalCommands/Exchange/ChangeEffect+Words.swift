import Application
import CellGrid
import CoinCatalogue
import Exact
import Portfolio
import Reports

extension ChangeEffect {
  /// The difference between this effect and another.
  func compared(with other: ChangeEffect) -> ChangeEffect {
    var difference = self
    for (coin, amount) in other.holdings {
      difference.holdings[coin, default: .zero] = holdings[coin, default: .zero] - amount
    }
    difference.holdings = difference.holdings.filter { !$0.value.isZero }
    difference.gain = gain.flatMap { gain in other.gain.map { gain - $0 } }
    difference.income = income.flatMap { income in other.income.map { income - $0 } }
    return difference
  }

  /// The effect on holdings and gains, after a colon; empty if nothing changes.
  func words(_ style: ReportStyle, _ catalogue: CoinCatalogue) -> String {
    let parts = parts(style, catalogue)
    return parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
  }

  /// The effect as a clause.
  func clause(_ style: ReportStyle, _ catalogue: CoinCatalogue) -> String {
    let parts = parts(style, catalogue)
    return parts.isEmpty ? "changes no holding and no gain" : parts.joined(separator: ", ")
  }

  private func parts(_ style: ReportStyle, _ catalogue: CoinCatalogue) -> [String] {
    let shown = holdings.sorted { $0.key < $1.key }.prefix(3)
    var parts = shown.map { coin, amount in
      "\(cleaned(catalogue.title(of: coin))) \(amount.isNegative ? "-" : "+")"
        + (style.isPrivate ? FormattedValue.mask : amount.magnitude.description)
    }
    let others = holdings.count - shown.count
    if others > 0 { parts.append("\(countOf(others, "coin")) more") }
    for (name, value, method) in [
      ("gain", gain, " (\(costBasis.words))"), ("income", income, ""),
    ] {
      guard let value else {
        parts.append("\(name) unknown")
        continue
      }
      guard !value.isZero else { continue }
      let change = FormattedValue.change(value.figure).text(isPrivate: style.isPrivate)
      parts.append("\(name) \(change)\(method)")
    }
    return parts
  }
}

extension CostBasis {
  /// The method as part of a clause: `average cost`.
  fileprivate var words: String {
    switch self {
    case .average: "average cost"
    case .buyAverage: "average of all buys"
    case .fifo, .lifo, .hifo, .hmrc: rawValue.uppercased()
    }
  }
}
