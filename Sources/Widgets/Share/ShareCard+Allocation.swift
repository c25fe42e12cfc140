import CellGrid
import FoundationEssentials
import Portfolio
import WidgetTimeline

extension ShareCard {
  /// Coins with a part of their own; their colors mean neither gain nor loss.
  private static let coinLimit = 5

  /// What the priced holdings are made of: a bar with a color for each coin, and its legend.
  func allocation(_ data: WidgetPortfolioData) -> [String] {
    guard let total = data.totalValue, total > 0 else { return [] }
    var shares = data.holdings.prefix(Self.coinLimit).compactMap { holding in
      holding.currentValue.map { (name: shortSymbol(of: holding), value: $0) }
    }.filter { $0.value > 0 }
    let rest = total - shares.reduce(0) { $0 + $1.value }
    // What rounding leaves belongs to no coin.
    if rest > 0, data.pricedCount > shares.count { shares.append(("Other", rest)) }
    let colors = shares.indices.map { index in
      css(index < Self.coinLimit && shares[index].name != "Other" ? Hue.parts[index] : .faint)
    }
    return bar(shares.map { wholeNumber($0.value / total * 1000) }, colors)
      + legend(shares.map { ($0.name, $0.value / total * 100) }, colors)
  }

  private func shortSymbol(of holding: WidgetHolding) -> String {
    let symbol = cleaned(holding.symbol)
    return clipped(symbol.isEmpty ? cleaned(holding.id).uppercased() : symbol, to: 6)
  }

  /// - Parameter shares: Thousandths.
  private func bar(_ shares: [Int], _ colors: [String]) -> [String] {
    let (left, width, gap) = (Self.margin, Self.width - 2 * Self.margin, 4)
    var before = 0
    return zip(shares, colors).map { share, color in
      let start = left + before * width / 1000
      before += share
      let end = before >= 998 ? left + width : left + before * width / 1000 - gap
      return "<rect x=\"\(start)\" y=\"484\" width=\"\(max(2, end - start))\" height=\"12\" "
        + "rx=\"3\" fill=\"\(color)\"/>"
    }
  }

  private func legend(_ shares: [(name: String, percent: Decimal)], _ colors: [String]) -> [String]
  {
    var x = Self.margin
    return zip(shares, colors).flatMap { share, color in
      let percent = Figures.percent(share.percent).drop { $0 == "+" }
      let text = "\(share.name) \(percent)"
      let start = x
      x += 20 + columnWidth(of: text) * 11 + 26
      return [
        "<circle cx=\"\(start + 6)\" cy=\"522\" r=\"6\" fill=\"\(color)\"/>",
        words(text, at: start + 20, 528, size: 18, .muted),
      ]
    }
  }
}
