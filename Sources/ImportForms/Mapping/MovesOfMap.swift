import FoundationEssentials
import ImportText
import Portfolio

/// What the signs of amounts say where no column says what happened.
extension MapGuess {
  /// How the signs of a column of money stand to those of the amounts.
  enum Signs {
    /// Money left when coins came: it was paid.
    case opposite
    /// Both came and both left: the money is what the coins were worth.
    case same
    /// No figure is below zero.
    case none
    /// Sometimes this, sometimes that.
    case mixed
  }

  /// Whether nothing but the signs of the amounts says which coins came and which left.
  var isGivenBySigns: Bool {
    found[.side] == nil && found[.received] == nil && hasSignedAmounts
  }

  /// Whether some amounts are below zero.
  var hasSignedAmounts: Bool {
    found[.amount].map { amount in
      cells(amount).contains { $0.hasPrefix("-") || $0.hasPrefix("\u{2212}") }
    } ?? false
  }

  /// Takes the money that left when coins came, and came when they left, for what was paid, and
  /// drops a total that came and left with them: that is their worth.
  mutating func settleMoneyBySigns() {
    guard isGivenBySigns else { return }
    guard let whole = found[.total] ?? found[.net] else {
      let paid = freeMoney.filter { signs(of: $0) == .opposite && hasBothSigns($0) }
      guard paid.count == 1 else { return }
      found[.total] = paid[0]
      units[.total] = words[paid[0]]?.unit ?? paid[0].uppercased()
      return
    }
    switch signs(of: whole) {
    case .opposite, .none: return
    case .same, .mixed:
      for field in [ColumnMap.Field.total, .net] { (found[field], units[field]) = (nil, nil) }
    }
  }

  /// What every row is by the sign of its amount: a trade, or coins that only came and went; `nil`
  /// where it may be either.
  ///
  /// - Parameter isPaid: Whether the map has what was paid.
  func kindBySigns(isPaid: Bool) -> ColumnMap.Field? {
    if saysMoves { return isPaid ? nil : .move }
    // A file of coins and money is of trades as well as of moves, whose rows look alike.
    let coins = found[.coin].map { column in records.map { Asset(symbol: $0[column]) } } ?? []
    guard Set(coins.filter { !$0.name.isEmpty }.map(\.isFiat)).count < 2 else { return nil }
    if isPaid { return isWorth ? nil : .trade }
    return freeMoney.isEmpty ? .move : nil
  }

  /// Whether the total is called a value, which coins have that were not paid for, too.
  private var isWorth: Bool {
    guard let whole = found[.total] ?? found[.net], signs(of: whole) == Signs.none else {
      return false
    }
    return ["value", "worth", "wert", "valeur", "waarde"].contains { whole.contains($0) }
  }

  /// Columns of figures of money, other than fees, that nothing reads.
  private var freeMoney: [String] {
    freeColumns.filter { column in
      guard let heading = words[column], !heading.saysFee,
        heading.isOfMoney || FiatCurrency.traded.contains(column.uppercased())
      else { return false }
      return records.contains { (number($0, column) ?? 0) != 0 }
    }
  }

  private func signs(of column: String) -> Signs {
    guard let amount = found[.amount] else { return .none }
    let figures = records.compactMap { record -> (Decimal, Decimal)? in
      guard let coins = number(record, amount), let money = number(record, column), coins != 0,
        money != 0
      else { return nil }
      return (coins, money)
    }
    if figures.allSatisfy({ $1 > 0 }) { return .none }
    if figures.allSatisfy({ ($0 > 0) != ($1 > 0) }) { return .opposite }
    return figures.allSatisfy { ($0 > 0) == ($1 > 0) } ? .same : .mixed
  }

  private func hasBothSigns(_ column: String) -> Bool {
    let figures = records.compactMap { number($0, column) }
    return figures.contains { $0 > 0 } && figures.contains { $0 < 0 }
  }

  /// Whether a column begins in every one of the first rows with a word for coins that came or went,
  /// as in `Sent to Bob`.
  private var saysMoves: Bool {
    (freeColumns + [found[.notes]].compactMap(\.self)).contains { column in
      let cells = cells(column)
      return !cells.isEmpty && cells.count == rowsSeen
        && cells.allSatisfy { cell in
          let word = cell.prefix { $0.isLetter }
          return KindTable.everyLanguage.kind(ofWord: String(word))?.isMove ?? false
        }
    }
  }
}
