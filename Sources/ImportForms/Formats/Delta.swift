import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Delta's template and export: the quote amount is the total, fees are additional, and a name in
  /// brackets may follow the ticker.
  static let delta = FormatReader(
    format: .delta,
    signatures: [
      ["date", "way", "base amount", "base currency (name)", "quote amount"],
      ["date", "type", "base amount", "base currency", "quote amount", "sent/received from"],
    ], declares: .ofWholeTransfers
  ) { table in
    table.readMany { record throws(RefusalReason) in try meaning(of: record) }
  }

  private static func meaning(of record: CSVRecord) throws(RefusalReason) -> [RowMeaning] {
    let base = record.firstColumn("base currency (name)", "base currency")
    switch record["base type"].uppercased() {
    case "", "CRYPTO": break
    case "FIAT", "FOREX": return [.leftOut(.fiatOnly(record[base]))]
    case let type: return [.leftOut(.notACoin(type.lowercased()))]
    }
    let way = record.firstColumn("way", "type")
    let word = try record.filled(way)
    var kind = try record.kind(way, in: kinds)
    var facts = try record.facts("date", .yearFirst)
    facts.notes = record["notes"]
    facts.words = record["notes"]
    facts.account = record["exchange"]
    let coins = AssetAmount(
      amount: try record.someNumber("base amount"), asset: try asset(record, base))
    if let fee = try record.number(record.firstColumn("fee amount", "fee")), fee != 0 {
      let unit = record.firstColumn("fee currency (name)", "fee currency")
      facts.fees = [AssetAmount(amount: fee, asset: try asset(record, unit))]
    }
    guard kind != .trade, kind != .buy, kind != .sell else {
      let other = AssetAmount(
        amount: try record.someNumber("quote amount"), asset: try asset(record, "quote currency"))
      try facts.exchange(coins, for: other, side: try record.side(way))
      return [.trade(facts)]
    }
    if kind == .deposit, let source = sources[record["sent/received from"].lowercased()] {
      kind = source
      facts.words = words(record["sent/received from"].lowercased(), facts.words)
    }
    if kind == .withdrawal, let goal = goals[record["sent to"].lowercased()] { kind = goal }
    guard kind != .inside else { return try transfer(of: coins, facts, record) }
    let isOut = kind == .withdrawal || kind == .payment || kind == .fee
    facts.addSide(isOut ? -coins.amount : coins.amount, coins.asset)
    return try facts.meanings(kind, word: word)
  }

  /// A transfer between two accounts named in the row; otherwise only the network fee.
  private static func transfer(
    of coins: AssetAmount, _ start: TradeFacts, _ record: CSVRecord
  ) throws(RefusalReason) -> [RowMeaning] {
    var facts = start
    let (from, to) = (record["sent/received from"], record["sent to"])
    let unnamed = ["", "other", "my_wallet", "other_wallet"]
    guard !unnamed.contains(from.lowercased()), !unnamed.contains(to.lowercased()), from != to,
      coins.amount > 0
    else {
      let fees = try facts.fees(besides: nil)
      return fees.isEmpty ? [.leftOut(.transfer)] : fees
    }
    facts.account = from
    facts.addSide(-coins.amount, coins.asset)
    return try facts.meanings(.withdrawal, word: "transfer").map { meaning in
      guard case .move(var move) = meaning else { return meaning }
      move.otherAccount = to
      return .move(move)
    }
  }

  private static let kinds = KindTable([
    .trade: ["buy", "sell"], .deposit: ["deposit", "receive"],
    .withdrawal: ["withdraw", "withdrawal", "send"], .inside: ["transfer"],
    .reward: ["reward", "staking", "interest", "airdrop", "mining"],
  ])

  /// Stated sources of deposits.
  private static let sources = KindTable([
    .reward: [
      "airdrop", "dividends", "interest", "mining", "reward", "rewards", "staking", "masternode",
    ],
    .gift: ["fork", "gift"],
  ])

  /// Stated destinations of withdrawals.
  private static let goals = KindTable([
    .payment: ["gift", "donation", "payment", "spend", "bill"], .fee: ["lost", "stolen", "fee"],
  ])

  /// A ticker with a name in brackets, such as `SOL (Solana)`.
  private static func asset(_ record: CSVRecord, _ column: String) throws(RefusalReason) -> Asset {
    let text = try record.filled(column)
    guard let opening = text.firstIndex(of: "("), text.hasSuffix(")") else {
      return Asset(symbol: text)
    }
    let name = text[text.index(after: opening)...].dropLast()
    return Asset(symbol: text[..<opening].trimmed, name: String(name))
  }
}
