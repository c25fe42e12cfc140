import Exact
import Testing
import Import

/// Rule 7: orders and their fills.
struct OrderTests {
  @Test(arguments: [true, false])
  func `order is its fills`(_ hasIds: Bool) {
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    let ids = hasIds ? [Form.order: "O"] : [:]
    fills.add(
      .trade, at: "12:00:00", "0.01 BTC", for: "-420 USDT", pair: "BTC-USDT", ids: ids)
    fills.add(
      .trade, at: "12:01:10", "0.02 BTC", for: "-840 USDT", pair: "BTC-USDT", ids: ids)
    orders.add(
      .trade, at: "12:01:10", "0.03 BTC", for: "-1260 USDT", pair: "BTC-USDT",
      ids: [Form.order: "O"], placed: "11:59:50")
    let derivation = derived([orders, fills])
    #expect(
      derivation.summary == ["trade 0.01 BTC for -420 USDT", "trade 0.02 BTC for -840 USDT"])
    #expect(derivation.tally == ["counts": 2, "enriches": 1])
    #expect(derivation.events.allSatisfy { $0.evidence == [Fact.ID(file: "b", line: 2)] })
  }

  @Test(arguments: [Form.orders, .report])
  func `order of one report row next to its fills`(_ form: Form) {
    // The order is one row in one file and three fills in the other.
    var (fills, orders) = (File(.fills, "a"), File(form, "b"))
    for (time, coins, money) in [
      ("12:00:00", "0.01", "-420"), ("12:00:20", "0.02", "-840"), ("12:03:10", "0.03", "-1260"),
    ] {
      fills.add(.trade, at: time, "\(coins) BTC", for: "\(money) USDT", pair: "BTC-USDT")
    }
    orders.add(
      .trade, at: "12:03:10", "0.06 BTC", for: "-2520 USDT", pair: "BTC-USDT", placed: "12:00:00")
    let derivation = derived([fills, orders])
    #expect(derivation.events.reduce(.zero) { $0 + $1.amount.value } == number("0.06"))
    #expect(derivation.questions.isEmpty)
  }

  @Test func `order counts what its fills leave`() {
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    fills.add(
      .trade, at: "12:00:00", "0.01 BTC", for: "-420 USDT", fee: "0.42 USDT", pair: "BTC-USDT",
      ids: [Form.order: "O"])
    orders.add(
      .trade, at: "12:01:10", "0.03 BTC", for: "-1260 USDT", fee: "1.26 USDT", pair: "BTC-USDT",
      ids: [Form.order: "O"], placed: "11:59:50")
    let derivation = derived([fills, orders])
    #expect(
      derivation.summary == [
        "trade 0.01 BTC for -420 USDT fee 0.42 USDT", "trade 0.02 BTC for -840 USDT fee 0.84 USDT",
      ])
    #expect(derivation.tally == ["counts": 2])
  }

  @Test func `orders whose fills may be those of many others count once or are asked about`() {
    for seed: UInt64 in 1...10 {
      var (dice, start) = (SeededGenerator(seed: seed), 0)
      var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
      var bought = Quantity.zero
      func clock(_ second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
          .joined(separator: ":")
      }
      for _ in 0..<60 {
        start += Int.random(in: 5...400, using: &dice)
        var (end, sum) = (start, 0)
        for _ in 0..<Int.random(in: 1...4, using: &dice) {
          end += Int.random(in: 0...3000, using: &dice)
          let coins = [1, 2, 5].randomElement(using: &dice) ?? 1
          sum += coins
          fills.add(
            .trade, at: clock(end), "\(coins) SOL", for: "-\(coins * 100) USDT", pair: "SOL-USDT")
        }
        bought = bought + number("\(sum)")
        orders.add(
          .trade, at: clock(end), "\(sum) SOL", for: "-\(sum * 100) USDT", pair: "SOL-USDT",
          placed: clock(start))
      }
      let derivation = derived([fills, orders])
      #expect(derivation.events.reduce(.zero) { $0 + $1.amount.value } == bought)
    }
  }

  @Test func `fills of overlapping orders are separated by both sums`() {
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    for (time, money) in [("12:00:01", "-100"), ("12:00:02", "-101"), ("12:00:03", "-102")] {
      fills.add(.trade, at: time, "1 SOL", for: "\(money) USDT", pair: "SOL-USDT")
    }
    orders.add(
      .trade, at: "12:00:03", "2 SOL", for: "-202 USDT", pair: "SOL-USDT", placed: "12:00:00")
    orders.add(
      .trade, at: "12:00:05", "1 SOL", for: "-101 USDT", pair: "SOL-USDT", placed: "12:00:00")
    let derivation = derived([fills, orders])
    #expect(derivation.tally == ["counts": 3, "enriches": 2])
  }

  @Test func `each of two equal orders that overlap has its own fill`() {
    // The order with the shorter life ends later: the fill before that end may be the other's.
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    for time in ["12:06:00", "12:06:10"] {
      fills.add(.trade, at: time, "1 SOL", for: "-100 USDT", pair: "SOL-USDT")
    }
    orders.add(
      .trade, at: "12:06:10", "1 SOL", for: "-100 USDT", pair: "SOL-USDT", placed: "12:01:00")
    orders.add(
      .trade, at: "12:06:00", "1 SOL", for: "-100 USDT", pair: "SOL-USDT", placed: "12:00:00")
    let derivation = derived([fills, orders])
    #expect(derivation.tally == ["counts": 2, "enriches": 2])
  }

  @Test func `fills exceed an order that was open when it was exported`() {
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    for (time, coins) in [("12:00:01", "1"), ("12:40:00", "2")] {
      fills.add(
        .trade, at: time, "\(coins) SOL", for: "-\(coins)00 USDT", pair: "SOL-USDT",
        ids: [Form.order: "O"])
    }
    orders.add(
      .trade, at: "12:00:01", "1 SOL", for: "-100 USDT", pair: "SOL-USDT", ids: [Form.order: "O"],
      placed: "12:00:00")
    let derivation = derived([fills, orders])
    #expect(
      derivation.summary == ["trade 1 SOL for -100 USDT", "trade 2 SOL for -200 USDT"])
    #expect(derivation.questions.isEmpty)
  }

  @Test func `fills with another sum are asked about and hold the order`() {
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    fills.add(.trade, at: "12:00:01", "1 SOL", for: "-100 USDT", pair: "SOL-USDT")
    orders.add(
      .trade, at: "12:00:03", "3 SOL", for: "-300 USDT", pair: "SOL-USDT", placed: "12:00:00")
    let asked = derived([fills, orders])
    #expect(asked.kinds == [.restOfOrder])
    #expect(asked.summary == ["trade 1 SOL for -100 USDT"])
    let same = derived([fills, orders], answers: [asked.questions[0].key: .same])
    #expect(same.summary == ["trade 1 SOL for -100 USDT", "trade 2 SOL for -200 USDT"])
    let two = derived([fills, orders], answers: [asked.questions[0].key: .two])
    #expect(two.summary == ["trade 1 SOL for -100 USDT", "trade 3 SOL for -300 USDT"])
  }

  @Test func `order that an older export has open is the later one`() {
    var (older, newer) = (File(.orders, "a"), File(.orders, "b"))
    older.add(
      .trade, at: "12:00:01", "1 SOL", for: "-100 USDT", pair: "SOL-USDT", ids: [Form.order: "O"],
      placed: "12:00:00")
    newer.add(
      .trade, at: "12:40:00", "3 SOL", for: "-300 USDT", pair: "SOL-USDT", ids: [Form.order: "O"],
      placed: "12:00:00")
    let derivation = derived([older, newer])
    #expect(derivation.summary == ["trade 3 SOL for -300 USDT"])
    #expect(derivation.tally == ["counts": 1, "enriches": 1])
  }

  @Test func `more fills than can be tried are asked about`() {
    var (fills, orders) = (File(.fills, "a"), File(.orders, "b"))
    for index in 1...60 {
      fills.add(
        .trade, at: "12:00:01", "\(1 << min(index, 40)) SOL", for: "-\(index) USDT",
        pair: "SOL-USDT")
    }
    orders.add(
      .trade, at: "12:00:03", "3 SOL", for: "-300 USDT", pair: "SOL-USDT", placed: "12:00:00")
    #expect(derived([fills, orders]).kinds == [.restOfOrder])
  }
}

/// Rule 7 for orders with only the time of their placement.
struct OrderWithoutEndTests {
  /// Fills of a report that begins before all orders.
  private static func fills(_ rows: (time: String, coins: Int)...) -> File {
    var fills = File(.fills, "a")
    fills.add(.trade, at: "09:00:00", "-1 SOL", for: "90 USDT", pair: "SOL-USDT")
    for (time, coins) in rows {
      fills.add(
        .trade, at: time, "\(coins) SOL", for: "-\(coins * 100) USDT", pair: "SOL-USDT")
    }
    return fills
  }

  private static func orders(_ rows: (time: String, coins: Int)...) -> File {
    var orders = File(.placements, "b")
    for (time, coins) in rows {
      orders.add(
        .trade, at: time, "\(coins) SOL", for: "-\(coins * 100) USDT", pair: "SOL-USDT")
    }
    return orders
  }

  @Test func `fills of later orders that add up to an earlier one`() throws {
    let fills = Self.fills(("11:05:00", 2), ("12:05:00", 1))
    let orders = Self.orders(("10:00:00", 3), ("11:00:00", 2), ("12:00:00", 1))
    let asked = derived([orders, fills])
    #expect(asked.kinds == [.sameOrTwo])
    #expect(asked.questions.flatMap(\.waiting) == [Fact.ID(file: "b", line: 2)])
    #expect(asked.tally == ["counts": 3, "enriches": 2, "waits": 1])
    let key = try #require(asked.questions.first?.key)
    let two = derived([fills, orders], answers: [key: .two])
    #expect(two.tally == ["counts": 4, "enriches": 2])
    #expect(two.summary.contains("trade 3 SOL for -300 USDT"))
    // If they are the earlier order, the later ones have none.
    let same = derived([fills, orders], answers: [key: .same])
    #expect(same.tally == ["counts": 5, "enriches": 1])
    #expect(same.questions.isEmpty)
  }

  @Test func `equal orders have as many fills`() {
    let orders = Self.orders(("10:00:00", 1), ("11:00:00", 1))
    let both = derived([orders, Self.fills(("11:05:00", 1), ("11:06:00", 1))])
    #expect(both.tally == ["counts": 3, "enriches": 2] && both.questions.isEmpty)
    let one = derived([orders, Self.fills(("11:05:00", 1))])
    #expect(one.tally == ["counts": 2, "enriches": 1, "waits": 1])
    #expect(one.kinds == [.sameOrTwo])
  }

  @Test func `orders whose fills are mixed`() {
    let fills = Self.fills(
      ("10:01:00", 1), ("11:30:00", 1), ("11:30:01", 1), ("12:00:00", 2))
    let both = derived([fills, Self.orders(("10:00:00", 3), ("11:00:00", 2))])
    #expect(both.tally == ["counts": 5, "enriches": 2] && both.questions.isEmpty)
  }

  @Test func `fills after the last order may be those of orders that no file has`() throws {
    let order = Self.orders(("10:00:00", 3))
    let next = derived([order, Self.fills(("11:00:00", 1), ("11:30:00", 2))])
    #expect(next.tally == ["counts": 3, "enriches": 1] && next.questions.isEmpty)
    for fills in [
      Self.fills(("11:00:00", 1), ("11:10:00", 7), ("11:30:00", 2)),
      Self.fills(("11:00:00", 1), ("11:30:00", 2), ("12:00:00", 3)),
    ] {
      let asked = derived([order, fills])
      #expect(asked.kinds == [.sameOrTwo])
      #expect(asked.tally == ["counts": 4, "waits": 1])
      let answers = [try #require(asked.questions.first?.key): Choice.same]
      #expect(derived([fills, order], answers: answers).tally == ["counts": 4, "enriches": 1])
    }
  }

  @Test func `orders with ends are first`() {
    var orders = Self.orders(("10:00:00", 1))
    orders.add(
      .trade, at: "11:00:00", "1 SOL", for: "-100 USDT", pair: "SOL-USDT", placed: "10:30:00")
    let both = derived([orders, Self.fills(("10:45:00", 1), ("12:00:00", 4))])
    let fill = both.events.first { $0.id == Fact.ID(file: "a", line: 3) }
    #expect(fill?.evidence == [Fact.ID(file: "b", line: 3)])
    #expect(both.kinds == [.restOfOrder])
  }

  @Test func `only another form of the account has fills at any distance`() {
    let orders = Self.orders(("10:00:00", 1))
    func reach(_ files: [File]) -> Int64 {
      FileExtents(files.flatMap(\.facts)).reach(Form.rules)
    }
    #expect(reach([orders]) < 10 * PrintedInstant.second)
    #expect(reach([orders, Self.fills(("11:00:00", 1))]) == FileExtents.unlimitedReach)
    var other = File(.fills, "c", account: "elsewhere")
    other.add(.trade, at: "11:00:00", "1 SOL", for: "-100 USDT")
    #expect(reach([orders, other]) < 10 * PrintedInstant.second)
  }
}
