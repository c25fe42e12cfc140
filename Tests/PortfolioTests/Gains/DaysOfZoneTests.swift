import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

/// Gains by the days of the taxpayer's time zone.
struct DaysOfZoneTests {
  private static func trade(
    _ date: String, _ type: TransactionType, _ amount: Int, at price: Int,
    kind: TransactionKind? = nil
  ) -> Transaction {
    Transaction(
      coinId: "coin", type: type, amount: Quantity(amount), pricePerCoin: Price(price),
      date: utc(date), kind: kind)
  }

  private static func year(_ number: Int) -> ClosedRange<UTCDay> {
    UTCDay(utc("\(number)-01-01"))...UTCDay(utc("\(number)-12-31"))
  }

  @Test(arguments: [
    (LocalCalendar.losAngeles, "2026-01-01T02:30:00Z"),
    (.london, "2025-12-31T23:59:59Z"), (.kathmandu, "2025-12-31T18:14:59Z"),
    (.auckland, "2025-12-31T10:59:59Z"), (.kiritimati, "2025-12-31T09:59:59Z"),
  ])
  func `a sale and a reward of New Year's Eve belong to the old year`(
    calendar: LocalCalendar, eve: String
  ) {
    let after = utc(eve).addingTimeInterval(6 * 3600).utcText
    let trades = [
      Self.trade("2025-03-01T12:00:00Z", .buy, 3, at: 10), Self.trade(eve, .sell, 1, at: 30),
      Self.trade(eve, .buy, 1, at: 7, kind: .reward), Self.trade(after, .sell, 1, at: 40),
      Self.trade(after, .buy, 1, at: 9, kind: .reward),
    ]
    let old = computeGains(trades, costBasis: .fifo, days: Self.year(2025), calendar: calendar)
    let new = computeGains(trades, costBasis: .fifo, days: Self.year(2026), calendar: calendar)
    #expect(old.rows.map(\.gain) == [20] && old.income.map(\.value) == [7])
    #expect(new.rows.map(\.gain) == [30] && new.income.map(\.value) == [9])
    let all = computeGains(trades, costBasis: .fifo, calendar: calendar)
    #expect(all.grouped(by: .year).map(\.key) == ["2025", "2026"])
    #expect(all.grouped(by: .month).map(\.key) == ["2025-12", "2026-01"])
    #expect(all.incomeGrouped(by: .month).map(\.key) == ["2025-12", "2026-01"])
    #expect(all.rows[0].soldDay.text == "2025-12-31")
  }

  @Test(arguments: [LocalCalendar.losAngeles, .london, .kathmandu, .auckland, .kiritimati])
  func `a day without a time is that day in every zone`(calendar: LocalCalendar) {
    let trades = [
      Self.trade("2024-01-01", .buy, 2, at: 10), Self.trade("2025-01-01", .sell, 1, at: 30),
      Self.trade("2025-01-02", .sell, 1, at: 30),
    ]
    let rows = computeGains(trades, costBasis: .fifo, calendar: calendar).rows
    #expect(rows.map(\.daysHeld) == [366, 367] && rows.map(\.term) == [.short, .long])
    #expect(rows.map(\.soldDay.text) == ["2025-01-01", "2025-01-02"])
  }

  @Test
  func `a typed day is that day from Hawaii to New Zealand`() {
    let zones = [
      "HST10", "PST8PDT,M3.2.0,M11.1.0", "EST5", "<-02>2", "<+12>-12", "NZST-12NZDT,0,90",
    ]
    for day in ["2026-01-01", "2026-07-01", "2026-03-08", "2026-11-01"] {
      let typed = UTCDay(utc(day))
      for zone in zones {
        let instant = LocalCalendar.ruled(zone).instant(of: typed)
        for other in zones {
          #expect(LocalCalendar.ruled(other).day(of: instant) == typed, "\(day) \(zone) \(other)")
        }
      }
    }
  }

  @Test
  func `HMRC's same day is London's on both days when its clock changes`() {
    // 00:30 on 30 June in London, which is an hour ahead, and 23:30 on the same day.
    for (early, late, next) in [
      ("2026-06-29T23:30:00Z", "2026-06-30T22:30:00Z", "2026-06-30T23:30:00Z"),
      ("2026-03-29T00:30:00Z", "2026-03-29T22:30:00Z", "2026-03-29T23:30:00Z"),
      ("2026-10-24T23:30:00Z", "2026-10-25T23:30:00Z", "2026-10-26T00:00:01Z"),
    ] {
      let trades = [
        Self.trade("2026-01-01", .buy, 10, at: 1), Self.trade(early, .sell, 1, at: 9),
        Self.trade(late, .buy, 1, at: 5), Self.trade(next, .buy, 1, at: 7),
      ]
      let rows = computeGains(trades, costBasis: .hmrc, calendar: .london).rows
      #expect(rows.map(\.match) == [.sameDay] && rows.map(\.cost) == [5], "\(early)")
    }
  }

  @Test
  func `HMRC's 30 days are London's: day 30 until its midnight`() {
    func match(_ bought: String) -> [HMRCMatch?] {
      let trades = [
        Self.trade("2026-01-01", .buy, 10, at: 1),
        // 15 May, 00:15 in London.
        Self.trade("2026-05-14T23:15:00Z", .sell, 1, at: 9), Self.trade(bought, .buy, 1, at: 5),
      ]
      return computeGains(trades, costBasis: .hmrc, calendar: .london).rows.map(\.match)
    }
    #expect(match("2026-06-14T22:59:59Z") == [.thirtyDays])
    #expect(match("2026-06-14T23:00:00Z") == [.pool])
  }

  @Test
  func `a day without a time that comes before the evening before it is matched by its day`() {
    let trades = [
      Self.trade("2026-01-01", .buy, 10, at: 1),
      // 2 May without a time; then 1 May, 18:00 in Los Angeles, with both a sale and a purchase.
      Self.trade("2026-05-02", .buy, 1, at: 8), Self.trade("2026-05-02T01:00:00Z", .sell, 2, at: 9),
      Self.trade("2026-05-02T01:30:00Z", .buy, 1, at: 6),
    ]
    let rows = computeGains(trades, costBasis: .hmrc, calendar: .losAngeles).rows
    #expect(rows.map(\.match) == [.sameDay, .thirtyDays] && rows.map(\.cost) == [6, 8])
    let positions = Positions(
      transactions: trades, currentPrices: [:], costBasis: .hmrc, calendar: .losAngeles)
    #expect(positions.holdings.map(\.totalCost) == [10])
    let explained = CoinExplanation(
      of: Coin(id: "coin", symbol: "c", name: "c"), history: trades, costBasis: .hmrc,
      calendar: .losAngeles)
    #expect(explained.sales.map(\.cost) == [14])
  }

  /// Twelve zones from the farthest west to the farthest east.
  private static let zones = [
    "<-11>11", "HST10", "PST8PDT,M3.2.0,M11.1.0", "EST5EDT,M3.2.0,M11.1.0", "<-03>3",
    "GMT0BST,M3.5.0/1,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/3", "<+0545>-5:45", "JST-9",
    "AEST-10AEDT,M10.1.0,M4.1.0/3", "NZST-12NZDT,M9.5.0,M4.1.0/3", "<+14>-14",
  ]

  /// The oracle uses only local times, so that trades at the same local times in two places have
  /// the same figures.
  @Test(arguments: zones)
  func `random ledgers have the same gains by the clocks of every zone`(zone: String) {
    let calendar = LocalCalendar.ruled(zone)
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      var (clocks, held) = ([(clock: Date, type: TransactionType, amount: Int, price: Int)](), 0)
      var clock = utc("2024-01-01T00:00:01Z")
      for _ in 0..<60 {
        clock += TimeInterval(Int.random(in: 1...9, using: &random) * 7_211)
        if Int.random(in: 0..<9, using: &random) == 0 { clock += 40 * 86_400 }
        let isSale = held > 0 && Bool.random(using: &random)
        let amount = Int.random(in: 1...(isSale ? held : 9), using: &random)
        held += isSale ? -amount : amount
        clocks.append((clock, isSale ? .sell : .buy, amount, .random(in: 1...99, using: &random)))
      }
      func trades(_ instant: (Date) -> Date) -> [Transaction] {
        clocks.map {
          Transaction(
            coinId: "coin", type: $0.type, amount: Quantity($0.amount),
            pricePerCoin: Price($0.price), date: instant($0.clock))
        }
      }
      let (here, there) = (trades { $0 }, trades { calendar.instant(atClock: $0) })
      for method in [CostBasis.hmrc, .fifo, .average] {
        let (one, other) = (
          computeGains(here, costBasis: method),
          computeGains(there, costBasis: method, calendar: calendar)
        )
        #expect(one.rows.map(Row.init) == other.rows.map(Row.init), "\(zone) \(seed) \(method)")
        #expect(
          one.grouped(by: .month).map(\.gain) == other.grouped(by: .month).map(\.gain))
      }
    }
  }

  private struct Row: Equatable {
    let amount, cost, proceeds: String
    let soldDay: UTCDay
    let daysHeld: Int?
    let term: GainRow.Term?
    let match: HMRCMatch?

    init(_ row: GainRow) {
      (amount, cost, proceeds) = (
        "\(row.exactAmount)", "\(row.cost ?? 0)", "\(row.proceeds ?? 0)"
      )
      (soldDay, daysHeld, term, match) = (row.soldDay, row.daysHeld, row.term, row.match)
    }
  }
}
