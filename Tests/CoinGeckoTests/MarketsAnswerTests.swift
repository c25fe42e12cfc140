import Exact
import FoundationEssentials
import Portfolio
import Testing
import CoinGecko

/// CoinGecko's responses are read with every digit, and only for the requested coins.
///
/// - A price that is invalid, out of range or undated leaves its coin unpriced.
/// - The newest of repeated rows is used, and names lose their control characters.
/// - A response without any price is a failure with a reason.
struct AnswersWithPrices {
  private func answer(_ body: String, ids: [String]) -> PriceAnswer {
    source(FakeTransport(body: body)).prices(of: ids)
  }

  @Test func `read a recorded answer`() throws {
    let ids = ["gamer-tag", "stable-2", "bitcoin", "bianrensheng", "shiba-inu", "wiki-cat"]
    let answer = answer(recordedMarkets, ids: ids)
    #expect(answer.failures == [])
    #expect(answer.calls == 1)
    let coins = Dictionary(uniqueKeysWithValues: answer.coins.map { ($0.id, $0) })
    #expect(Set(coins.keys) == Set(ids))
    #expect(
      try coins["bitcoin"]
        == Coin(
          id: "bitcoin", symbol: "btc", name: "Bitcoin", currentPrice: 78030,
          priceChange24h: ExactDecimal(exact: "2.64116"),
          lastUpdated: Date(utcText: "2026-04-22T07:18:42.865Z"),
          marketCap: ExactDecimal(exact: "1563152082992"),
          volume24h: ExactDecimal(exact: "46563661480"),
          circulatingSupply: ExactDecimal(exact: "20019203.0")))
    #expect(coins["shiba-inu"]?.currentPrice?.description == "0.00000621")
    #expect(coins["wiki-cat"]?.currentPrice?.description == "0.000000101235")
    #expect(coins["gamer-tag"]?.lastUpdated == Date(utcText: "2026-03-20T04:50:23.776Z"))
    #expect(coins["stable-2"]?.name == "\u{200B}\u{200B}Stable")
    #expect(coins["bianrensheng"]?.symbol == "币安人生")
  }

  @Test func `keep every number of a recording exactly`() throws {
    let rows = try #require(try JSONValue(parsing: recordedMarkets.utf8).array)
    var seen = 0
    for row in rows {
      for member in try #require(row.object).members {
        guard case .number(let token) = member.value else { continue }
        seen += 1
        let value = try #require(member.value.decimal, "\(member.key): \(token)")
        #expect(positional(token) == value.description, "\(member.key)")
      }
    }
    #expect(seen == 177)
  }

  @Test(arguments: [
    ("6.21e-06", "0.00000621"), ("5.6366e-11", "0.000000000056366"),
    ("1e11", "100000000000"), ("1.0", "1"), ("78030", "78030"),
    ("0.12345678901234567", "0.12345678901234567"), ("76871.123456789012", "76871.123456789012"),
    ("0.1", "0.1"), ("1.01235e-07", "0.000000101235"), (#""55000.50""#, "55000.5"),
  ])
  func `keep the price as sent`(token: String, text: String) {
    let answer = answer("[\(row("a", price: token))]", ids: ["a"])
    #expect(answer.coins.map { $0.currentPrice?.description } == [text])
  }

  @Test(arguments: [
    "null", "0", "0.0", "-1.5", "{}", "[]", "true", #""""#, #""n/a""#, "1e999", "1e-200", "1e13",
    "1e-19",
    "0.123456789012345678901234567890123456789",
  ])
  func `leave a coin without a usable price unpriced`(token: String) throws {
    let answer = answer("[\(row("a", price: token)),\(row("b"))]", ids: ["a", "b"])
    #expect(answer.failures == [])
    #expect(answer.coins.map(\.id) == ["a", "b"])
    let coin = try #require(answer.coins.first)
    #expect(coin == Coin(id: "a", symbol: "s", name: "N"))
  }

  @Test(arguments: [
    #""last_updated":null"#, #""last_updated":"""#, #""last_updated":"yesterday""#,
    #""last_updated":1776859200"#, #""other":1"#,
  ])
  func `take a price that nothing dates for none`(field: String) {
    let undated = #"{"id":"a","symbol":"s","name":"N","current_price":2,\#(field)}"#
    let answer = answer("[\(undated),\(row("b"))]", ids: ["a", "b"])
    #expect(answer.coins.first == Coin(id: "a", symbol: "s", name: "N"))
  }

  @Test func `keep a null change unknown`() {
    let answer = answer(recordedMarkets, ids: ["fasttoken"])
    #expect(answer.coins.map(\.priceChange24h) == [nil])
    #expect(answer.coins.first?.currentPrice?.description == "0.159833")
  }

  @Test func `read a coin called status`() {
    let answer = answer("[\(row("status", price: "0.00984876"))]", ids: ["status"])
    #expect(answer.coins.map(\.id) == ["status"])
    #expect(answer.failures == [])
  }

  @Test func `take the newest of repeated rows`() {
    let old = row("a", price: "1", updated: "2026-04-22T07:00:00Z")
    let new = row("a", price: "2", updated: "2026-04-22T07:01:00Z")
    let none = row("a", price: "null", updated: "2026-04-22T07:02:00Z")
    for rows in [[old, new, none], [none, new, old], [new, none, old], [new, new]] {
      let answer = answer("[\(rows.joined(separator: ","))]", ids: ["a"])
      #expect(answer.coins.map(\.currentPrice) == [2], "\(rows)")
    }
  }

  @Test func `ignore rows that were not asked for or are none`() {
    let body = #"[\#(row("a")),\#(row("b")),null,{},{"id":7},{"id":""},[]]"#
    let answer = answer(body, ids: ["b", "c"])
    #expect(answer.coins.map(\.id) == ["b"])
    #expect(answer.failures == [])
  }

  @Test func `drop control characters from names`() {
    let body = #"""
      [{"id":"a","symbol":"\u001b[31mx","name":"A\u0007\n\u009b\u202e  B","current_price":1,
      "last_updated":"2026-04-22T07:00:00Z"},
      {"id":"b","current_price":1,"last_updated":"2026-04-22T07:00:00Z"}]
      """#
    let answer = answer(body, ids: ["a", "b"])
    #expect(answer.coins.map(\.symbol) == ["[31mx", ""])
    #expect(answer.coins.map(\.name) == ["A B", "b"])
  }

  @Test(arguments: [
    ("[]", "none of the coins has a price"),
    ("[" + row("a", price: "null") + "]", "none of the coins has a price"),
    ("{}", "the response has no prices"), ("[1,2]", "the response has no prices"),
    (#"{"a":{"usd":1}}"#, "the response has no prices"), ("null", "the response has no prices"),
    ("", "the response is empty"), (" \n", "the response is empty"),
    ("[{\"id\":\"a\"", "the response is not complete JSON"),
    ("[{}] trailing", "the response is not complete JSON"),
    (
      "<!DOCTYPE html><p>Log in",
      "a web page was received instead of prices, perhaps a login page"
    ),
  ])
  func `are failures without a single price`(body: String, reason: String) {
    #expect(
      answer(body, ids: ["a"])
        == PriceAnswer(failures: [.malformed(reason)], calls: 1))
  }

  @Test(arguments: ["text/plain", "application/octet-stream", "", "text/html; charset=utf-8"])
  func `are taken whatever they call themselves`(contentType: String) {
    let answer = FakeTransport(body: "[\(row("a"))]", contentType: contentType)
    #expect(source(answer).prices(of: ["a"]).coins.count == 1)
  }

  /// Writes a number token without an exponent, independently of the code under test.
  private func positional(_ token: String) -> String {
    let isNegative = token.hasPrefix("-")
    let parts = token.drop { $0 == "-" }.split { $0 == "e" || $0 == "E" }
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    var digits = String(mantissa[0]) + fraction
    var point = mantissa[0].count + exponent
    while point <= 0 {
      digits = "0" + digits
      point += 1
    }
    while point > digits.count { digits += "0" }
    let whole = digits.prefix(point).drop { $0 == "0" }
    var rest = digits.dropFirst(point)
    while rest.last == "0" { rest = rest.dropLast() }
    let text = (whole.isEmpty ? "0" : String(whole)) + (rest.isEmpty ? "" : "." + rest)
    return isNegative && text != "0" ? "-" + text : text
  }
}
