import FoundationEssentials

/// Which columns hold fees, by their headings and figures.
extension MapGuess {
  /// Takes the only column of figures whose heading says fee for the fee, where no name is one that
  /// is known, and the only such column of coins for the fee's currency.
  mutating func chooseFee() {
    let fees = unreadFees
    if found[.fee] == nil {
      let named = fees.filter { words[$0]?.saysFee ?? false || isPartOfWhole($0) }
      if named.count == 1 { (found[.fee], units[.fee]) = (named[0], words[named[0]]?.unit) }
    }
    let coins = freeColumns.filter { column in
      words[column]?.saysFee ?? false && !cells(column).isEmpty && fits(column, .feeCurrency)
    }
    if found[.fee] != nil, found[.feeCurrency] == nil, coins.count == 1 {
      found[.feeCurrency] = coins[0]
    }
  }

  /// The columns whose headings say fee, that hold figures and that nothing reads.
  var unreadFees: [String] {
    freeColumns.filter { column in
      guard let heading = words[column], heading.saysFee || heading.saysCosts,
        !Self.rates.contains(where: { column.contains($0) })
      else { return false }
      let cells = cells(column)
      return !cells.isEmpty && cells.allSatisfy { $0.filter(\.isLetter).count < 6 }
        && records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
    }
  }

  /// Whether a figure is far less than what was paid wherever the first rows show both, so that it
  /// is not the whole of it.
  private func isPartOfWhole(_ column: String) -> Bool {
    var isShown = false
    for record in records.prefix(20) {
      guard let part = number(record, column), part != 0, let whole = whole(of: record) else {
        continue
      }
      guard abs(part) * 4 <= whole else { return false }
      isShown = true
    }
    return isShown
  }

  /// What was paid in a row, by its total or its price.
  private func whole(of record: CSVRecord) -> Decimal? {
    if let column = found[.total] ?? found[.net], let total = number(record, column), total != 0 {
      return abs(total)
    }
    guard let amount = found[.amount].flatMap({ number(record, $0) }),
      let price = found[.price].flatMap({ number(record, $0) }), amount != 0, price != 0
    else { return nil }
    return abs(amount * price)
  }

  /// Words of headings whose figures are shares of something, not amounts.
  private static let rates = ["%", "percent", "rate", "tier", "level", "discount", "rebate"]
}
