import Testing
import ImportForms
import ImportText

/// Currency letters next to an amount are accepted only if they match the currency of the row.
struct CurrencyLettersTests {
  private static let header =
    "Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Subtotal,Total,Fees,Notes"

  private func line(_ money: String, _ code: String) throws -> String {
    let lines = try factLines(
      "\(Self.header)\n2024-05-01T10:00:00Z,Buy,BTC,0.1,\(code),\"\(money)\",\"\(money)\",0,\n")
    return try #require(lines.first)
  }

  @Test(arguments: [
    ("kr202.07", "NOK"), ("202.07 kr.", "DKK"), ("CHF 202.07", "CHF"), ("202,07 zł", "PLN"),
    ("Kč202.07", "CZK"), ("202.07Ft", "HUF"), ("R$202.07", "BRL"), ("A$202.07", "AUD"),
    ("-CA$202.07", "CAD"), ("(S$202.07)", "SGD"), ("NZ$202.07", "NZD"), ("MX$202.07", "MXN"),
    ("HK$202.07", "HKD"), ("Rs 202.07", "INR"), ("202.07 lei", "RON"), ("₱202.07", "PHP"),
    ("₫202.07", "VND"), ("SEK202.07", "SEK"),
  ])
  func `letters next to a number are the currency that the row names`(
    money: String, code: String
  ) throws {
    #expect(try line(money, code) == "2024-05-01T10:00:00Z +0.1 BTC -202.07 \(code)")
  }

  @Test(arguments: [
    ("kr202.07", "EUR"), ("202.07 zł", "SEK"), ("CHF202.07", "EUR"), ("kr202.07kr", "SEK"),
    ("xy202.07", "SEK"), ("()", "SEK"), ("(-5)", "SEK"),
  ])
  func `letters that are another currency's are no number`(money: String, code: String) throws {
    #expect(try line(money, code).hasPrefix("2: refused, notANumber"))
  }
}
