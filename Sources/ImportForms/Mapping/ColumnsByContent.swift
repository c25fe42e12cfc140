import FoundationEssentials
import ImportText
import Portfolio

/// Columns that show what they hold by their cells, where their names do not say it.
extension MapGuess {
  /// The columns that hold nothing that is known yet.
  var freeColumns: [String] { allColumns.filter { !found.values.contains($0) } }

  /// Whether a column that nothing reads holds figures, which may be what was paid.
  var hasFreeFigures: Bool {
    freeColumns.contains { column in
      let cells = cells(column)
      return !cells.isEmpty
        && cells.allSatisfy { $0.contains(where: \.isNumber) && $0.filter(\.isLetter).count < 6 }
    }
  }

  /// The one column in which every cell is a day or an instant, or `nil`.
  var columnOfDates: String? {
    only { cells in
      cells.allSatisfy { cell in
        parsedDate(cell, [.yearFirst, .monthName, .weekday]) != nil
          || DateOrder.isSlashed(cell) || DateOrder.isDotted(cell)
      }
    }
  }

  /// The one column in which every cell is a code of a state's money, or `nil`.
  var columnOfMoney: String? {
    // `Bob` is a person, not the money of Bolivia.
    only { cells in
      cells.allSatisfy { cell in
        FiatCurrency.traded.contains(cell.uppercased())
          && [cell.uppercased(), cell.lowercased()].contains(cell)
      }
    }
  }

  /// The one column of figures whose whole heading is the code of a state's money, or `nil`.
  var columnNamedAsMoney: String? {
    let named = freeColumns.filter { column in
      FiatCurrency.traded.contains(column.uppercased())
        && !cells(column).isEmpty && cells(column).allSatisfy { $0.contains(where: \.isNumber) }
    }
    return named.count == 1 ? named[0] : nil
  }

  /// The one column in which every cell is a pair such as `BTC/JPY`, or `nil`.
  var columnOfPairs: String? { only { $0.allSatisfy { $0.contains("/") && isPair($0) } } }

  /// Whether some of the first rows have a pair there, though others may have a coin alone.
  func hasPairs(_ column: String) -> Bool {
    cells(column).contains { $0.contains("/") && isPair($0) }
  }

  /// The one column whose cells are all words for purchases, sales, deposits and so on, or `nil`.
  var columnOfKinds: String? { only(holdsKinds) }

  /// Whether the cells of a column say of every row that is looked at what happened.
  func holdsKinds(_ cells: [String]) -> Bool {
    !cells.isEmpty && cells.count == rowsSeen
      && cells.allSatisfy { KindTable.everyLanguage.kind(ofWord: $0) != nil }
  }

  /// A column of times of day, where the date has none: the one named like the date, else one that
  /// is named as the time, else the only one.
  var timeColumn: String? {
    guard let date = found[.date], cells(date).allSatisfy({ !$0.contains(":") }) else { return nil }
    let columns = freeColumns.filter { column in
      let cells = cells(column)
      return !cells.isEmpty && cells.allSatisfy(\.isTimeOfDay) && !isOfOtherDate(column, date)
    }
    let named = words[date]?.text.replacing("date", with: "time")
    return columns.first { words[$0]?.text == named }
      ?? columns.first { words[$0]?.rank(among: HeaderNames.timeRanks) != nil }
      ?? (columns.count == 1 ? columns[0] : nil)
  }

  /// Whether a column called date has the times of the days of a column of dates of trades.
  func hasFinerDate(_ column: String) -> Bool {
    guard words[column]?.text == "tradedate" else { return false }
    return freeColumns.contains { other in
      words[other]?.text == "date" && other != column
        && records.prefix(20).allSatisfy { record in
          let (day, time) = (record[column], record[other])
          return !day.contains(":") && time.contains(":")
            && day.filter(\.isNumber).prefix(8) == time.filter(\.isNumber).prefix(8)
        }
    }
  }

  /// Whether a time of day is named like another column of dates than the one that is read, which
  /// has other days: a current price has both, besides the day of a trade.
  private func isOfOtherDate(_ time: String, _ date: String) -> Bool {
    freeColumns.contains { other in
      words[other]?.text.replacing("date", with: "time") == words[time]?.text && other != time
        && words[date]?.text.replacing("date", with: "time") != words[time]?.text
        && cells(other) != cells(date) && fits(other, .date) && !cells(other).isEmpty
    }
  }

  /// Whether dates whose order no row shows are written as in the United States: with slashes, and
  /// AM and PM in capitals.
  func writesMonthFirst(_ column: String) -> Bool {
    let cells = records.map { $0[column] }.filter { !$0.isEmpty }
    return !cells.isEmpty
      && cells.allSatisfy { DateOrder.isSlashed($0) && DateOrder(evidence: $0) == nil }
      && cells.allSatisfy { $0.hasSuffix("AM") || $0.hasSuffix("PM") }
  }

  /// Lets the heading of the fee name its unit: money where a column has other currencies, or a
  /// coin where nothing else says one.
  func setFeeCurrency(of map: inout ColumnMap) {
    guard let fee = found[.fee], let heading = words[fee], let unit = heading.unit else { return }
    let isTwoSided = map.has(.received) || map.has(.spent)
    if found[.feeCurrency] != nil ? heading.isOfMoney : isTwoSided || unit != map.literal(.currency)
    {
      map.set(.feeCurrency, literal: unit)
    }
  }

  /// Whether the price shows, where both sides stand, that what was paid or received has the fee in
  /// it: then the fee changes nothing.
  var hasFeeWithin: Bool {
    guard let received = found[.received], let spent = found[.spent], let fee = found[.fee],
      let price = found[.price]
    else { return false }
    return records.prefix(20).contains { record in
      guard let got = number(record, received), let given = number(record, spent),
        let fee = number(record, fee), let price = number(record, price), fee != 0
      else { return false }
      // What is gross is the other side times the price; of a purchase the fee is on top of it, of
      // a sale off it.
      let (paid, brought) = (abs(given) - abs(got * price), abs(given * price) - abs(got))
      return [paid, brought].contains { abs($0 - abs(fee)) * 10 < abs(fee) }
    }
  }

  private func only(_ holds: ([String]) -> Bool) -> String? {
    let columns = freeColumns.filter { column in
      let cells = cells(column)
      return !cells.isEmpty && holds(cells)
    }
    return columns.count == 1 ? columns[0] : nil
  }

  /// Two amounts, each with a column of the coin it counts.
  ///
  /// Such as `amount, currency` against `base_amount, base_currency`, or those of a base and a
  /// quote: the first was traded, the second paid.
  var amountsWithCoins: (traded: AmountColumns, paid: AmountColumns)? {
    let beside = amountColumns.filter { !["fee", "commission"].contains($0.key) }
    guard beside.count == 2 else { return nil }
    for (traded, paid) in [("base", "quote"), ("", "base"), ("", "quote")] {
      if let traded = beside[traded], let paid = beside[paid] { return (traded, paid) }
    }
    return nil
  }

  /// A column of numbers, and the one that says what they count.
  typealias AmountColumns = (amount: String, coin: String)

  /// The columns that have one stem, such as `base` of `base_amount` and `base_currency`.
  private var amountColumns: [String: AmountColumns] {
    var amounts: [String: String] = [:]
    var coins: [String: String] = [:]
    for column in allColumns {
      let words = column.lowercased().split { !$0.isLetter }.map(String.init)
      guard let last = words.last else { continue }
      let stem = words.dropLast().filter { $0 != "asset" && $0 != "currency" }.joined()
      // Of columns of one name the first is the one that is meant.
      if ["amount", "amt", "quantity", "qty"].contains(last), amounts[stem] == nil {
        amounts[stem] = column
      }
      if ["currency", "asset", "coin"].contains(last), coins[stem] == nil { coins[stem] = column }
    }
    var both: [String: AmountColumns] = [:]
    for (stem, amount) in amounts { if let coin = coins[stem] { both[stem] = (amount, coin) } }
    return both
  }
}

extension ColumnMap {
  /// Whether every one of the first rows is a deposit, a withdrawal or a reward, for which nothing
  /// was paid.
  func hasOnlyMoves(_ records: [CSVRecord]) -> Bool {
    guard missing.isEmpty, let side = column(.side), !records.isEmpty else { return false }
    return records.prefix(50).allSatisfy { record in
      switch KindTable.everyLanguage.kind(ofWord: record[side]) {
      case .deposit, .withdrawal, .move, .reward, .gift: true
      default: false
      }
    }
  }
}

extension String {
  /// Whether it is a time of day without a day, such as `9:57:14 PM`.
  var isTimeOfDay: Bool {
    let hour = prefix { $0 != ":" }
    return hour.count < count && (1...2).contains(hour.count) && hour.allSatisfy(\.isNumber)
      && utf8.count <= 15
  }

  /// The ticker after a number, such as `BTC` in `0.5 BTC`.
  var unitAfterNumber: String? {
    guard let first, first.isNumber || "+-".contains(first) else { return nil }
    let digits = prefix { $0.isNumber || ".,+-' ".contains($0) }
    let unit = dropFirst(digits.count)
    guard (2...10).contains(unit.count), unit.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      return nil
    }
    return String(unit)
  }
}
