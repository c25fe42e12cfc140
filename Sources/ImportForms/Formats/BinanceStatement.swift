import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// Binance's transaction history of all accounts: the rows of one second and one kind of
  /// operation form one trade.
  static let binanceStatement = FormatReader(
    format: .binanceStatement,
    signatures: [
      ["utc_time", "account", "operation", "coin", "change"],
      BinanceHeadings.change,
    ] + BinanceHeadings.changes.map { Array($0.dropLast()) },
    declares: FormDeclaration(
      report: .ledger, isComplete: true, owner: ["user_id", "user id"],
      keysAreTrades: false,
      settlements: [
        "funding fee", "realized profit and loss", "realize profit and loss",
        "insurance fund compensation", "insurance fund refund", "fee",
      ], secondsLate: 2, secondsLateOfMoves: 3600)
  ) { table in
    let english = table.header.inEnglish(BinanceHeadings.changes, BinanceHeadings.change)
    let time = (english ?? table.header).first("utc_time", "time")
    return table.readGroups(by: { key(of: $0.under(english), time: time) }) {
      record throws(RefusalReason) in try leg(of: record.under(english), time: time)
    }
  }

  /// The key of a trade's rows.
  ///
  /// For fiat conversions, whose sides may be a second apart, it is the id at the end of the
  /// remark; otherwise the second.
  private static func key(of record: CSVRecord, time: String) -> String {
    let word = record["operation"].lowercased()
    let family = families[word] ?? word
    let id = record["remark"].split(separator: "/").last ?? ""
    let isId = family == "card" && id.utf8.count > 12 && id.dropFirst().allSatisfy(\.isNumber)
    return "\(isId ? String(id) : record[time]) \(family)"
  }

  /// Operations that exchange coins, grouped by what they can share a second with.
  private static let exchanges: [String: [String]] = [
    "spot": [
      "buy", "sell", "fee", "transaction buy", "transaction spend", "transaction fee",
      "transaction revenue", "transaction sold", "transaction related",
      "the easiest way to trade",
    ],
    "convert": ["binance convert"],
    "buy": ["buy crypto"],
    "card": ["buy crypto with card", "buy crypto with fiat", "sell crypto to fiat"],
    "otc": ["large otc trading"],
    "auto-invest": ["auto-invest transaction"],
    "eth staking": ["eth 2.0 staking", "eth 2.0 staking withdrawals", "wbeth2.0 - staking"],
    "stablecoins": ["stablecoins auto-conversion"],
    "leveraged tokens": ["leverage token redemption"],
    "liquid swap": ["swap farming transaction", "liquid swap sell", "liquid swap buy"],
    "futures": ["asset conversion transfer", "futures convert"],
    "small": ["small assets exchange bnb", "bnb fee deduction"],
    "rwusd": ["rwusd - subscription", "rwusd - redemption"],
    "bfusd": ["bfusd subscription", "bfusd redemption"],
    "token swap": [
      "token swap - distribution", "token swap - redenomination/rebranding",
      "leveraged coin consolidation",
    ],
  ]

  private static let families: [String: String] = {
    var families: [String: String] = [:]
    for (family, operations) in exchanges {
      for operation in operations { families[operation] = family }
    }
    return families
  }()

  private static func family(_ operation: String) -> String { families[operation] ?? "" }

  private static let kinds = KindTable([
    .reward: [
      "commission history", "referrer rebates", "referee rebates", "commission rebate",
      "commission fee shared with you", "referral kickback", "referral commission",
      "rewards distribution", "mission reward distribution", "campaign related reward",
      "cash voucher distribution", "cashback voucher", "airdrop assets", "distribution",
      "simple earn flexible airdrop", "simple earn flexible interest", "simple earn locked rewards",
      "launchpool airdrop", "launchpool airdrop - user claim distribution",
      "launchpool airdrop - system distribution", "launchpool interest", "megadrop rewards",
      "hodler airdrops distribution", "launchpool earnings withdrawal", "savings interest",
      "savings distribution", "pool distribution", "pos savings interest", "staking rewards",
      "eth 2.0 staking rewards", "bnb vault rewards", "dot slot auction rewards",
      "liquid swap rewards", "swap farming rewards", "super bnb mining", "binance card cashback",
      "card cashback",
      "merchant acquiring cashback", "bnsol staking rewards", "wbeth rewards distribution",
      "copy portfolio (spot) - profit sharing with leader",
      "copy portfolio (spot) - leader trading fee comission",
      "copy portfolio (spot) - leader trading fee commission",
      "copy portfolio - profit sharing", "copy portfolio - commission rebate",
      "strategy trading fee rebate", "campaign rewards", "cash voucher", "rwusd - distribution",
      "bfusd daily reward", "launchpool airdrop - jp users distribution",
      "earn - airdrop distribution", "futures referral rebate",
    ],
    .gift: ["crypto box"],
    .payment: ["binance card spending", "binance pay", "merchant acquiring", "asset recovery"],
    .deposit: ["deposit", "fiat deposit", "fiat ocbs - add fiat and fees"],
    .withdrawal: ["withdraw", "fiat withdraw", "fiat withdrawal", "send"],
    .fee: ["p2p taker fee", "p2p maker fee", "p2p trading fee"],
    .move: ["p2p trading", "c2c transfer", "asset - transfer"],
    .inside: [
      "transfer_in", "transfer_out", "savings purchase", "savings principal redemption",
      "pos savings purchase", "pos savings redemption", "staking purchase", "staking redemption",
      "simple earn flexible subscription", "simple earn flexible redemption",
      "simple earn locked subscription", "simple earn locked redemption",
      "launchpool subscription/redemption", "launchpad subscribe",
      "main and funding account transfer", "transfer funds to spot",
      "transfer between main and funding wallet",
      "transfer between spot account and um futures account",
      "transfer between spot account and cm futures account",
      "transfer between main account/futures and margin account",
      "transfer between main account and margin account",
      "transfer between main account and mining account",
      "transfer between main account and sub-account",
      "transfer between main and mining account", "transfer funds to funding wallet",
      "transfer between spot and strategy account", "transfer between spot and strategy",
      "transfer between alpha and spot", "flexible loan - collateral transfer",
      "flexible loan - asset transfer", "dual investment subscription",
      "lead portfolio (spot) - deposit", "lead portfolio (spot) - withdraw",
      "lead portfolio (spot) - create", "lead portfolio (spot) - close",
      "lead portfolio (um) - deposit", "lead portfolio (um) - withdraw",
      "lead portfolio (um) - create", "lead portfolio (um) - close",
      "lead portfolio (um) - create/close transfer",
      "liquid swap add", "liquid swap remove", "liquid swap add/sell", "liquidity farming remove",
    ],
    // The row of the account that receives the reward reports it too.
    .nothing: ["simple earn flexible - rewards income", "simple earn locked - rewards income"],
    .derivative: [
      "funding fee", "realized profit and loss", "realize profit and loss",
      "insurance fund compensation", "insurance fund refund", "margin loan",
      "isolated margin loan", "isolatedmargin loan", "margin repayment",
      "isolated margin repayment", "isolatedmargin repayment",
      "cross margin liquidation - repayment", "margin interest", "isolated margin interest",
      "flexible loan - lending", "flexible loan - repayment",
    ],
  ])

  private static func leg(
    of record: CSVRecord, time: String
  ) throws(RefusalReason) -> LegMeaning {
    let kind = try record.filled("operation")
    let word = kind.lowercased()
    let known = try record.kind(
      kind, kinds[word] ?? (families[word] == nil ? staking(word) : .trade))
    if known == .reward || known == .inside, isReceipt(record["coin"]) {
      return .leftOut(.transfer)
    }
    if isDerivative(record, known) {
      do throws(RefusalReason) {
        return .contract(try leg(record, time: time).facts, word)
      } catch {
        return .leftOut(.derivative(word))
      }
    }
    // Savings exchange coins for a receipt token, so nothing was spent.
    if word == "savings distribution", record["change"].hasPrefix("-") {
      return .leftOut(.transfer)
    }
    // Internal moves may leave all other cells empty.
    if known == .inside, kinds[word] != nil || record["coin"].isEmpty || record[time].isEmpty {
      return .leftOut(.transfer)
    }
    if record["coin"].isEmpty || record[time].isEmpty, known == .deposit || known == .withdrawal {
      return .leftOut(known == .deposit ? .deposit : .withdrawal)
    }
    var leg = try leg(record, time: time)
    if known == .inside { return .part(leg.staked(by: word)) }
    leg.mayStandAlone = ["small", "token swap", "rwusd", "bfusd"].contains(family(word))
    if ["binance convert", "buy crypto with fiat", "sell crypto to fiat"].contains(word) {
      // The two sides may be booked a second apart.
      leg.half = DistantHalf(name: word, seconds: 2)
    }
    if word == "token swap - distribution" || word == "asset recovery" {
      // In a token swap the old coin leaves on one day, and an equal amount of the new one arrives
      // on another.
      leg.half = DistantHalf(name: "token swap of \(abs(leg.change).description)")
    }
    if word == "asset recovery" {
      leg.lone = .taken
      return .part(leg)
    }
    if word == "strategy trading fee rebate", leg.change < 0 {
      // A charge in BNB replaces the fee that is refunded.
      return try leg.meaning(.fee, word: kind)
    }
    if word == "fee" || word == "transaction fee" { return .part(leg.asFee()) }
    if word == "buy crypto" {
      // Fiat received to fund the purchase is not the payment.
      if leg.asset.isFiat, leg.change > 0 {
        return .leftOut(.fiatOnly(leg.asset.name))
      }
      leg.lone = .unpaid
    }
    if word == "crypto box", leg.change < 0 {
      return try leg.meaning(.payment, word: kind)
    }
    return try leg.meaning(known, word: kind)
  }

  /// Products with the coin in their name: `SOL Staking - Purchase`, `WBETH2.0 - Staking Rewards`.
  private static func staking(_ word: String) -> RowKind? {
    guard word.contains("staking") || word.contains("defi") || word.contains("earn") else {
      return nil
    }
    for ending in ["- purchase", "- redemption", "subscription", "redemption", "purchase"]
    where word.hasSuffix(ending) { return .inside }
    for ending in ["interest", "rewards", "reward", "distribution"] where word.hasSuffix(ending) {
      return .reward
    }
    return nil
  }

  /// Whether a coin is a receipt for savings, such as `LDBTC` for BTC; LDO is Lido's own coin.
  private static func isReceipt(_ coin: String) -> Bool {
    let name = coin.uppercased()
    return name.hasPrefix("LD") && name.utf8.count > 3
  }

  private static func isDerivative(_ record: CSVRecord, _ kind: RowKind) -> Bool {
    guard record["account"].lowercased().contains("futures") else { return false }
    return kind != .inside
  }

  private static func leg(
    _ record: CSVRecord, time: String
  ) throws(RefusalReason) -> Leg {
    var leg = Leg(
      record: record,
      date: try record.date(
        time, .yearFirst, .shortYearFirst, zone: try record.header.zoneOfFile(time)),
      asset: try record.asset("coin"), change: try record.someNumber("change"))
    leg.words = record["remark"]
    leg.notes = record["remark"]
    return leg
  }
}

extension Leg {
  /// The leg of a staking row, such as `SOL Staking - Purchase`.
  ///
  /// Coins that keep their name are only locked; others, such as BNSOL, were bought with the coin
  /// in the product's name.
  fileprivate func staked(by operation: String) -> Leg {
    var leg = self
    let isOwn = operation.hasPrefix(asset.name.lowercased() + " ")
    leg.lone = isOwn || !operation.contains(" staking - ") ? .inside : nil
    leg.mayStandAlone = true
    leg.half = DistantHalf(name: operation)
    return leg
  }
}
