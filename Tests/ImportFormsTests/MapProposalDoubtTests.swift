import Foundation
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// Columns that look like a fee, a price or a payment are not used when names or figures contradict
/// that.
struct MapProposalDoubtTests: ProposesMaps {
  @Test(arguments: [
    ("Fee %,Fee", "fee"), ("Fee (%),Fee (EUR)", "fee (eur)"),
    ("Commission %,Commission EUR", "commission eur"), ("Gebühr (%),Gebühr (EUR)", "gebühr (eur)"),
    ("Taxa %,Taxa", "taxa"), ("Fee percent,Fee", "fee"),
  ])
  func `percents are not the fee`(names: String, fee: String) throws {
    let text = """
      Date,Side,Pair,Qty,Price,\(names),Total
      2024-01-10,BUY,BTC/EUR,0.01,42000,0.25,1.05,421.05
      2024-02-12,SELL,BTC/EUR,0.004,46000,0.25,0.46,183.54
      """
    #expect(try guess(text).column(.fee) == fee)
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -420 EUR, fee 1.05 EUR",
        "2024-02-12T00:00:00Z +184 EUR -0.004 BTC, fee 0.46 EUR",
      ])
  }

  @Test func `percents alone are no fee, whether the heading or the cells have the sign`() throws {
    let text = """
      Date,Side,Coin,Qty,Price USD,Fee,Total USD
      2024-01-10,BUY,BTC,0.01,42000,0.25%,420
      """
    #expect(try guess(text).column(.fee) == nil)
    let heading = text.replacing("Fee,", with: "Fee %,").replacing("0.25%", with: "0.25")
    #expect(try guess(heading).column(.fee) == nil)
  }

  @Test func `money in the heading of the total overrules a column of other currencies`() throws {
    let text = """
      Date,Side,Base,Quote,Amount,Value EUR
      2024-01-10,Buy,BTC,EUR,0.01,420
      2024-02-12,Sell,ETH,USD,0.5,1150
      2024-02-13,Buy,SOL,USDT,5,510
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -420 EUR", "2024-02-12T00:00:00Z +1150 EUR -0.5 ETH",
        "2024-02-13T00:00:00Z +5 SOL -510 EUR",
      ])
    // In a swap, the money column is the value and not an amount of coins.
    let coins = try proposal(text.replacing("ETH,USD", with: "ETH,BTC"))
    #expect(coins.map == nil && !coins.partial.has(.total) && !coins.partial.has(.currency))
    // Amounts in the column's currency, or in stablecoins denominated in it, match the column.
    let tether = "Date,Side,Base,Quote,Amount,Value USD\n2024-02-13,Buy,SOL,USDT,5,510\n"
    #expect(try lines(tether) == ["2024-02-13T00:00:00Z +5 SOL -510 USDT"])
  }

  @Test func `a coin before the word price is what the price is of`() throws {
    let text = """
      Date,Coin,Action,Amount,Amount in USD,BTC price
      2024-01-10,BTC,Buy,0.01,460,46000
      2024-02-12,ETH,Buy,0.5,1300,49500
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -460 USD", "2024-02-12T00:00:00Z +0.5 ETH -1300 USD",
      ])
    #expect(
      try lines(text.replacing("Amount in USD", with: "Total USD")).last
        == "2024-02-12T00:00:00Z +0.5 ETH -1300 USD")
    // No other column says what was paid.
    #expect(try guess(text.replacing("Amount in USD", with: "Grade")).column(.price) == nil)
    let alone = """
      Date,Action,BTC amount,BTC price,Total paid
      2024-01-10,Buy,0.01,42000 €,420 €
      """
    #expect(try lines(alone) == ["2024-01-10T00:00:00Z +0.01 BTC -420 EUR"])
  }

  @Test(arguments: ["Price in BTC", "Price (BTC)", "Price BTC"])
  func `a coin behind the word price is what the price is counted in`(name: String) throws {
    let text = "Date,Coin,Action,Amount,\(name)\n2024-02-12,ETH,Buy,0.5,0.05\n"
    #expect(try lines(text) == ["2024-02-12T00:00:00Z +0.5 ETH -0.025 BTC"])
  }

  @Test(arguments: ["Total excl. fee EUR", "Cost (EUR)", "Column 5"])
  func `a total that another column and the fee make has the fee in it`(name: String) throws {
    let text = """
      Date,Type,Coin,Qty,\(name),Fee EUR,Total EUR
      2024-01-10,Buy,BTC,0.01,420,2,422
      2024-02-12,Sell,BTC,0.004,184,1,183
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -420 EUR, fee 2 EUR",
        "2024-02-12T00:00:00Z +184 EUR -0.004 BTC, fee 1 EUR",
      ])
  }

  @Test func `a total next to one with the fee in it has none`() throws {
    let text = """
      Date,Type,Coin,Qty,Charged,Fee EUR,Total EUR
      2024-01-10,Buy,BTC,0.01,422,2,420
      2024-02-12,Sell,BTC,0.004,183,1,184
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -420 EUR, fee 2 EUR",
        "2024-02-12T00:00:00Z +184 EUR -0.004 BTC, fee 1 EUR",
      ])
    #expect(try guess(text).column(.total) == "total eur")
  }

  @Test(arguments: [
    "Amount after fee", "Received after fee", "Amount without fees", "Qty excl. fee",
    "Menge nach Gebühr", "Betrag inkl. Gebühr", "Montant hors frais", "Importo senza commissioni",
    "Net of fees", "Fee-adjusted price", "Price after fees USD", "Fees included",
  ])
  func `what is before or after the fee is not the fee`(name: String) throws {
    let text = """
      Date,Type,Coin,Amount,\(name),Total EUR
      2024-01-10,Buy,BTC,0.01,0.00998,420
      """
    let proposal = try proposal(text)
    #expect(proposal.map?.has(.fee) == false)
    #expect(proposal.unreadFees == [])
  }

  @Test(arguments: ["Fee incl. VAT", "Total fee EUR", "Trading fee paid", "Fee amount"])
  func `a fee with a tax in it, and the whole of it, are fees`(name: String) throws {
    let text = """
      Date,Type,Coin,Amount,\(name),Total EUR
      2024-01-10,Buy,BTC,0.01,1.5,420
      """
    #expect(try guess(text).column(.fee) == name.lowercased())
  }

  @Test func `a column that is nearly the amount is not proposed for the fee`() throws {
    let text = """
      Date,Type,Coin,Amount,Amount uten gebyr fee,Total EUR
      2024-01-10,Buy,BTC,0.01,0.00998,420
      """
    #expect(try guess(text).column(.fee) == nil)
    #expect(try proposal(text).unreadFees == ["amount uten gebyr fee"])
  }

  @Test func `what an order was filled at is the price, its limit is not`() throws {
    let text = """
      Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Filled Time
      Bitcoin,BTCUSD,Buy,Filled,0.01,0.01,46100.00,46000,2024-01-10 09:31:00
      Bitcoin,BTCUSD,Sell,Filled,0.004,0.004,49400.00,49500,2024-02-22 09:32:00
      """
    #expect(
      try lines(text) == [
        "2024-01-10T09:31:00Z +0.01 BTC -460 USD", "2024-02-22T09:32:00Z +198 USD -0.004 BTC",
      ])
    let short = """
      Date,Pair,Side,Amount,Price,Executed price
      2024-01-10 10:00,BTC/USD,Buy,0.02,46100,46000
      """
    #expect(try guess(short).column(.price) == "executed price")
  }

  @Test func `an average next to the price is decided by the total, else it is asked`() throws {
    let text = """
      Date,Type,Coin,Amount,Price,Avg Price,Currency,Total
      2024-01-10,Buy,BTC,0.01,46000,46000,EUR,460
      2024-02-12,Buy,BTC,0.02,49500,48333.33,EUR,990
      """
    #expect(try guess(text).column(.price) == "price")
    let other = text.replacing("Price,Avg Price", with: "Avg Price,Price")
    #expect(try guess(other).column(.price) == "avg price")
    let open = text.replacing("Total", with: "Grade")
    #expect(try proposal(open).missing == ["total or price"])
  }

  @Test func `the day and price of a purchase count, those of today and the market do not`() throws
  {
    let text = """
      Symbol,Current Price,Date,Time,Open,High,Low,Volume,Trade Date,Purchase Price,Quantity,\
      Commission,Transaction Type
      BTC-USD,77300,2026/09/02,21:15 UTC,77395,77719,76391,27656589312,20240701,62483.5,0.5,1.25,BUY
      ETH-USD,2300.5,2026/09/02,21:15 UTC,2395,2419,2391,2765658,20240801,3100,2,1.5,BUY
      """
    #expect(
      try lines(text) == [
        "2024-07-01T00:00:00Z +0.5 BTC -31241.75 USD, fee 1.25 USD",
        "2024-08-01T00:00:00Z +2 ETH -6200 USD, fee 1.5 USD",
      ])
    // Without the market's prices, a volume is an amount.
    #expect(
      try lines("Date,Pair,Side,Volume,Price\n2024-02-03,BTC/USD,buy,2,40000\n") == [
        "2024-02-03T00:00:00Z +2 BTC -80000 USD"
      ])
  }

  @Test func `a trade's date without a time does not hide the time of its day`() throws {
    let text = """
      Date,Trade Date,Side,Coin,Amount,Total USD
      2024-02-03 10:30:00,2024-02-03,buy,BTC,2,80000
      """
    #expect(try lines(text) == ["2024-02-03T10:30:00Z +2 BTC -80000 USD"])
  }

  @Test func `the rate of a currency is not the price of a coin`() throws {
    let text = """
      Date,Type,Coin,Qty,Total,Currency,USD Rate,Total USD
      2024-01-10,Buy,BTC,0.01,420,EUR,1.095,460
      2024-02-12,Sell,BTC,0.004,184,EUR,1.077,198
      """
    #expect(
      try lines(text) == [
        "2024-01-10T00:00:00Z +0.01 BTC -420 EUR", "2024-02-12T00:00:00Z +184 EUR -0.004 BTC",
      ])
    // A rate that does not produce the total is not a price either.
    #expect(try guess(text.replacing("USD Rate", with: "Rate")).column(.price) == nil)
  }

  @Test func `whether a fee was paid is not what it was paid in`() throws {
    let text = """
      Date,Type,Coin,Amount,Price USD,Total USD,Fee Paid?,Fee
      2024-01-10,Buy,BTC,0.01,46000,460,yes,1
      """
    #expect(try lines(text) == ["2024-01-10T00:00:00Z +0.01 BTC -460 USD, fee 1 USD"])
  }

  @Test func `money counted in bitcoins is not proposed as a pair written the other way`() throws {
    let text = """
      Date,Side,Pair,Amount,Price,Total
      2024-01-10,Buy,EUR/BTC,420,0.0000238,0.01
      """
    #expect(try guess(text).literal(.pairs) == nil)
    let reversed = text.replacing("420,0.0000238,0.01", with: "0.01,42000,420")
    #expect(try lines(reversed) == ["2024-01-10T00:00:00Z +0.01 BTC -420 EUR"])
  }

  @Test func `contracts that were opened and closed are not proposed as purchases`() throws {
    let text = """
      Date,Type,Coin,Amount,Price,Currency
      2024-02-12,SHORT,BTC,0.004,49500,USD
      2024-02-13,COVER,BTC,0.004,49500,USD
      2024-02-14,LONG,BTC,0.004,49500,USD
      """
    #expect(try proposal(text).missing == ["side"])
  }

  @Test func `prose with commas is no table, and rows of strange headings are one`() throws {
    let prose = """
      # Reading list
      Books, films and places that 2024 brought, in no order.

      The first one, which 12 people named, is short.
      The second, long and sad.
      Nobody saw the third, fourth or fifth.
      """
    #expect(mapProposal(for: Array(prose.utf8)) == nil)
    let markdown =
      "# Gains\n\nDates, coins, and what 2 of them cost.\n\n| a, b, c | d |\n|---|---|\n"
    #expect(mapProposal(for: Array(markdown.utf8)) == nil)
    let strange = "Report of 2024\n\nQuand;Quoi;Combien\n2024-01-10;BTC;0.1\n2024-01-11;ETH;2\n"
    #expect(try proposal(strange).header == ["quand", "quoi", "combien"])
    // A comma in an unquoted note makes a row longer than its header.
    let ragged = "Date,Coin,Amount,Note\n2024-01-10,BTC,0.1,one, two\n2024-01-11,ETH,2,a, b, c\n"
    #expect(try proposal(ragged).header.count == 4)
  }
}
