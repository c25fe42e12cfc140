import Exact
import FoundationEssentials
import ImportText
import Portfolio

/// Block explorers: Bithomp, Solscan and beaconcha.in.
extension FormatReader {
  static let explorers =
    [
      bithomp("timestamp unix", hasLocalTimes: false), bithomp("timestamp", hasLocalTimes: true),
    ] + solscan + beaconchain

  /// Bithomp's transactions of accounts on the XRP Ledger.
  ///
  /// The amounts are balance changes, including the network fee; several coins of one transaction
  /// were exchanged for each other.
  ///
  /// - Parameter column: Its column of times; in one of the two forms they are in the browser's
  ///   zone.
  private static func bithomp(_ column: String, hasLocalTimes: Bool) -> FormatReader {
    FormatReader(
      format: .bithomp,
      signatures: [
        [
          column, "address", "type", "amount as text", "amount", "currency", "currency issuer",
          "direction", "tx fee", "tx fee currency", "tx",
        ]
      ], hasLocalTimes: hasLocalTimes
    ) { table in
      table.readGroups(by: { $0["tx"] + $0["address"] }) { record throws(RefusalReason) in
        let word = try record.filled("type")
        let date = try record.date(column, in: [.unix, .monthFirst], zone: .utc)
        let text = try record.filled("amount as text")
        let coin = Asset(
          token: text[(text.lastIndex(of: " ") ?? text.startIndex)...].trimmed, name: "",
          contract: record["currency issuer"])
        let fee = coin == xrp ? try record.magnitude("tx fee") : 0
        var leg = Leg(
          record: record, date: date, asset: coin,
          change: try exactSum(try record.someNumber("amount"), fee, column: "amount"))
        leg.fee = fee
        leg.hash = record["tx"]
        leg.account = record["address"]
        leg.notes = record["memo"]
        guard leg.change != 0 else {
          leg.change = -fee
          leg.fee = 0
          return try leg.meaning(.fee, word: word)
        }
        let kind = try record.kind("type", in: bithompKinds)
        leg.dollars = try record.magnitude("usd amount equavalent")
        if leg.dollars == 0 { leg.dollars = nil }
        leg.lone = .moved
        return kind == .move ? .part(leg) : try leg.meaning(kind, word: word)
      }
    }
  }

  private static let xrp = Asset(symbol: "XRP")

  private static let bithompKinds = KindTable([
    .move: [
      "payment", "offercreate", "nftokenacceptoffer", "ammwithdraw", "ammdeposit", "ammcreate",
      "checkcash", "escrowfinish", "paymentchannelclaim", "accountdelete",
    ]
  ])

  /// Solscan's swaps: the amount in was given.
  private static let solscan = plain(
    .solscan,
    TableFormat(
      columns: [
        "signature", "timestamp", "platform", "activity", "tokenin", "amountin", "tokenout",
        "amountout", "fee",
      ], date: ["timestamp"], side: ["activity"], received: .init("amountout", .column("tokenout")),
      spent: .init("amountin", .column("tokenin")), fees: [.init("fee", .of("SOL"))],
      hash: "signature"))

  /// Earnings of Ethereum validators, one row per day, in ether and the user's currency.
  private static let beaconchain = plain(
    .beaconchain,
    TableFormat(
      columns: ["date", "end-of-date balance eth", "income for date eth", "income for date"],
      kind: .reward, amount: .init("income for date eth", .of("ETH")), groupsThousands: true,
      worth: [.init("income for date", .glued)]))
}
