import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Coinbase's transaction report, from the form of 2019 (`USD Total (inclusive of fees)`) to the
  /// current one.
  static let coinbase = FormatReader(
    format: .coinbase,
    signatures: [["timestamp", "transaction type", "asset", "quantity transacted"]],
    lacksCurrency: { CoinbaseColumns($0).isCurrencyUnknown },
    declares: FormDeclaration(isComplete: true, currencyVaries: true, currencyDecimals: 2)
  ) { table in
    let columns = CoinbaseColumns(table.header)
    let words = Memo(CoinbaseWord.init)
    func row(_ record: CSVRecord) -> CoinbaseRow {
      let word = words.value(of: record["transaction type"])
      return CoinbaseRow(record: record, columns: columns, word: word)
    }
    let rows = table.readEach { record throws(RefusalReason) in try row(record).meaning() }
    // A renamed coin is given and received on the same day, a wrapped one at the same moment.
    let swaps = table.readGroups(by: { record in
      let word = words.value(of: record["transaction type"]).name
      return word + record["timestamp"].prefix(word == "asset migration" ? 10 : 40)
    }) { record throws(RefusalReason) in try row(record).half() }
    let converts = CoinbaseConverts()
    return RecordReader(
      read: { record, emit in
        let word = words.value(of: record["transaction type"])
        if word.isHalf {
          swaps.read(record, emit)
        } else if word.name == "convert" {
          rows.read(record) { converts.add($0, of: record, emit) }
        } else {
          rows.read(record, emit)
        }
      },
      finish: { emit in
        swaps.finish(emit)
        converts.finish(emit)
      },
      readAlone: { record, emit in
        let word = words.value(of: record["transaction type"])
        if word.isHalf {
          swaps.readAlone(record, emit)
        } else if word.name == "convert" {
          rows.read(record) { emit(.whole(converts.named($0, of: record))) }
        } else {
          rows.read(record) { emit(.whole($0)) }
        }
      })
  }
}

private struct CoinbaseRow {
  let record: CSVRecord
  let columns: CoinbaseColumns
  let word: CoinbaseWord

  private static let stakedEther = Asset(symbol: "ETH2")
  private static let ether = Asset(symbol: "ETH")

  func meaning() throws(RefusalReason) -> RowMeaning {
    // In concatenated reports, a row with the user's name precedes each.
    if record["asset"].isEmpty, record.row.cells.first?.trimmed == "User" {
      return .leftOut(.otherKind("heading"))
    }
    let written = try record.filled("transaction type")
    let asset = coin(try record.asset("asset"))
    if isContract { return .leftOut(.derivative(written)) }
    if asset.isFiat { return .leftOut(.fiatOnly(asset.name)) }
    var kind = try record.kind(written, word.kind)
    if kind == .deposit, isEarned { kind = .reward }
    // The result of a dust conversion has the same kind.
    if word.name == "retail simple dust",
      try record.someNumber("quantity transacted") > 0
    {
      kind = .buy
    }
    switch kind {
    case .buy, .sell: return .trade(try trade(asset, isBuy: kind == .buy))
    case .trade: return try conversion(asset)
    default:
      var facts = try facts()
      let amount = try record.magnitude("quantity transacted")
      if amount == 0, !record["quantity transacted"].isEmpty {
        return .leftOut(.notCarriedOut("\(written), 0 \(asset.name)"))
      }
      facts.addSide(kind == .withdrawal || kind == .payment ? -amount : amount, asset)
      // Moves need no value and thus no currency.
      let value = kind.isMove && columns.isCurrencyUnknown ? nil : try valueBeforeFees()
      if let value { facts.worth(value.amount, value.asset) }
      return try facts.meaning(kind, word: written)
    }
  }

  /// Whether the row is of futures, which hold no coins.
  private var isContract: Bool {
    guard !word.isContract else { return true }
    let asset = record["asset"]
    return asset.utf8.count > 4 && asset.uppercased().hasSuffix("-PERP")
  }

  /// One half of a coin's conversion into another.
  func half() throws(RefusalReason) -> LegMeaning {
    let (written, facts) = (try record.filled("transaction type"), try facts())
    var leg = Leg(
      record: record, date: facts.date, asset: coin(try record.asset("asset")),
      change: try record.someNumber("quantity transacted"))
    leg.reference = facts.reference
    leg.native = try valueBeforeFees()
    if word.name == "asset migration" { leg.lone = .inside }
    return try leg.meaning(.trade, word: written)
  }

  /// Whether the row is earned: older reports call it `Receive` and say so only in the notes.
  private var isEarned: Bool {
    ["Coinbase Earn", "Coinbase Rewards", "Coinbase Referral"].contains {
      record["notes"].contains($0)
    }
  }

  /// Staked ether had a separate name until it could be withdrawn.
  private func coin(_ asset: Asset) -> Asset {
    asset == Self.stakedEther ? Self.ether : asset
  }

  private func facts() throws(RefusalReason) -> TradeFacts {
    var facts = try record.facts("timestamp", .yearFirst)
    let notes = record["notes"]
    (facts.words, facts.notes) = (notes, notes)
    facts.reference = record.reference("coinbase", "id")
    return facts
  }

  /// A purchase or sale; its total is the bank's amount, including the fee.
  private func trade(_ asset: Asset, isBuy: Bool) throws(RefusalReason) -> TradeFacts {
    var facts = try facts()
    let coins = AssetAmount(amount: try record.magnitude("quantity transacted"), asset: asset)
    let fee = try amount(columns.fees)
    guard let money = try money(fee: isBuy ? fee : -fee) else {
      throw .missingCell(record.firstColumn(columns.total, columns.subtotal, columns.spot))
    }
    let fees = fee == 0 ? [] : [AssetAmount(amount: fee, asset: money.asset)]
    if let quote = coinOfNotes, try counterpart()?.asset.isFiat ?? true, money.asset != .dollar {
      // The order was paid in that coin; the row only has the value in the user's currency.
      throw .worthAlone(record["notes"], quote.name)
    }
    let other: AssetAmount
    if let counter = try counterpart(), !counter.asset.isFiat {
      // A trade against a coin names it in the notes, including the fee; the columns have its
      // value.
      facts.worth(money.amount, money.asset)
      facts.feesIncluded = fees
      other = counter
    } else if money.amount == 0, fee == 0 {
      if let value = try valueBeforeFees() { facts.worth(value.amount, value.asset) }
      other = money
    } else {
      let bare = try exactSum(money.amount, isBuy ? -fee : fee, column: columns.total)
      facts.fees = fees
      other = AssetAmount(amount: bare, asset: money.asset)
    }
    facts.received = isBuy ? coins : other
    facts.spent = isBuy ? other : coins
    // One row has all fills of an order that one second executed.
    facts.isSum = word.isOfOrder
    return facts
  }

  private func conversion(_ asset: Asset) throws(RefusalReason) -> RowMeaning {
    guard let received = try counterpart() else {
      throw record["notes"].isEmpty
        ? .oneSided(record["transaction type"], asset.name) : .notATrade(record["notes"])
    }
    var facts = try facts()
    facts.isOfEitherCoin = true
    let coins = AssetAmount(amount: try record.magnitude("quantity transacted"), asset: asset)
    (facts.spent, facts.received) = (coins, received)
    if received.asset == asset {
      guard let given = try quantity(in: wordsOfNotes, at: 1) else {
        throw .notATrade(record["notes"])
      }
      if given.asset == asset { return .leftOut(.transfer) }
      // The row is the received side.
      guard try record.someNumber("quantity transacted") > 0 else {
        throw .notATrade(record["notes"])
      }
      (facts.spent, facts.received) = (given, coins)
    }
    if let value = try valueBeforeFees() { facts.worth(value.amount, value.asset) }
    return .trade(facts)
  }

  /// The amount paid or received, including the fee; a file without totals has it separately.
  private func money(fee: ExactDecimal) throws(RefusalReason) -> AssetAmount? {
    let total = try amount(columns.total)
    guard total == 0 else { return AssetAmount(amount: total, asset: try currency()) }
    // A file without totals has the price of one coin.
    let hasTotals = [columns.total, columns.subtotal].contains { record.header.has([$0]) }
    guard var money = try hasTotals ? subtotal() : valueBeforeFees() else {
      // Values below a cent are written as 0.00.
      let isWritten = [columns.total, columns.subtotal].contains { !record[$0].isEmpty }
      return isWritten ? AssetAmount(amount: 0, asset: try currency()) : nil
    }
    money.amount = try exactSum(money.amount, fee, column: columns.subtotal)
    return money
  }

  /// An unsigned amount of money, with or without a currency after it (`249.73 USD`).
  private func amount(_ column: String) throws(RefusalReason) -> ExactDecimal {
    let cell = record[column]
    guard let last = cell.utf8.last, (last | 0x20) >= UInt8(ascii: "a"), cell.count > 4,
      Asset(symbol: cell.suffix(3).uppercased()).isFiat
    else {
      return try record.magnitude(column)
    }
    return abs(try record.fileNumber(cell.dropLast(3).trimmed, column: column) ?? 0)
  }

  /// The subtotal, unless the total is closer to the value at the file's own price, because in some
  /// years the fees have the wrong sign.
  private func subtotal() throws(RefusalReason) -> AssetAmount? {
    let subtotal = try amount(columns.subtotal)
    let total = try amount(columns.total)
    var amount = subtotal == 0 ? total : subtotal
    let spot = try record.magnitude(columns.spot)
    if spot != 0, total != 0 {
      let worth = try exactProduct(
        try record.magnitude("quantity transacted"), spot, column: columns.spot)
      if abs(total - worth) < abs(amount - worth), abs(amount - worth) * 20 > worth {
        amount = total
      }
    }
    return amount == 0 ? nil : AssetAmount(amount: amount, asset: try currency())
  }

  /// The subtotal, or the coins at the file's own price if it is below a cent.
  private func valueBeforeFees() throws(RefusalReason) -> AssetAmount? {
    if let subtotal = try subtotal() { return subtotal }
    let spot = try record.magnitude(columns.spot)
    guard spot != 0 else { return nil }
    let coins = try record.magnitude("quantity transacted")
    return AssetAmount(
      amount: try exactProduct(coins, spot, column: columns.spot), asset: try currency())
  }

  private func currency() throws(RefusalReason) -> Asset {
    if let name = columns.headingCurrency { return Asset(symbol: name) }
    guard columns.isCurrencyUnknown else { return try record.asset(columns.currency) }
    guard let currency = record.header.currency else { throw .noCurrency }
    return currency
  }

  /// The amount after `for` or `to` in notes such as `Converted 0.1 BTC to 4 ETH`; commas group
  /// thousands.
  private func counterpart() throws(RefusalReason) -> AssetAmount? {
    let words = wordsOfNotes
    // An amount with a currency sign is fiat, which the columns also have: `for € 300.00 EUR`, `for
    // Kč300.00 CZK`.
    guard words.count >= 6, Self.verbsOfNotes.contains(words[0]),
      words[3] == "for" || words[3] == "to"
    else { return nil }
    if !words[4].beginsWithNumber, Asset(symbol: words[5]).isFiat { return nil }
    return try quantity(in: words, at: 4)
  }

  /// The coin in the pair of notes such as `Bought 2 LINK for £22.00 GBP on LINK-USDT`.
  private var coinOfNotes: Asset? {
    let words = record["notes"].split(separator: " ")
    guard let on = words.lastIndex(of: "on"), on + 1 < words.count else { return nil }
    let pair = words[on + 1]
    guard let dash = pair.lastIndex(of: "-") else { return nil }
    let quote = Asset(symbol: String(pair[pair.index(after: dash)...]))
    return quote.isFiat ? nil : quote
  }

  private static let verbsOfNotes = ["Bought", "Sold", "Converted"]

  private var wordsOfNotes: [String] {
    var words = record["notes"].firstWords(6)
    // Notes of 2017 end with a period.
    if let last = words.indices.last, words[last].hasSuffix(".") { words[last].removeLast() }
    return words
  }

  /// The first number among words, and the coin after it.
  private func quantity(
    in words: [String], at position: Int
  ) throws(RefusalReason) -> AssetAmount? {
    guard words.count > position + 1, words[position].hasNumber,
      let amount = try localizedNumber(words[position].withoutCommas, column: "notes")
    else { return nil }
    return AssetAmount(amount: amount, asset: coin(Asset(symbol: words[position + 1])))
  }
}

/// The figure columns, which Coinbase renamed three times.
struct CoinbaseColumns {
  let currency: String
  /// The currency in the headings of 2019, `EUR Total (inclusive of fees)`; `nil` if the file has a
  /// currency column.
  let headingCurrency: String?
  /// Whether neither a column nor a heading names the currency.
  let isCurrencyUnknown: Bool
  let total: String
  let subtotal: String
  let fees: String
  /// The value of one coin.
  let spot: String

  init(_ header: CSVHeader) {
    let names = header.columns.keys.sorted()
    func name(_ word: String) -> String {
      names.first { $0.hasPrefix(word) } ?? names.first { $0.dropFirst(4).hasPrefix(word) } ?? word
    }
    currency = names.first { $0.hasSuffix("price currency") } ?? "price currency"
    total =
      names.first { $0.hasPrefix("total") || $0.dropFirst(4).hasPrefix("total") }
      ?? name("amount transacted")
    subtotal = name("subtotal")
    fees = name("fees")
    spot =
      names.first { $0.hasSuffix("price at transaction") } ?? "price at transaction"
    // Use only headings that the file has.
    headingCurrency =
      header.has([currency])
      ? nil
      : [total, subtotal, spot].lazy.filter { header.has([$0]) }
        .compactMap { Self.currency(ofHeading: $0) }.first
    isCurrencyUnknown = headingCurrency == nil && !header.has([currency])
  }
}

extension CoinbaseColumns {
  /// The currency at the start of a heading, `EUR Subtotal`.
  private static func currency(ofHeading name: String) -> String? {
    guard name.dropFirst(3).hasPrefix(" ") else { return nil }
    let code = name.prefix(3).uppercased()
    return Asset(symbol: code).isFiat ? code : nil
  }
}

/// Conversions of a report that has a row for the given side, the received side, or both.
///
/// A row of the received side is buffered until the end of the file; if the row of the given side
/// exists, it repeats the same conversion.
final class CoinbaseConverts {
  /// The lines of given-side rows, by the key that both rows of a conversion share.
  private var given: [Int: Int] = [:]
  private var waiting: [(key: Int, facts: TradeFacts)] = []
  /// The number of equal rows so far, by side and content.
  private var counts: [Int: Int] = [:]

  /// The conversion under an id that its rows of both sides share: their instant, their note and, of
  /// equal conversions, the number.
  func named(_ result: RowResult, of record: CSVRecord) -> RowResult {
    guard case .trade(var facts) = result, facts.received != nil, facts.spent != nil else {
      return result
    }
    let id = "\(facts.date.millisecondsSince1970) \(record["notes"])"
    let side = "\(id) \(isReceivedSide(record))".hashValue
    let count = counts[side, default: 0] + 1
    counts[side] = count
    facts.reference = "coinbase-convert \(id)" + (count == 1 ? "" : " (\(count))")
    return .trade(facts)
  }

  private func isReceivedSide(_ record: CSVRecord) -> Bool {
    let words = record["notes"].split(separator: " ")
    return words.count > 5 && words[5].uppercased() == record["asset"].uppercased()
  }

  func add(_ result: RowResult, of record: CSVRecord, _ emit: (RowResult) -> Void) {
    guard case .trade(let facts) = result else { return emit(result) }
    let key = "\(record["timestamp"]) \(record["notes"])".hashValue
    if isReceivedSide(record) {
      waiting.append((key, facts))
    } else {
      given[key] = record.row.line
      emit(result)
    }
  }

  func finish(_ emit: (RowResult) -> Void) {
    for (key, facts) in waiting {
      if let line = given[key] {
        emit(.leftOut(LeftOutRow(source: facts.source, reason: .partOfTrade(line: line))))
      } else {
        emit(.trade(facts))
      }
    }
    waiting = []
  }
}

extension KindTable {
  /// Coinbase's words for kinds of rows.
  static let coinbase = CoinbaseWord.kinds
}

/// Coinbase's word for a kind of row, and its meaning.
struct CoinbaseWord {
  /// The word in lower case.
  let name: String
  /// `nil` for a word whose meaning is unknown.
  let kind: RowKind?
  /// Whether two such rows form one trade.
  let isHalf: Bool
  /// Whether the row is of futures, which hold no coins.
  let isContract: Bool
  /// Whether the row is an order's, whose fills are in another report.
  let isOfOrder: Bool

  init(_ word: String) {
    name = word.lowercased()
    kind = Self.kinds[name]
    isOfOrder = name.hasPrefix("advance")
    isHalf = Self.halves.contains(name)
    isContract = name.hasPrefix("perpetual futures") || name == "funding fee"
  }

  fileprivate static let kinds = KindTable([
    .buy: [
      "buy", "advanced trade buy", "advance trade buy", "retail mgx dex buy", "credit",
      // Coins of a reversed sale are returned at the price paid for them.
      "sell refund",
    ],
    .sell: ["sell", "advanced trade sell", "advance trade sell", "retail simple dust"],
    .trade: ["convert"],
    .reward: [
      "coinbase earn", "learning reward", "rewards income", "reward income", "inflation reward",
      "staking income", "interest payout", "subscription rebate", "subscription rebates (24 hours)",
      "incentives rewards payout", "cardspend reward", "card buy back", "reward",
      "usdc rewards", "usdc reward", "credit card reward",
    ],
    .payment: ["donation", "card spend", "paid for an order", "subscription", "admin debit"],
    .deposit: [
      "deposit", "receive", "exchange withdrawal", "pro withdrawal", "prime withdrawal",
      "derivatives withdrawal",
    ],
    .withdrawal: [
      "withdrawal", "send", "exchange deposit", "pro deposit", "prime deposit",
      "derivatives deposit", "retail mgx dex send",
    ],
    .inside: [
      "vault withdrawal", "vault deposit", "cash to savings", "savings to cash", "transfer",
      "retail staking transfer", "retail unstaking transfer", "staking transfer",
      "unstaking transfer", "retail eth2 deprecation", "portfolio transfer",
    ],
  ])

  private static let halves: Set<String> = [
    "asset migration", "wrap asset", "unwrap asset", "wrap", "unwrap",
  ]
}
