import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports
import Testing
import Widgets

/// What `bitpal gains` shows of gains.
struct GainsReportTests {
  private static func style(
    isPrivate: Bool = false, format: NumberFormat = .usDollar
  ) -> ReportStyle {
    ReportStyle(
      isPrivate: isPrivate, width: nil, calendar: .utc, now: utc("2026-05-02"), format: format)
  }

  private static func trade(
    _ type: TransactionType, _ amount: Decimal, _ price: Decimal, _ day: String,
    fee: Decimal? = nil, of what: TransactionKind? = nil, label: TransactionLabel? = nil,
    coin: String = "bitcoin", _ kind: Valuation.Kind? = nil
  ) -> Transaction {
    Transaction(
      coinId: coin, type: type, amount: amount, pricePerCoin: price, date: utc(day),
      kind: what, label: label, fee: fee.map { TransactionFee(amount: $0) },
      valuation: kind.map { Valuation(kind: $0) })
  }

  private static let trades = [
    trade(.buy, 1, 10_000, "2023-01-10"), trade(.buy, 1, 20_000, "2024-01-10", .dailyPrice),
    trade(.buy, 2, 5, "2024-02-01", of: .reward, label: .staking),
    trade(.sell, 1, 30_000, "2024-06-01", fee: 12), trade(.sell, 1, 40_000, "2024-07-01"),
  ]

  private static func lines(_ report: Report, _ style: ReportStyle) -> [String] {
    var lines: [String] = []
    TableLayout(report, style).write {
      lines += PlainText.text(of: $0).split(separator: "\n").map(String.init)
    }
    return lines
  }

  @Test func `each part of a lot is a row with its days, its term and its mark`() {
    let gains = computeGains(Self.trades, costBasis: .fifo)
    let report = GainsReport(gains, costBasis: .fifo, Self.style())
    let lines = Self.lines(report.sales, Self.style())
    #expect(
      lines[0].split(separator: " ").joined(separator: " ")
        == "Coin Acquired Sold Days Amount Proceeds Cost Gain Term")
    #expect(
      lines[1].split(separator: " ").map(String.init) == [
        "bitcoin", "2023-01-10", "2024-06-01", "508", "1", "$29,988.00", "$10,000.00",
        "+$19,988.00", "long",
      ])
    #expect(
      lines[2].split(separator: " ").map(String.init) == [
        "bitcoin", "2024-01-10", "2024-07-01", "173", "1", "$40,000.00", "~$20,000.00",
        "~+$20,000.00", "short",
      ])
    #expect(
      lines[3] == "Proceeds $69,988.00 · cost ~$30,000.00 · gain ~+$39,988.00 · fees $12.00, "
        + "taken off the proceeds")
    #expect(
      lines[4] == "Short-term: proceeds $40,000.00 · cost ~$20,000.00 · gain ~+$20,000.00"
        + " · fees $0.00")
    #expect(
      lines[5]
        == "Long-term: proceeds $29,988.00 · cost $10,000.00 · gain +$19,988.00 · fees $12.00"
    )
    #expect(lines.last == "~ 1 of 2 estimated")
  }

  @Test func `the income is a table and CSV of its own with its sum`() {
    let gains = computeGains(Self.trades, costBasis: .fifo)
    let report = GainsReport(gains, costBasis: .fifo, Self.style()).income(isData: true)
    var csv = ""
    report.writeCSV { csv += $0 }
    #expect(
      csv == "date,coinId,amount,value,estimated,label\n"
        + "2024-02-01T00:00:00Z,bitcoin,2,10,false,staking\n")
    #expect(Self.lines(report, Self.style()).last == "Income $10.00")
    let nothing = GainsReport(computeGains([]), costBasis: .fifo, Self.style())
    #expect(nothing.income(isData: true).rows.isEmpty)
    #expect(nothing.income(isData: false).rows.isEmpty)
  }

  /// Three rewards a day for two hundred days.
  private static let payouts = (0..<600).map { number in
    trade(
      .buy, 1, 2, UTCDay(number: 19_723 + number / 3).text, of: .reward,
      label: [.staking, .staking, nil][number % 3],
      coin: ["solana", "cosmos", "solana"][number % 3])
  }

  private static func income(_ grouping: GainGroup.Kind?) -> Report {
    GainsReport(computeGains(payouts), costBasis: .fifo, grouping: grouping, style())
      .income(isData: false)
  }

  @Test func `600 payouts are a line for each coin, month and label`() {
    let lines = Self.lines(Self.income(nil), Self.style())
    let cells = lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(cells[0] == "Month Coin Label Rewards Amount Value")
    #expect(cells[1] == "2024-01 solana staking 31 31 $62.00")
    #expect(cells[3] == "2024-01 solana 31 31 $62.00")
    #expect(cells.count == 1 + 7 * 3 + 1 && lines.last == "Income $1,200.00")
    let data = GainsReport(computeGains(Self.payouts), costBasis: .fifo, Self.style())
    #expect(data.income(isData: true).rows.count == 600)
    #expect(data.json["income"]?.array?.count == 600)
    #expect(data.json["income"]?.array?[1]["label"] == .string("staking"))
  }

  @Test(
    arguments: [
      (GainGroup.Kind.sale, 600, "2024-01-01 solana staking 1 $2.00"),
      (.coin, 2, "cosmos 200 200 $400.00"), (.month, 7, "2024-01 93 $186.00"),
      (.year, 1, "2024 600 $1,200.00"), (.term, 1, "600 $1,200.00"),
      (.label, 2, "none 200 $400.00"),
    ])
  func `rewards are summed as sales are`(kind: GainGroup.Kind, count: Int, first: String) throws {
    let lines = Self.lines(Self.income(kind), Self.style())
    #expect(lines.count == count + 2)
    #expect(lines[1].split(separator: " ").joined(separator: " ") == first)
    #expect(lines.last == "Income $1,200.00")
    let json = GainsReport(
      computeGains(Self.payouts), costBasis: .fifo, grouping: kind, Self.style()
    ).json
    let values = try #require(json["income"]?.array).compactMap { $0["value"]?.decimal }
    #expect(values.count == count && values.reduce(0, +) == 1200)
  }

  @Test func `sales are summed by why they went, by term and by year`() {
    var trades = Self.trades
    trades[4].kind = .spend
    let gains = computeGains(trades, costBasis: .fifo)
    func keys(_ kind: GainGroup.Kind) -> [String?] { gains.grouped(by: kind).map(\.key) }
    #expect(keys(.label) == ["sell", "spend"])
    #expect(keys(.term) == ["short", "long"])
    #expect(keys(.year) == ["2024"])
    let terms = GainsReport(gains, costBasis: .fifo, grouping: .term, Self.style()).sales
    #expect(terms.json.array?.first?["term"] == .string("short"))
    let pool = GainsReport(
      computeGains(trades, costBasis: .average), costBasis: .average, grouping: .term,
      Self.style())
    #expect(pool.sales.json.array?.first?["term"] == .null)
    #expect(Self.lines(pool.sales, Self.style())[1].hasPrefix("unknown"))
    #expect(pool.json["totals"]?["short"] == .null)
  }

  @Test func `a fee is shared out with the proceeds, and the terms add up`() {
    let trades = [
      Self.trade(.buy, 1, 10, "2022-01-01"), Self.trade(.buy, 2, 10, "2024-01-01"),
      Self.trade(.sell, 3, 20, "2024-06-01", fee: 10),
    ]
    let gains = computeGains(trades, costBasis: .fifo)
    let json = GainsReport(gains, costBasis: .fifo, Self.style()).json["totals"]
    #expect(json?["fees"] == .string("10"))
    let fees = ["short", "long"].compactMap { json?[$0]?["fees"]?.decimal?.rounded(toPlaces: 2) }
    #expect(fees == [exact("6.67"), exact("3.33")])
    for sum in [\Gains.Totals.proceeds, \.cost, \.gain, \.fees] {
      let parts = [gains.totals(of: .short), gains.totals(of: .long)].compactMap {
        $0?[keyPath: sum]
      }
      #expect(parts.reduce(0, +) == gains.totals[keyPath: sum])
    }
  }

  @Test func `JSON has rows, income and totals, decimals as strings`() throws {
    let gains = computeGains(Self.trades, costBasis: .fifo)
    let json = GainsReport(gains, costBasis: .fifo, Self.style()).json
    #expect(json["rows"]?.array?.count == 2)
    #expect(json["rows"]?.array?[1]["estimated"] == .bool(true))
    #expect(json["rows"]?.array?[0]["term"] == .string("long"))
    #expect(json["income"]?.array?.map { $0["value"] } == [.string("10")])
    #expect(json["totals"]?["gain"] == .string("39988"))
    #expect(json["totals"]?["fees"] == .string("12"))
    #expect(json["currency"] == nil)
  }

  @Test func `another currency is named in every row and beside the totals`() {
    let gains = computeGains(Self.trades, costBasis: .average)
    let style = Self.style(format: NumberFormat(code: "EUR"))
    let json = GainsReport(gains, costBasis: .average, style).json
    #expect(json["currency"] == .string("EUR"))
    #expect(json["rows"]?.array?.first?["currency"] == .string("EUR"))
    #expect(json["rows"]?.array?.first?["acquired"] == .null)
  }

  @Test(
    arguments: [
      (GainGroup.Kind.sale, 2), (.coin, 1), (.month, 2), (.year, 1), (.term, 1), (.label, 1),
    ])
  func `rows summed have the same totals`(
    kind: GainGroup.Kind, count: Int
  ) {
    let gains = computeGains(Self.trades, costBasis: .lifo)
    let rows = gains.grouped(by: kind)
    #expect(rows.count == count)
    #expect(rows.compactMap(\.gain).reduce(0, +) == gains.totals.gain)
    let report = GainsReport(gains, costBasis: .lifo, grouping: kind, Self.style())
    #expect(report.sales.rows.count == count)
  }

  @Test func `masked amounts show no digit of them`() {
    let gains = computeGains(Self.trades, costBasis: .fifo)
    let style = Self.style(isPrivate: true)
    let text = Self.lines(GainsReport(gains, costBasis: .fifo, style).sales, style).joined()
    #expect(!text.contains("39,988") && !text.contains("10,000"))
  }

  @Test func `the form has its nine columns, short sales before long ones, in whole cents`() {
    let gains = computeGains(
      Self.trades.map { trade in
        var trade = trade
        if trade.type == .sell { trade.pricePerCoin += exact("0.005") }
        return trade
      }, costBasis: .fifo)
    var lines: [String] = []
    gains.writeForm8949 { lines.append($0) }
    #expect(
      lines == [
        "Part,Description of property,Date acquired,Date sold or disposed of,Proceeds,"
          + "Cost or other basis,Code,Amount of adjustment,Gain or (loss)\n",
        "I,1 bitcoin,01/10/2024,07/01/2024,40000.01,20000.00,,,20000.01\n",
        "II,1 bitcoin,01/10/2023,06/01/2024,29988.01,10000.00,,,19988.01\n",
      ])
  }

  @Test func `a pool has no day, which the form calls VARIOUS`() {
    var lines: [String] = []
    computeGains(Self.trades, costBasis: .average).writeForm8949 { lines.append($0) }
    #expect(lines[1].contains(",VARIOUS,06/01/2024,"))
  }
}
