import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Exports of one account that overlap, whichever comes first.
struct OverlappingExportsTests {
  private static let app =
    "Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,"
    + "Native Amount,Native Amount (in USD),Transaction Kind"

  /// Rewards of some days of January 2022, newest first: day and amount of each.
  private func rewards(_ rows: (Int, String)...) -> String {
    let lines = rows.map { day, amount in
      "2022-01-\(day < 10 ? "0" : "")\(day) 19:00:21,Supercharger Reward,ETH,\(amount),,,USD,1.5,1.5,"
        + "supercharger_reward_to_app_credited"
    }
    return ([Self.app] + lines).joined(separator: "\n")
  }

  /// As a spreadsheet of a land with decimal commas saves it.
  private func resaved(_ text: String) -> String {
    text.replacing(",", with: ";").replacing("0.0", with: "0,0").replacing("1.5", with: "1,5")
  }

  /// What the ledger has of coins after texts were imported one by one.
  private func amounts(
    _ texts: [String], _ policy: ImportPolicy = policy(), into start: [Transaction] = []
  ) throws -> [String] {
    var ledger = ImportLedger(transactions: start)
    for text in texts { ledger = ledger.with(try plan([text], policy, into: ledger)) }
    return
      (ledger.transactions.map {
        "\($0.date.utcDayText) \($0.type) \($0.amount.canonicalText) \($0.coinId)"
      }
      + ledger.moves.map {
        "\($0.date.utcDayText) \($0.amount.canonicalText) \($0.coinId)"
      }).sorted()
  }

  @Test func `exports put one behind the other in a file are several`() throws {
    let statement = """
      User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
      77,2023-02-02 09:00:00,Spot,Transaction Buy,BTC,0.03,
      77,2023-02-02 09:00:00,Spot,Transaction Spend,USD,-651,
      77,2023-02-02 09:00:00,Spot,Transaction Fee,BTC,-0.00003,

      """
    let trades = """
      Date(UTC),Pair,Side,Price,Executed,Amount,Fee
      2024-03-01 10:00:00,BTCUSD,BUY,60000,0.01BTC,600USD,0.6USD
      2024-03-01 10:00:00,BTCUSD,BUY,60000,0.01BTC,600USD,0.6USD

      """
    for text in [statement, trades] {
      let once = try amounts([text])
      #expect(try amounts([text + text]) == once)
      #expect(try amounts([text + text, text, text + text + text]) == once)
      let rows = text.split(separator: "\n")
      // Without the heading between them equal rows are fills of their own.
      let twice = (rows + rows.dropFirst()).joined(separator: "\n")
      #expect(try amounts([twice]) != once)
    }
  }

  @Test func `equal rows are as many as the longer export has of them`() throws {
    let short = rewards((10, "0.0006"), (8, "0.0005"))
    let long = rewards((12, "0.0007"), (10, "0.0006"), (10, "0.0006"), (8, "0.0005"))
    let all = [
      "2022-01-08 buy 0.0005 ethereum", "2022-01-10 buy 0.0006 ethereum",
      "2022-01-10 buy 0.0006 ethereum", "2022-01-12 buy 0.0007 ethereum",
    ]
    #expect(try amounts([short, long]) == all)
    #expect(try amounts([long, short]) == all)
    #expect(try amounts([short, long, short, long]) == all)
    #expect(try plan([short, long], policy()).additions.count == 4)
    #expect(try plan([long, short], policy()).additions.count == 4)
  }

  @Test func `the same where a spreadsheet saved the longer one`() throws {
    let short = rewards((10, "0.0006"), (8, "0.0005"))
    let long = resaved(
      rewards((12, "0.0007"), (10, "0.0006"), (10, "0.0006"), (8, "0.0005")))
    #expect(try amounts([short, long]).count == 4)
    #expect(try amounts([long, short]).count == 4)
    #expect(try plan([short, long], policy()).additions.count == 4)
  }

  private static let coinbase =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,USD Subtotal,"
    + "USD Total (inclusive of fees),USD Fees,Notes"

  @Test func `the export of one coin is known in that of all, whatever its notes say`() throws {
    let bought = [
      "2021-03-29T21:56:34Z,Buy,ADA,1632.868321,1.21,1970.64,2000.00,29.36,Bought ADA",
      "2021-04-12T17:36:13Z,Buy,ADA,3054.975182,1.29,3941.28,4000.00,58.72,Bought ADA",
    ]
    func sent(_ address: String) -> [String] {
      [
        "2021-03-30T20:54:27Z,Send,ADA,1632.868321,1.22,\"\",\"\",\"\",Sent ADA to \(address)",
        "2021-04-18T16:52:40Z,Send,ADA,3054.975182,1.25,\"\",\"\",\"\",Sent ADA to \(address)",
      ]
    }
    let others = [
      "2021-04-08T16:13:24Z,Receive,SOL,478.76654355,1.00,\"\",\"\",\"\",Received SOL",
      "2021-04-09T16:13:24Z,Receive,SOL,8.76654355,1.00,\"\",\"\",\"\",Received SOL",
      "2021-04-10T16:13:24Z,Receive,SOL,7.76654355,1.00,\"\",\"\",\"\",Received SOL",
    ]
    func text(_ rows: [String]) -> String {
      ([Self.coinbase] + rows.sorted()).joined(separator: "\n")
    }
    let one = text(bought + sent("xxxx"))
    let all = text(bought + sent("addr1") + others)
    let wanted = try amounts([all])
    #expect(wanted.count == 7)
    #expect(try amounts([one, all]) == wanted)
    #expect(try amounts([all, one]) == wanted)
    #expect(try amounts([one, all, one]) == wanted)
    // Another send of that amount at another second is one more.
    let more = all + "\n" + sent("addr1")[0].replacing("20:54:27Z", with: "20:54:28Z")
    #expect(try amounts([one, more]).count == 8)
  }

  private static let fills = "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin"
  private static let ofBitcoin = [
    "2022-06-13 12:04:09,BTCUSDT,BUY,23735.11,0.01,237.3511,0.2373,USDT",
    "2022-06-19 10:10:44,BTCUSDT,BUY,19003.7,0.02,380.074,0.38,USDT",
    "2022-06-20 11:10:44,BTCUSDT,BUY,20003.7,0.03,600.111,0.6,USDT",
  ]
  private static let ofEther = (10..<14).map {
    "2022-06-14 \($0):10:44,ETHUSDT,BUY,1200,0.1,120,0.12,USDT"
  }

  @Test func `the export of one pair is known in a copy of all that a spreadsheet saved`() throws {
    let policy = policy(stable: ["USDT"])
    let pair = ([Self.fills] + Self.ofBitcoin).joined(separator: "\n")
    let all = Self.ofBitcoin + Self.ofEther
    let oneColumnMore = ([Self.fills + ",Note"] + all.map { $0 + ",x" }).joined(separator: "\n")
    let withoutSeconds = ([Self.fills] + all.map { $0.replacing(/:\d\d,/, with: ",") })
      .joined(separator: "\n")
    for copy in [oneColumnMore, withoutSeconds] {
      #expect(try amounts([pair, copy], policy).count == 7)
      #expect(try amounts([copy, pair], policy).count == 7)
      #expect(try plan([pair, copy], policy).additions.count == 7)
    }
  }

  @Test func `a ledger and its copy without seconds are one, given together`() throws {
    let ledgers = "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance"
    let rows = [
      "LA1,TA1,2021-01-08 23:04:42,trade,,currency,ZUSD,-100,0.26,899.74",
      "LA2,TA1,2021-01-08 23:04:42,trade,,currency,XXBT,0.0025,0,0.0025",
      "LB1,DB1,2021-01-09 10:00:05,deposit,,currency,XXBT,0.00464,0,0.00714",
    ]
    let original = ([ledgers] + rows).joined(separator: "\n")
    for copy in [
      original.replacing(":42,", with: ",").replacing(":05,", with: ","),
      original.replacing(":42,", with: ":42.1234,").replacing(":05,", with: ":05.5,"),
    ] {
      for files in [[original, copy], [copy, original]] {
        let together = try plan(files, policy())
        #expect(together.additions.map(\.amount) == [decimal("0.0025")])
        #expect(together.additions.map(\.total) == [decimal("100.26")])
        #expect(together.moves.map(\.amount) == [decimal("0.00464")])
        #expect(try amounts(files).count == 2)
      }
    }
  }
}
