import Exact
import FoundationEssentials
import MarketData
import Portfolio
import Testing

/// The built-in prices give the exact close of a day, and nothing for unknown days and coins.
struct BuiltInPricesTests {
  private let prices = BuiltInPrices()

  @Test(
    arguments: [
      ("bitcoin", "2010-07-17", "0.04951"), ("bitcoin", "2026-08-08", "64946"),
      ("shiba-inu", "2026-08-08", "0.00000465"), ("near", "2026-08-08", "1.59"),
      ("avalanche-2", "2026-08-08", "6.52"), ("uniswap", "2020-09-17", "3.473"),
    ])
  func `known days have their close`(_ coin: String, _ day: String, _ price: String) throws {
    let date = try #require(UTCDay(text: day))
    let found = try #require(prices.price(of: coin, on: date))
    #expect(try found.price == ExactDecimal(exact: price))
    #expect(found.day.text == day)
    #expect(found.source == "built in")
  }

  @Test(
    arguments: [
      ("bitcoin", "2010-07-16"), ("bitcoin", "2026-08-09"), ("bitcoi", "2020-01-01"),
      ("bitcoin2", "2020-01-01"), ("", "2020-01-01"), ("zzz", "2020-01-01"),
    ])
  func `no other day or coin stands for a missing one`(_ coin: String, _ day: String) throws {
    let date = try #require(UTCDay(text: day))
    #expect(prices.price(of: coin, on: date) == nil)
  }

  @Test func `missing days are gaps`() throws {
    let gaps = ["binancecoin": 6, "litecoin": 5, "stellar": 51]
    #expect(prices.coinIds.count == 19)
    for coin in prices.coinIds {
      let days = try #require(prices.days(of: coin))
      let numbers = days.lowerBound.number...days.upperBound.number
      let missing = numbers.count { prices.price(of: coin, on: UTCDay(number: $0)) == nil }
      #expect(missing == gaps[coin] ?? 0, "\(coin)")
    }
  }
}

/// A price file from the user is read in pieces, and each refused line has its reason.
///
/// - Later lines replace earlier ones of the same day.
/// - Without a header the columns are date, coin and price; ambiguous lines are refused.
/// - An endless line takes no memory.
/// - The first source with a price for the day is used.
/// - Stored lines are found without reading the whole file, and damaged ones are reported.
struct PriceFileTests {
  private func read(_ text: String, pieces: Int = 1000) throws -> PriceFile {
    var reader = PriceFileReader(source: "mine.csv")
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try reader.append(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    return try reader.finish()
  }

  private func price(_ file: some DailyPrices, _ coin: String, _ day: String) throws
    -> ExactDecimal?
  {
    file.price(of: coin, on: try #require(UTCDay(text: day)))?.price
  }

  @Test(arguments: [1, 2, 7, 1000])
  func `a file is read in pieces of any size`(_ size: Int) throws {
    let file = try read(
      "\u{FEFF}USD,Date,Coin_ID\r\n1.5,2025-01-02,x\r\n\r\n"
        + "\"2e-05\",2025-01-01, x \r\n3,2025-01-01,y",
      pieces: size)
    #expect(file.refused == [])
    #expect(file.count == 3)
    #expect(file.coinIds == ["x", "y"])
    #expect(try price(file, "x", "2025-01-02") == ExactDecimal(exact: "1.5"))
    #expect(try price(file, "x", "2025-01-01") == ExactDecimal(exact: "0.00002"))
    #expect(try price(file, "y", "2025-01-02") == nil)
  }

  @Test func `of two prices of one day the later line counts`() throws {
    let file = try read("date,coin_id,usd\n2025-01-02,x,1\n2025-01-01,x,2\n2025-01-02,x,3\n")
    #expect(try price(file, "x", "2025-01-02") == 3)
    #expect(file.count == 2)
  }

  @Test func `each refused line is named with its reason`() throws {
    let file = try read(
      """
      date,coin_id,usd
      2025-02-30,x,1
      2025-01-01,,1
      2025-01-01,a b,1
      2025-01-01,x,0
      2025-01-01,x,-1
      2025-01-01,x,1,5
      2025-01-01,x,1.5abc
      2025-01-01,x,1e13
      2025-01-01,x,1e-19
      2025-01-01,x
      2025-01-01,good,1

      """)
    #expect(file.refused.map(\.line) == Array(2...11))
    #expect(file.refusedCount == 10)
    #expect(file.coinIds == ["good"])
    #expect(
      file.refused[0].reason == "line 2: \"2025-02-30\" is not a valid date such as 2026-04-28")
    #expect(file.refused[5].error == .wrongFieldCount(expected: 3, found: 4))
    #expect(file.refused[3].error == .outOfRange("0"))
  }

  @Test func `a line without end needs no memory`() throws {
    var reader = PriceFileReader(source: "x")
    try reader.append("date,coin_id,usd\n".utf8)
    for _ in 0..<2000 { try reader.append(Array(repeating: UInt8(ascii: "9"), count: 1000)) }
    let file = try reader.finish()
    #expect(file.refused.map(\.error) == [.notText])
  }

  @Test(arguments: [
    "date,coin_id\n", "date,coin_id,usd,eur\n", "bitcoin,2025-01-01,1\n", "usd\n",
    "day,coin,price\n2025-01-01,x,1\n", "-5,x,1\n", "\"\",x,1\n",
  ])
  func `a first line that is neither header nor price is refused`(_ text: String) throws {
    let line = try #require(text.split(separator: "\n").first)
    #expect(throws: PriceFileError.unknownHeader(String(line))) { try read(text) }
    #expect(throws: PriceFileError.empty) { try read("") }
  }

  @Test(arguments: [1, 7, 1000])
  func `without a header the order is date coin price`(_ size: Int) throws {
    let file = try read(
      "\u{FEFF}\r\n2025-01-02,x,1.5\r\n\"2025-01-01\", x ,2e-05\n2025-01-01,0x,3", pieces: size)
    #expect(file.refused == [])
    #expect(file.coinIds == ["0x", "x"])
    #expect(try price(file, "x", "2025-01-02") == ExactDecimal(exact: "1.5"))
    #expect(try price(file, "x", "2025-01-01") == ExactDecimal(exact: "0.00002"))
    #expect(try price(file, "0x", "2025-01-01") == 3)
  }

  @Test func `without a header what cannot be told apart is refused`() throws {
    let file = try read("2025-01-01,10,20\n01/02/2025,x,1\n2025-01-03,x,y\n2025-01-03,y,1\n")
    #expect(
      file.refused.map(\.reason) == [
        "line 1: \"10\" could be the coin or the price; begin the file with the line "
          + "date,coin_id,usd",
        "line 2: \"01/02/2025\" is not a valid date such as 2026-04-28",
        "line 3: \"y\" is not a number such as 1234.5",
      ])
    #expect(file.coinIds == ["y"])
    // With a header, the columns are unambiguous.
    let named = try read("date,coin_id,usd\n2025-01-01,10,20\n")
    #expect(try price(named, "10", "2025-01-01") == 20)
  }

  @Test func `the first source that knows a price decides`() throws {
    let mine = try read("date,coin_id,usd\n2020-01-01,bitcoin,1\n")
    let prices = LayeredPrices([mine, BuiltInPrices()])
    #expect(try price(prices, "bitcoin", "2020-01-01") == 1)
    #expect(
      try price(prices, "bitcoin", "2020-01-02") == price(BuiltInPrices(), "bitcoin", "2020-01-02"))
  }

  @Test func `stored lines are found where they lie`() throws {
    let old = try read("date,coin_id,usd\n2025-01-02,b,1.25\n2025-01-01,b,2\n2025-01-01,a-c,7\n")
    let new = try read("date,coin_id,usd\n2025-01-01,b,3\n2024-12-31,a,0.0001\n")
    var text = SortedPriceLines.header
    old.merging(new).forEach { text += SortedPriceLines.line(coinId: $0, day: $1, price: $2) }
    #expect(
      text == """
        date,coin_id,usd
        2024-12-31,a,0.0001
        2025-01-01,a-c,7
        2025-01-01,b,3
        2025-01-02,b,1.25

        """)
    let lines = KeptBytes(Array(text.utf8)).lines
    #expect(lines.damagedLine == nil)
    #expect(try price(lines, "a", "2024-12-31") == ExactDecimal(exact: "0.0001"))
    #expect(try price(lines, "a-c", "2025-01-01") == 7)
    #expect(try price(lines, "b", "2025-01-01") == 3)
    #expect(try price(lines, "b", "2025-01-02") == ExactDecimal(exact: "1.25"))
    #expect(try price(lines, "b", "2025-01-03") == nil)
    #expect(try price(lines, "c", "2025-01-01") == nil)
    #expect(try price(lines, "", "2025-01-01") == nil)
  }

  /// Lookups switch from searching single days to indexing all lines of the coin.
  @Test(arguments: [[], [3], [0, 5, 6, 30], [59]])
  func `a lookup finds what the day finds`(_ gaps: [Int]) throws {
    let first = try #require(UTCDay(text: "2025-01-01"))
    var text = SortedPriceLines.header
    for coin in ["a", "b", "c"] {
      for day in 0..<60 where coin != "b" || !gaps.contains(day) {
        text += SortedPriceLines.line(
          coinId: coin, day: first.advanced(by: day), price: ExactDecimal(day * 7 + 1))
      }
    }
    let lines = KeptBytes(Array(text.utf8)).lines
    let lookup = lines.lookup(of: "b")
    for day in (-3..<64).reversed() + Array(-3..<64) {
      let found = lookup(first.advanced(by: day))
      let isThere = (0..<60).contains(day) && !gaps.contains(day)
      #expect(found == (isThere ? ExactDecimal(day * 7 + 1) : nil), "\(day)")
    }
    let none = lines.lookup(of: "d")
    for day in 0..<40 { #expect(none(first.advanced(by: day)) == nil) }
  }

  @Test(
    arguments: [
      ("", 1), ("2025-01-01,b,1\n2025-01-01,a,1\n", 3), ("2025-01-01,b,1\n2025-01-01,b,1\n", 3),
      ("2025-01-01,b,x\n", 2), ("2025-01-01,b,1", 2),
    ])
  func `damaged lines are found`(_ body: String, _ line: Int) {
    let text = body.isEmpty ? "" : SortedPriceLines.header + body
    #expect(KeptBytes(Array(text.utf8)).lines.damagedLine == line)
  }
}

/// Price files that bitpal stored.
struct StoredPriceFileTests {
  @Test(arguments: [
    ("date,coin_id,usd\n2025-01-01,a,1\n2025-01-02;a;2\n2025-01-03,a,3\n", [3], 2),
    ("dOte,coin\n2025-01-01,a,1\n2025-01-03,a,3\n", [1], 2),
    ("2025-01-01,a,1\n2025-01-03,a,3\n", [], 2), ("\0\0\0", [1], 0),
    ("date,coin_id,usd\n2025-01-03,a,3\n2025-01-01,a,1\n", [], 2), ("date,coin_id,usd\n", [], 0),
  ])
  func `each line is read on its own`(_ text: String, _ refused: [Int], _ count: Int) {
    let file = PriceFile(stored: Array(text.utf8), source: "x")
    #expect(file.refused.map(\.line) == refused)
    #expect(file.count == count)
  }

  @Test(arguments: [
    ("0", false), ("0.0", false), ("1", true), ("999999999999", true), ("1000000000000", true),
    ("1000000000001", false), ("0.000000000000000001", true), ("0.0000000000000000001", false),
    ("1.", false), (".5", true), ("1.5.5", false), ("-1", false), ("1e3", true),
  ])
  func `the digits alone tell of a price what the number tells`(_ price: String, _ isSound: Bool) {
    let lines = KeptBytes(Array("\(SortedPriceLines.header)2025-01-01,a,\(price)\n".utf8)).lines
    #expect((lines.damagedLine == nil) == isSound)
  }
}

/// Bytes at a fixed address.
private final class KeptBytes: @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
    self.bytes.copyBytes(from: bytes)
  }

  deinit { bytes.deallocate() }

  var lines: SortedPriceLines {
    SortedPriceLines(bytes: UnsafeRawBufferPointer(bytes), keptBy: self, source: "imported")
  }
}
