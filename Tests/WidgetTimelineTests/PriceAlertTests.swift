import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

private let noon = utc("2026-04-28T12:00:00Z")

/// When alerts fire.
struct PriceAlertTests {
  private func fires(
    _ condition: PriceAlert.Condition, at price: String?, dated: String = "2026-04-28T11:59:00Z",
    dayChange: String? = nil, past: String? = nil
  ) -> Bool {
    var coin = coin("bitcoin", price, at: dated)
    coin.priceChange24h = dayChange.map(exact)
    var alerts = PriceAlerts([
      PriceAlert(coinId: "bitcoin", condition: condition, created: noon)
    ])
    let fired = alerts.fire(at: ["bitcoin": coin], now: noon) { _, _ in past.map(exact) }
    #expect(fired.map(\.alert) == alerts.alerts.filter { $0.fired != nil })
    return !fired.isEmpty
  }

  @Test(arguments: [("99.99", false), ("100", true), ("100.01", true)])
  func `above means at the price or above`(price: String, isFired: Bool) {
    #expect(fires(.above(100), at: price) == isFired)
  }

  @Test(arguments: [("100.01", false), ("100", true), ("99.99", true)])
  func `below means at the price or below`(price: String, isFired: Bool) {
    #expect(fires(.below(100), at: price) == isFired)
  }

  @Test(arguments: [
    ("105", "100", true), ("95", "100", true), ("104.99", "100", false), ("105", nil, false),
  ])
  func `a change counts up and down, against the record`(
    price: String, past: String?, isFired: Bool
  ) {
    #expect(fires(.change(percent: 5, hours: 6), at: price, past: past) == isFired)
  }

  @Test func `a day's change is the source's own where nothing is on record`() {
    #expect(fires(.change(percent: 5, hours: 24), at: "1", dayChange: "-5"))
    #expect(!fires(.change(percent: 5, hours: 23), at: "1", dayChange: "-5"))
    #expect(!fires(.change(percent: 5, hours: 24), at: "1", dayChange: "-5", past: "1"))
  }

  @Test func `a stale price fires nothing, and no price neither`() {
    #expect(!fires(.above(1), at: "100", dated: "2026-04-28T10:59:59Z"))
    #expect(fires(.above(1), at: "100", dated: "2026-04-28T11:00:00Z"))
    #expect(!fires(.above(1), at: nil))
  }

  @Test func `an alert fires once`() {
    var alerts = PriceAlerts([
      PriceAlert(coinId: "bitcoin", condition: .above(1), created: noon)
    ])
    let coins = ["bitcoin": coin("bitcoin", "2", at: "2026-04-28T12:00:00Z")]
    #expect(alerts.fire(at: coins, now: noon) { _, _ in nil }.count == 1)
    #expect(alerts.fire(at: coins, now: noon) { _, _ in nil }.isEmpty)
    #expect(alerts.coinIds.isEmpty)
  }

  @Test func `an alert that repeats fires again after its rest`() {
    var alerts = PriceAlerts([
      PriceAlert(coinId: "bitcoin", condition: .above(1), created: noon, repeatHours: 12)
    ])
    func fire(hours: Int, at price: String = "2") -> Int {
      let now = noon.addingTimeInterval(TimeInterval(3600 * hours))
      let coin = Coin(
        id: "bitcoin", symbol: "", name: "", currentPrice: exact(price), lastUpdated: now)
      return alerts.fire(at: ["bitcoin": coin], now: now) { _, _ in nil }.count
    }
    #expect(fire(hours: 0) == 1)
    #expect(alerts.coinIds == ["bitcoin"])
    #expect(fire(hours: 11) == 0)
    alerts.see([alerts.alerts[0].id])
    #expect(!alerts.alerts[0].isUnseen)
    #expect(fire(hours: 13, at: "0.5") == 0)
    #expect(fire(hours: 14) == 1)
    #expect(alerts.alerts[0].isUnseen)
    // Setting the clock back does not silence the alert.
    #expect(fire(hours: 1) == 1)
  }

  @Test func `alerts, the list of coins followed and the prices are read as they were written`()
    throws
  {
    let alerts = PriceAlerts([
      PriceAlert(coinId: "bitcoin", condition: .above(exact("0.00000823")), created: noon),
      PriceAlert(
        coinId: "-10", condition: .below(5), created: noon, repeatHours: 6, fired: noon,
        isSeen: true),
      PriceAlert(coinId: "a", condition: .change(percent: 5, hours: 24), created: noon),
    ])
    #expect(try PriceAlerts(json: parsed(alerts.json.text(pretty: true))) == alerts)
    var list = Watchlist()
    #expect(list.add("b", at: noon) && list.add("a", at: noon) && !list.add("b", at: noon))
    list.move("a", to: 0)
    #expect(list.coinIds == ["a", "b"])
    #expect(try Watchlist(json: parsed(list.json.text(pretty: true))) == list)
    #expect(list.remove("b") && !list.remove("b"))
    var book = PriceBook(lastUpdated: noon)
    book.merge(
      [coin("bitcoin", "1.234567890123456789", at: "2026-04-28T11:00:00Z")], at: noon,
      source: "CoinGecko")
    #expect(try PriceBook(json: parsed(book.json.text(pretty: true))) == book)
  }

  @Test func `an entry that cannot be read takes no other with it, and stays as it was`() throws {
    let alerts = PriceAlerts([
      PriceAlert(coinId: "bitcoin", condition: .above(10), created: noon),
      PriceAlert(coinId: "solana", condition: .above(1), created: noon),
    ])
    let damaged = alerts.json.text(pretty: true).replacing("10.00", with: "9x")
    let read = try #require(try PriceAlerts(json: parsed(damaged)))
    #expect(read.alerts == [alerts.alerts[1]])
    #expect(read.unreadable.map(\.number) == [1])
    #expect(read.unreadable.map(\.coinId) == ["bitcoin"])
    #expect(read.json["alerts"]?.array?.last?["above"] == .string("9x"))
    #expect(read.coinIds == ["solana"])
    // Guessing would compare dollars with euros, or fire again.
    for wrong in [
      #""currency": 7"#, #""fired": "2026-13-01""#, #""fired": null, "repeatHours": 0"#,
    ] {
      let text = damaged.replacing(#""fired": null"#, with: wrong)
      #expect(try PriceAlerts(json: parsed(text))?.alerts == [])
    }
    var book = PriceBook(lastUpdated: noon)
    book.merge([coin("bitcoin", "1", at: "2026-04-28T11:00:00Z")], at: noon, source: "CoinGecko")
    let text = book.json.text(pretty: true).replacing("[", with: "[7, ")
    let kept = try #require(try PriceBook(json: parsed(text)))
    #expect(kept.coins == book.coins)
    #expect(kept.unreadable == [UnreadableEntry(number: 1, json: .number("7"))])
    let list = #"{"coins": [{"coinId": "a"}, {"coinId": "b", "added": "2026-04-28T12:00:00Z"}]}"#
    let watchlist = try #require(try Watchlist(json: parsed(list)))
    #expect(watchlist.coinIds == ["b"])
    #expect(watchlist.unreadable.map(\.coinId) == ["a"])
    #expect(watchlist.json["coins"]?.array?.count == 2)
  }
}
