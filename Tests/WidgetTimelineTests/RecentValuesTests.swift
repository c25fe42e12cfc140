import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// The values of the last days, computed backward from the current holdings.
struct RecentValuesTests {
  private let today = UTCDay(utc("2025-03-31T12:00:00Z"))

  private func trade(
    _ type: TransactionType, _ amount: String, of coin: String = "bitcoin", at date: String
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: exact(amount), pricePerCoin: 1, date: utc(date))
  }

  private func held(_ id: String, _ amount: String, worth value: String?) -> RecentValues.Held {
    RecentValues.Held(coinId: id, amount: exact(amount), value: value.map { exact($0) })
  }

  @Test func `ends with what is held now`() throws {
    let recent = try #require(
      RecentValues([held("bitcoin", "2", worth: "210")], traded: [], today: today) { _ in
        { _ in 100 }
      })
    #expect(recent.values == Array(repeating: 200, count: 30) + [210] && recent.count == 1)
  }

  @Test func `a purchase and a sale change what was held before`() throws {
    let traded = [
      trade(.buy, "2", at: "2025-03-20T23:59:59Z"), trade(.sell, "1", at: "2025-03-30T00:00:00Z"),
    ]
    let recent = try #require(
      RecentValues([held("bitcoin", "1", worth: "100")], traded: traded, today: today) { _ in
        { _ in 100 }
      })
    // Days without holdings have no value rather than zero: the line starts at a purchase.
    let first = UTCDay(utc("2025-03-20T00:00:00Z")).number - (today.number - 30)
    #expect(recent.values[..<first].allSatisfy { $0 == nil })
    #expect(recent.values[first..<29].allSatisfy { $0 == 200 })
    #expect(recent.values[29...].allSatisfy { $0 == 100 })
  }

  @Test func `a gift was not there before it came`() throws {
    let recent = try #require(
      RecentValues(
        [held("bitcoin", "3", worth: "300")],
        traded: [trade(.gift, "2", at: "2025-03-20T12:00:00Z")], today: today
      ) { _ in { _ in 100 } })
    let first = UTCDay(utc("2025-03-20T00:00:00Z")).number - (today.number - 30)
    #expect(recent.values[..<first].allSatisfy { $0 == 100 })
    #expect(recent.values[first...].allSatisfy { $0 == 300 })
  }

  @Test func `what was sold since is part of the days before`() throws {
    let traded = [trade(.sell, "3", of: "dogecoin", at: "2025-03-15T10:00:00Z")]
    let recent = try #require(
      RecentValues([held("bitcoin", "1", worth: "100")], traded: traded, today: today) { id in
        { _ in id == "dogecoin" ? 10 : 100 }
      })
    #expect(recent.values.first == 130 && recent.values.last == 100 && recent.count == 1)
  }

  @Test func `a coin without a history empties nothing`() throws {
    let coins = [held("bitcoin", "1", worth: "100"), held("vechain", "100", worth: "3")]
    let recent = try #require(
      RecentValues(coins, traded: [], today: today) { id in
        { day in id == "bitcoin" || day.number == today.number - 1 ? 100 : nil }
      })
    #expect(recent.values == Array(repeating: 100, count: 31) && recent.count == 1)
  }

  @Test func `a day without a price is a gap`() throws {
    let recent = try #require(
      RecentValues([held("bitcoin", "1", worth: "100")], traded: [], today: today) { _ in
        { day in day.number == today.number - 3 ? nil : 100 }
      })
    #expect(recent.values.indices.filter { recent.values[$0] == nil } == [27])
  }

  @Test(arguments: [0, 1])
  func `one day is no history`(days: Int) {
    let traded = [trade(.buy, "1", at: days == 1 ? "2025-03-30T10:00:00Z" : "2025-03-31T10:00:00Z")]
    let coins = [held("bitcoin", "1", worth: "100")]
    #expect(RecentValues(coins, traded: traded, today: today) { _ in { _ in 100 } } == nil)
    #expect(RecentValues([], traded: [], today: today) { _ in { _ in 100 } } == nil)
    let unpriced = [held("bitcoin", "1", worth: nil)]
    #expect(RecentValues(unpriced, traded: [], today: today) { _ in { _ in 100 } } == nil)
  }
}
