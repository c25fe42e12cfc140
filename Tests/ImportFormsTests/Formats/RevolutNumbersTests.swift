import Portfolio
import Testing
import ImportForms
import ImportText

/// The numbers of Revolut's statement, with currency codes and signs next to the money.
struct RevolutNumbersTests {
  private func lines(_ rows: String) throws -> [String] {
    try factLines("Symbol,Type,Quantity,Price,Value,Fees,Date\n" + rows)
  }

  @Test(arguments: [
    ("1E6", "1000000"), ("1.5E+06", "1500000"), ("5.6077E-4", "0.00056077"), ("1,5E-3", "0.0015"),
    ("2500000", "2500000"), ("0.5", "0.5"), ("1'250.5", "1250.5"),
  ])
  func `exponents that spreadsheets write are read`(cell: String, amount: String) throws {
    #expect(
      try lines("SHIB,Buy,\"\(cell)\",$0.00001,$10.00,$0.00,\"Feb 12, 2024, 9:09:18 PM\"\n") == [
        "2024-02-12T21:09:18Z +\(amount) SHIB -10 USD"
      ])
  }

  @Test(arguments: ["1E", "12x4", "1E2E3", "E6", "1.5E+"])
  func `letters among the digits are no number`(cell: String) throws {
    let line = try lines("SHIB,Buy,\(cell),$0.00001,$10.00,$0.00,\"Feb 12, 2024, 9:09:18 PM\"\n")
    #expect(line == ["2: refused, notANumber(column: \"quantity\", notANumber(\"\(cell)\"))"])
  }

  @Test func `letters next to the digits are money`() throws {
    #expect(
      try lines(
        "BTC,Buy,1E-3,\"48 000,00 Kč\",\"48,00 Kč\",\"1E0 Kč\",\"Feb 14, 2024, 9:09:18 PM\"\n"
          + "BTC,Buy,0.1,\"Fr. 40\",\"Fr.4000\",\"Fr. 0.5\",\"Feb 15, 2024, 9:09:18 PM\"\n") == [
          "2024-02-14T21:09:18Z +0.001 BTC -48 CZK, fee 1 CZK",
          "2024-02-15T21:09:18Z +0.1 BTC -4000 CHF, fee 0.5 CHF",
        ])
  }
}
