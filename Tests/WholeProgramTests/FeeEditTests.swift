import Foundation
import Testing

/// A fee in a third coin is a sale of that coin, which is edited along with the trade.
struct FeeEditTests {
  private struct Row: Decodable {
    let id: String
    let coinId: String
    let type: String
    let amount: String
    let date: String
    let account: String?
    let category: String?
  }

  private let home: TestHome

  init() throws {
    home = try TestHome()
    home.environment["BITPAL_NOW"] = "2026-04-28T12:00:00Z"
    home.environment["TZ"] = "UTC"
    try home.bitpal("buy", "binancecoin", "1", "--price", "300", "--date", "2024-01-01")
    try home.bitpal("buy", "bitcoin", "1", "--total", "1000", "--date", "2024-04-01")
  }

  private func rows() throws -> [Row] {
    let text = Data(try home.bitpal("transactions", "--json").output.utf8)
    return try JSONDecoder().decode([Row].self, from: text)
  }

  private func sales() throws -> [Row] { try rows().filter { $0.category == "fee" } }

  private func trade() throws -> String { try #require(rows().first { $0.coinId == "bitcoin" }).id }

  @Test func `an edit adds changes and removes the sale of the fee`() throws {
    let trade = try trade()
    let added = try home.bitpal("edit", trade, "--fee", "0.1bnb")
    #expect(added.status == 0, "\(added.standardError)")
    #expect(added.output.contains("Fee: Sold 0.1 binancecoin"), "\(added.output)")
    let first = try #require(sales().first)
    #expect(try sales().count == 1 && first.amount == "0.1" && first.date.hasPrefix("2024-04-01"))
    try home.bitpal("edit", trade, "--fee", "0.2bnb")
    #expect(try sales().map(\.amount) == ["0.2"] && sales().map(\.id) == [first.id])
    let removed = try home.bitpal("edit", trade, "--fee", "0")
    #expect(removed.output.contains("binancecoin"), "\(removed.output)")
    #expect(try sales().isEmpty)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a trial says what would become of the fee, and changes nothing`() throws {
    let trade = try trade()
    let added = try home.bitpal("edit", trade, "--fee", "0.1bnb", "--dry-run")
    let sale = try #require(
      added.output.split(separator: "\n").first { $0.hasPrefix("Would record as its fee a sale") })
    #expect(sale.contains("of 0.1 binancecoin") && sale.hasSuffix("."), "\(sale)")
    #expect(
      added.standardError.hasSuffix("Nothing was changed.\n") && !added.output.contains("Sold"))
    #expect(try sales().isEmpty)
    try home.bitpal("edit", trade, "--fee", "0.1bnb")
    let noted = try home.bitpal("edit", trade, "--notes", "mine", "--dry-run")
    #expect(noted.output.contains("notes none → mine") && !noted.output.contains("as its fee"))
    let removed = try home.bitpal("edit", trade, "--fee", "5EUR", "--dry-run")
    #expect(removed.output.contains("of binancecoin, would be removed with it."), "\(removed)")
    #expect(try sales().count == 1)
    let same = try home.bitpal("edit", trade, "--amount", "1", "--dry-run")
    #expect(same.output.hasPrefix("Nothing changed: ") && same.standardError.isEmpty, "\(same)")
  }

  @Test func `the sale moves with the trade and one undo takes both back`() throws {
    let trade = try trade()
    try home.bitpal("edit", trade, "--fee", "0.1bnb")
    try home.bitpal("edit", trade, "--date", "2024-05-02", "--account", "Binance")
    #expect(try sales().allSatisfy { $0.date.hasPrefix("2024-05-02") && $0.account == "Binance" })
    try home.bitpal("undo", "--yes")
    #expect(try sales().allSatisfy { $0.date.hasPrefix("2024-04-01") && $0.account == nil })
    try home.bitpal("undo", "--yes")
    #expect(try sales().isEmpty)
    try home.bitpal("redo", "--yes")
    #expect(try sales().count == 1)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `deleting the trade deletes the sale of its fee`() throws {
    let trade = try trade()
    try home.bitpal("edit", trade, "--fee", "0.1bnb")
    let deleted = try home.bitpal("delete", trade)
    #expect(deleted.output.contains("with it its fee"), "\(deleted.output)")
    #expect(try rows().map(\.coinId) == ["binancecoin"] && sales().isEmpty)
    try home.bitpal("undo", "--yes")
    #expect(try rows().count == 3 && sales().count == 1)
    #expect(try home.bitpal("verify").status == 0)
  }

  @Test func `a fee of more than is owned is refused and nothing is written`() throws {
    let refused = try home.bitpal("edit", trade(), "--fee", "2bnb")
    #expect(refused.status != 0 && refused.standardError.contains("you only owned 1 binancecoin"))
    #expect(try sales().isEmpty)
    let rehearsed = try home.bitpal("edit", trade(), "--fee", "0.1bnb", "--dry-run")
    #expect(
      rehearsed.output.contains("Would update")
        && rehearsed.output.contains("Would record as its fee"))
    #expect(try sales().isEmpty)
  }
}
