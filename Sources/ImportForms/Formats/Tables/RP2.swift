import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// The hand-made files of RP2 and its loader DaLI: incoming, outgoing and transferred coins.
extension FormatReader {
  static let rp2 = [rp2In, rp2Out, rp2Moves]

  private static let rp2In = FormatReader(
    format: .rp2,
    signatures: [
      [
        "timestamp", "asset", "exchange", "holder", "transaction type", "spot price", "crypto in",
        "crypto fee",
      ]
    ]
  ) { table in
    let header = table.header
    let worth = header.first("usd in no fee", "fiat in no fee")
    let whole = header.first("usd in with fee", "fiat in with fee")
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      let kind = try record.kind("transaction type", in: kindsIn)
      var facts = try record.rp2Facts()
      let coins = AssetAmount(
        amount: try record.magnitude("crypto in"), asset: try record.asset("asset"))
      facts.received = coins
      let fee = try record.rp2Money(header.first("usd fee", "fiat fee"))
      let total = try record.rp2Money(whole)
      var money = try record.rp2Money(worth)
      if money == nil, kind != .buy || total == nil { money = try record.atSpot(coins) }
      facts.fees = try record.quantity("crypto fee", "asset").map { [$0] } ?? []
      guard kind == .buy else {
        if let money { facts.worth(money.amount, money.asset) }
        return try facts.meaning(kind, word: word)
      }
      facts.spent = money ?? total
      if money == nil { facts.feesIncluded = fee.map { [$0] } ?? [] }
      if money != nil, let fee { facts.fees.append(fee) }
      return try facts.meaning(.buy, word: word)
    }
  }

  private static let rp2Out = FormatReader(
    format: .rp2,
    signatures: [
      [
        "timestamp", "asset", "exchange", "holder", "transaction type", "spot price",
        "crypto out no fee", "crypto fee",
      ]
    ]
  ) { table in
    let header = table.header
    return table.readEach { record throws(RefusalReason) in
      let word = try record.filled("transaction type")
      let kind = try record.kind("transaction type", in: kindsOut)
      var facts = try record.rp2Facts()
      let coins = AssetAmount(
        amount: try record.magnitude("crypto out no fee"), asset: try record.asset("asset"))
      facts.fees = try record.quantity("crypto fee", "asset").map { [$0] } ?? []
      guard kind != .fee else {
        facts.spent = coins.amount == 0 ? facts.fees.first : coins
        facts.fees = []
        return try facts.meaning(.fee, word: word)
      }
      facts.spent = coins
      var money = try record.rp2Money(header.first("usd out no fee", "fiat out no fee"))
      if money == nil { money = try record.atSpot(coins) }
      guard kind == .sell else {
        if let money { facts.worth(money.amount, money.asset) }
        return try facts.meaning(kind, word: word)
      }
      facts.received = money
      let fee = try record.rp2Money(header.first("usd fee", "fiat fee"))
      if let fee { facts.fees.append(fee) }
      return try facts.meaning(.sell, word: word)
    }
  }

  /// A transfer between two accounts; half of one if only one account is the owner's.
  private static let rp2Moves = FormatReader(
    format: .rp2,
    signatures: [
      [
        "timestamp", "asset", "from exchange", "from holder", "to exchange", "to holder",
        "spot price", "crypto sent", "crypto received",
      ]
    ]
  ) { table in
    table.readEach { record throws(RefusalReason) in
      let sent = try record.magnitude("crypto sent")
      let received = try record.magnitude("crypto received")
      guard sent != 0 || received != 0 else { throw .missingCell("crypto sent") }
      let coin = try record.asset("asset")
      var move = MoveFacts(
        source: record.source, date: try record.date("timestamp", .yearFirst),
        quantity: AssetAmount(amount: sent == 0 ? received : -sent, asset: coin),
        account: record[sent == 0 ? "to exchange" : "from exchange"])
      if sent != 0, received != 0 {
        move.quantity.amount = -received
        move.fee = try exactSum(sent, -received, column: "crypto sent")
        move.otherAccount = record["to exchange"]
      }
      // The transaction's hash, if there is one.
      move.hash = record["unique id"]
      return .move(move)
    }
  }

  private static let kindsIn = KindTable([
    .buy: ["buy"], .gift: ["gift", "hardfork", "donate"],
    .reward: ["airdrop", "income", "interest", "mining", "staking", "wages"],
  ])

  private static let kindsOut = KindTable([
    .sell: ["sell"], .payment: ["gift", "donate"], .fee: ["fee"],
  ])
}

extension CSVRecord {
  fileprivate func rp2Facts() throws(RefusalReason) -> TradeFacts {
    var facts = try facts("timestamp", .yearFirst)
    facts.account = self["exchange"]
    facts.notes = self["notes"]
    return facts
  }

  /// An amount in the file's currency, dollars by default.
  fileprivate func rp2Money(_ column: String) throws(RefusalReason) -> AssetAmount? {
    let ticker = self["fiat ticker"]
    let amount = try magnitude(column)
    return amount == 0
      ? nil : AssetAmount(amount: amount, asset: ticker.isEmpty ? .dollar : Asset(symbol: ticker))
  }

  /// The value of coins at the file's price.
  fileprivate func atSpot(_ coins: AssetAmount) throws(RefusalReason) -> AssetAmount? {
    guard var money = try rp2Money("spot price") else { return nil }
    money.amount = try exactProduct(money.amount, coins.amount, column: "spot price")
    return money
  }
}
