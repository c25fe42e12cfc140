import FoundationEssentials
import Portfolio
import Testing
import ImportForms
import ImportText

/// Currency codes that are also coin tickers.
struct MoneyOrCoinTests {
  private static let zonda =
    #""Market";"Operation date";"Action";"Type";"Rate";"Amount";"Value";"ID""# + "\n"
    + #""BOB-PLN";"31-03-2021 13:09:05 UTC";"Buy";"Taker";"0.08";"2500";"200";"z1""# + "\n"
    + #""BOB-PLN";"05-04-2021 09:27:09 UTC";"Sell";"Maker";"0.10";"500";"50";"z2""# + "\n"

  private static let rates = ["PLN 2021-03-31": "0.25", "PLN 2021-04-05": "0.26"]

  @Test func `letters of money against money are money`() throws {
    let file = try imported(Self.zonda, ImportSetting(evidence: Self.rates))
    #expect(file.transactions.isEmpty && file.questions.isEmpty)
  }

  @Test func `the coin that the user says is the coin`() throws {
    let file = try imported(
      Self.zonda, ImportSetting(evidence: Self.rates, coins: ["BOB": "bobs-repair"]))
    #expect(
      file.added == [
        "2021-03-31T13:09:05Z buy 2500 bobs-repair 0.02",
        "2021-04-05T09:27:09Z sell 500 bobs-repair 0.026",
      ])
  }

  @Test func `a deposit of the coin that the user says is one`() throws {
    let text =
      #""Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Date""# + "\n"
      + #""Deposit","500","GEL","","","","","X","2024-03-01 10:00:00""# + "\n"
    #expect(try imported(text).moves.isEmpty)
    let file = try imported(text, ImportSetting(coins: ["GEL": "gelato"]))
    #expect(file.moves.map(\.coinId) == ["gelato"])
  }
}
