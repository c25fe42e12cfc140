import Portfolio

/// Where the title of a group names its coins; no word of a file holds it.
let coinsPlace = "\u{FFFC}"

/// What rows have in common, and what would mend them all.
struct Cause: Hashable {
  let title: String
  var cure: String?
  var option: RefusalOption?
  var waitsForOthers = false
}

extension RefusalReason {
  /// The coins or currencies the reason speaks of, as the file or the ledger calls them.
  var names: [String] {
    switch self {
    case .noDollarValue(let name), .moneyOrCoin(let name), .noPrice(let name),
      .roundedAway(let name, _), .tradedForNothing(let name, _, _), .amountRoundedAway(let name):
      [name]
    case .noSwapValue(let spent, let received): [spent, received]
    case .breaksRule(.insufficientBalance(let coin, _, _, _, _)): [coin]
    default: []
    }
  }

  /// The coin that a sale lacks some of.
  var coinThatLacks: String? {
    switch self {
    case .breaksRule(.insufficientBalance(let coin, _, _, _, _)): coin
    case .uncoveredBeforeDeposit(_, let deposit): deposit.coinId
    case .uncoveredBeforeSwap(_, let swap): swap.deposit.coinId
    default: nil
    }
  }

  /// What the row has in common with others; ``coinsPlace`` stands for the coins of all of them.
  var cause: Cause {
    switch self {
    case .noDollarValue(let name): Self.unvalued([name])
    case .moneyOrCoin(let name):
      Cause(
        title: "of \(name), which may be money or a coin",
        cure: "add --coin \(name)=ID, its id at CoinGecko, or --rate \(name)=DOLLARS")
    case .noSwapValue(let spent, let received): Self.unvalued([spent, received])
    case .noPrice(let name), .roundedAway(let name, _): Self.unvalued([name])
    case .missingCell(let column):
      Cause(title: "without \(column)", cure: "fill it in, in the rows that --skip-refused writes")
    case .coinAlone(let column, _):
      Cause(
        title: "whose \(column) is a coin alone",
        cure: "write such as BTC/USD in the rows that --skip-refused writes, or add currency==USD "
          + "to the map if every total is in US dollars")
    case .tooLong: Cause(title: "longer than a megabyte")
    case .textAfterQuote: Cause(title: "with text after a closing quote")
    case .aboveHeader:
      Cause(
        title: "above the line that names the columns",
        cure: "move that line to the top, or put each table into a file of its own")
    case .tooManyCells: Cause(title: "with more cells than the header")
    case .otherMoney(let column, _, let unit):
      Cause(title: "whose \(column) is not in \(unit)", cure: "name the column of currencies")
    case .notANumber(let column, _), .ambiguousNumber(let column, _):
      Cause(
        title: "whose \(column) is not a number",
        cure: "correct it in the rows that --skip-refused writes")
    case .unclearPair:
      Cause(
        title: "whose pair has money first", cure: "add pairs=quote/base or base/quote to the map")
    case .ambiguousDate:
      Cause(title: "whose day and month cannot be told apart", cure: "write dates as 2024-03-31")
    case .notADate(let column, _):
      Cause(title: "whose \(column) is not a date", cure: "write dates as 2024-03-31")
    case .beforeCoins:
      Cause(title: "dated before there were coins", cure: "write dates as 2024-03-31")
    case .unknownZone(let zone): Cause(title: "in the time zone \(zone)", cure: "convert to UTC")
    case .unknownKind(let kind):
      Cause(
        title: "of the unknown type \(kind)",
        cure: "say what it is, such as --map \(quotedForShell("reward=\(kind)")), deposit=, "
          + "withdrawal=, payment=, skip=, or trade= where the sign of the amount tells the side "
          + "(=* for every unknown one), or write a known one in the rows that --skip-refused writes"
      )
    case .unknownLabel(let label, let isOut):
      Cause(
        title: "labeled \(label), of coins that \(isOut ? "left" : "came in")",
        cure: "say what it is, such as --map "
          + quotedForShell("\(isOut ? "payment" : "reward")=\(label)")
          + (isOut ? ", withdrawal= or skip=" : ", gift=, deposit= or skip=")
          + " (=* for every unknown one)")
    case .unknownSide(let word):
      Cause(
        title: "of the unknown type \(word)",
        cure: "say what it is, such as --map \(quotedForShell("buy=\(word)")), sell= or skip=")
    case .unknownState(let state):
      Cause(
        title: "in the unknown state \(state)",
        cure: "write done or canceled, in the rows that --skip-refused writes")
    case .noDirection(let word, let one, let other, _):
      Cause(
        title: "of the type \(word), which says no direction",
        cure: "add \(one)=, \(other)= or skip=\(word) to the map")
    case .againstSign(let word, let bySign, let isOut):
      Cause(
        title: "of the type \(word), with an amount \(isOut ? "above" : "below") zero",
        cure: "write \(quotedForShell(bySign)) in the map where the sign tells which way coins went"
      )
    case .againstSides(let word, _, _):
      Cause(
        title: "of the type \(word), whose columns say the opposite",
        cure: "write \(quotedForShell("trade=\(word)")) in the map where the columns are right")
    case .noCurrency:
      Cause(
        title: "in money that the file does not name",
        cure: "add --map currency==USD, or whichever it is")
    case .unknownCoin(let name) where name.contains("/"):
      Cause(
        title: "of the pair \(name) in a column of coins",
        cure: "write pair= in place of coin= in the map")
    case .unknownCoin(let name):
      Cause(
        title: "of the unknown coin \(name)",
        cure: "add --coin \(quotedForShell("\(name)=ID")), its id at CoinGecko, or a word of your "
          + "own where it has none")
    case .breaksRule(.insufficientBalance(let coin, _, _, _, _)):
      Self.uncovered(coin)
    case .uncoveredBeforeDeposit:
      Cause(
        title: "selling \(coinsPlace) that was deposited",
        cure: "import the file it was bought in, too, or add --deposits gift",
        option: .depositsAreGifts)
    case .uncoveredBeforeSwap:
      Cause(
        title: "selling \(coinsPlace) that came in for another coin",
        cure: "import the rest with --skip-refused, answer both with bitpal moves answer, then "
          + "import these")
    case .breaksRule(let error): Cause(title: error.sentence)
    case .oneSided:
      Cause(
        title: "that lack one side of their trade",
        cure: "fill it in, in the rows that --skip-refused writes")
    case .besideRefused:
      Cause(
        title: "of trades in which another row cannot be read",
        cure: "correct that row, in the rows that --skip-refused writes")
    case .halfATrade:
      Cause(
        title: "whose other side is not in the file",
        cure: "export all coins and the whole time")
    case .fillAlone:
      Cause(
        title: "whose order is not in the file",
        cure: "export the whole time")
    case .partInLedger:
      Cause(
        title: "of trades that the ledger has a part of, changed since",
        cure: "delete it, and import again")
    case .tradedForNothing, .amountRoundedAway:
      Cause(
        title: "with a 0 that cannot be right",
        cure: "correct it in the rows that --skip-refused writes")
    case .feeTakesAll:
      Cause(
        title: "whose fees are all that was received, or more",
        cure: "correct them in the rows that --skip-refused writes")
    case .contradiction:
      Cause(
        title: "whose figures contradict each other",
        cure: "correct them in the rows that --skip-refused writes")
    case .feeBeyondAmount:
      Cause(
        title: "whose fee is far more than what was traded",
        cure: "correct it in the rows that --skip-refused writes")
    case .feeWithoutUnit:
      Cause(
        title: "whose fee has no currency",
        cure: "add fee-currency=COLUMN or ==EUR to the map, or coin-fee= in place of fee=")
    case .feeOfOtherSign:
      Cause(
        title: "whose fee has another sign than most",
        cure: "add fees=positive, negative or both to the map, by which of them are fees")
    case .unclearOwner:
      Cause(
        title: "of two addresses, of which one is yours",
        cure: "put your address into the file's name")
    case .notAnIdentity, .sameIdentity, .notATrade, .inexact, .pricedGift:
      Cause(title: "that bitpal cannot record")
    }
  }

  /// Sales of coins that were never bought; they may be dollars.
  private static func uncovered(_ coinId: String) -> Cause {
    let title = "selling more \(coinsPlace) than you held"
    let file = "import the file it was bought or deposited in, too"
    guard let ticker = Stablecoin.known.filter({ $0.value == coinId }).keys.min() else {
      return Cause(
        title: title,
        cure: "\(file), record what you had before with bitpal buy, or add --missing gift",
        option: .missingCoinsAreGifts)
    }
    return Cause(
      title: title, cure: "add --stable \(ticker) to count it as dollars, or \(file)",
      option: .stable(ticker))
  }

  /// Rows that nothing puts a value on.
  private static func unvalued(_ names: [String]) -> Cause {
    let title = "in \(names.joined(separator: " for "))"
    if let ticker = names.map({ $0.uppercased() }).first(where: { Stablecoin.known[$0] != nil }) {
      return Cause(title: title, cure: "add --stable \(ticker)", option: .stable(ticker))
    }
    if case .fiat(let code) = Asset(symbol: names[0]) {
      return Cause(title: title, cure: "add --rate \(code)=… or --rates FILE")
    }
    return Cause(
      title: title, cure: "add --daily-prices or --prices FILE", option: .dailyPrices)
  }
}
