import FoundationEssentials
import ImportText

/// Which columns hold fees, by their headings and figures.
extension MapGuess {
  /// Takes the only column of figures whose heading says fee for the fee, where no name is one that
  /// is known, and the only such column of coins for the fee's currency.
  mutating func chooseFee() {
    let fees = unreadFees
    if found[.fee] == nil {
      let named = fees.filter { column in
        words[column]?.saysFee ?? false ? !isNearAnother(column) : isPartOfWhole(column)
      }
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
        !isShare(column)
      else { return false }
      let cells = cells(column)
      return !cells.isEmpty && cells.allSatisfy { $0.filter(\.isLetter).count < 6 }
        && records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
    }
  }

  /// The columns of figures whose headings have the word of a fee, and that hold percentages or
  /// what is before or after it.
  var otherFeeColumns: [String] {
    freeColumns.filter { column in
      guard let heading = words[column], heading.hasWordOfFee, !heading.saysFee || isShare(column)
      else { return false }
      return records.prefix(20).contains { (number($0, column) ?? 0) != 0 }
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

  /// Whether a figure is about as much as another one of its row wherever the first rows have both:
  /// such as what was left of it after the fee.
  private func isNearAnother(_ column: String) -> Bool {
    ([.amount, .price, .total, .net] as [ColumnMap.Field]).compactMap { found[$0] }.contains {
      other in
      let rows = records.prefix(20).compactMap { record -> (Decimal, Decimal)? in
        guard let one = number(record, column), let two = number(record, other), one != 0, two != 0
        else { return nil }
        return (abs(one), abs(two))
      }
      return !rows.isEmpty && rows.allSatisfy { abs($0 - $1) * 10 < $1 }
    }
  }

  /// Whether the figures of a column are shares of something, such as percents, by its heading or
  /// the signs after them.
  func isShare(_ column: String) -> Bool {
    HeadingWords.saysShare(column)
      || !cells(column).isEmpty && cells(column).allSatisfy { $0.hasSuffix("%") }
  }

  /// Whether the cells may name the coins or the money of fees, and are not the answers to whether
  /// the fee was paid.
  func mayBeCodes(_ column: String) -> Bool {
    let answers: Set<String> = [
      "yes", "no", "y", "n", "true", "false", "ja", "nein", "oui", "non", "si", "sí", "sim",
    ]
    return cells(column).allSatisfy { !answers.contains($0.lowercased()) }
  }
}
