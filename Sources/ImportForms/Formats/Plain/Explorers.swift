import FoundationEssentials
import ImportText
import Portfolio

/// What explorers write of accounts on a chain: Bithomp, Solscan and beaconcha.in.
extension FormatReader {
  static let explorers =
    [
      bithomp("timestamp unix", hasLocalTimes: false), bithomp("timestamp", hasLocalTimes: true),
    ] + solscan + beaconchain

  /// Bithomp's transactions of accounts on the XRP Ledger: the amounts are what an account changed
  /// by, the network's fee in them; several coins of one transaction were exchanged.
  ///
  /// - Parameter column: Its column of times; one of the two forms has those of the user's browser.
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
        var movement = Movement(
          record: record, date: date, asset: coin,
          change: try exactSum(try record.someNumber("amount"), fee, column: "amount"))
        movement.fee = fee
        movement.hash = record["tx"]
        movement.account = record["address"]
        movement.notes = record["memo"]
        guard movement.change != 0 else {
          movement.change = -fee
          movement.fee = 0
          return try movement.meaning(.fee, word: word)
        }
        let kind = try record.kind("type", in: bithompKinds)
        movement.dollars = try record.magnitude("usd amount equavalent")
        if movement.dollars == 0 { movement.dollars = nil }
        movement.lone = .moved
        return kind == .move ? .part(movement) : try movement.meaning(kind, word: word)
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

  /// Solscan's swaps: what went in was given.
  private static let solscan = plain(
    .solscan,
    PlainFormat(
      columns: [
        "signature", "timestamp", "platform", "activity", "tokenin", "amountin", "tokenout",
        "amountout", "fee",
      ], date: ["timestamp"], side: ["activity"], received: .init("amountout", .column("tokenout")),
      spent: .init("amountin", .column("tokenin")), fees: [.init("fee", .of("SOL"))],
      hash: "signature"))

  /// What validators of Ethereum earned, one row a day, in ether and in the user's money.
  private static let beaconchain = plain(
    .beaconchain,
    PlainFormat(
      columns: ["date", "end-of-date balance eth", "income for date eth", "income for date"],
      kind: .reward, amount: .init("income for date eth", .of("ETH")), groupsThousands: true,
      worth: [.init("income for date", .glued)]))
}
