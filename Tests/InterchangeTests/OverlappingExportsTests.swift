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
}
