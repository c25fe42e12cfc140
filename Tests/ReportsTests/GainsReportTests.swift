import BitpalTesting
import CellGrid
import Exact
import FoundationEssentials
import Portfolio
import Reports
import Testing
import Widgets

/// The report of `bitpal gains`.
struct GainsReportTests {
  private static func style(
    isPrivate: Bool = false, format: NumberFormat = .usDollar
  ) -> ReportStyle {
    ReportStyle(
      isPrivate: isPrivate, width: nil, calendar: .utc, now: utc("2026-05-02"), format: format)
  }

  private static func trade(
    _ type: TransactionType, _ amount: Quantity, _ price: Price, _ day: String,
    fee: ExactDecimal? = nil, of what: TransactionKind? = nil, label: TransactionLabel? = nil,
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
    TableLayout(report, style).write(as: PlainText.text) {
      lines += $0.split(separator: "\n").map(String.init)
    }
    return lines
  }

  @Test func `each part of a lot is a row with its days, its term and its mark`() {
    let gains = computeGains(Self.trades, costBasis: .fifo)
    let report = GainsReport(gains, costBasis: .fifo, Self.style())
    let lines = Self.lines(report.sales(isData: false), Self.style())
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
      csv == "date,coinId,amount,value,estimated,label,day\n"
        + "2024-02-01T00:00:00Z,bitcoin,2,10,false,staking,2024-02-01\n")
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
    let terms = GainsReport(gains, costBasis: .fifo, grouping: .term, Self.style()).sales(
      isData: false)
    #expect(terms.json.array?.first?["term"] == .string("short"))
    let pool = GainsReport(
      computeGains(trades, costBasis: .average), costBasis: .average, grouping: .term,
      Self.style())
    #expect(pool.sales(isData: false).json.array?.first?["term"] == .null)
    #expect(Self.lines(pool.sales(isData: false), Self.style())[1].hasPrefix("unknown"))
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
    let fees = ["short", "long"].compactMap { json?[$0]?["fees"]?.decimal?.rounded(places: 2) }
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

  @Test func `another currency is named in every row and next to the totals`() {
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
    #expect(report.sales(isData: false).rows.count == count)
  }

  @Test func `masked amounts show no digit of them`() {
    let gains = computeGains(Self.trades, costBasis: .fifo)
    let style = Self.style(isPrivate: true)
    let text = Self.lines(GainsReport(gains, costBasis: .fifo, style).sales(isData: false), style)
      .joined()
    #expect(!text.contains("39,988") && !text.contains("10,000"))
  }

  private static let formHeader =
    "Part,Box,Description of property,Date acquired,Date sold or disposed of,Proceeds,"
    + "Cost or other basis,Code,Amount of adjustment,Gain or (loss)\n"

  private static func lines(_ form: Form8949) -> [String] {
    var text = ""
    form.writeCSV { text += $0 }
    return text.split(separator: "\n").map { "\($0)\n" }
  }

  @Test func `the form has short sales before long ones, in whole cents, and totals of those`() {
    let gains = computeGains(
      Self.trades.map { trade in
        var trade = trade
        if trade.type == .sell { trade.pricePerCoin += exact("0.005") }
        return trade
      }, costBasis: .fifo)
    #expect(
      Self.lines(Form8949(gains)) == [
        Self.formHeader,
        "I,C,1 bitcoin,01/10/2024,07/01/2024,40000.01,20000.00,,,20000.01\n",
        "II,F,1 bitcoin,01/10/2023,06/01/2024,29988.01,10000.00,,,19988.01\n",
        "I,C,Totals,,,40000.01,20000.00,,,20000.01\n",
        "II,F,Totals,,,29988.01,10000.00,,,19988.01\n",
      ])
  }

  @Test
  func `the boxes of digital assets are others since 2025, by the taxpayer's year`() {
    let trades = [
      Self.trade(.buy, 9, 10, "2023-01-10"), Self.trade(.buy, 9, 10, "2024-12-01"),
      Self.trade(.sell, 8, 20, "2024-12-31"),
      // New Year's Eve in Los Angeles.
      Self.trade(.sell, 1, 20, "2025-01-01T07:59:59Z"), Self.trade(.sell, 1, 20, "2025-01-02"),
      Self.trade(.buy, 1, 10, "2022-01-01", coin: "other"),
      Self.trade(.sell, 1, 10, "2025-01-01T08:00:00Z", coin: "other"),
    ]
    func boxes(_ reported: Form8949.Reported) -> [String] {
      let gains = computeGains(trades, costBasis: .fifo, calendar: .losAngeles)
      return Form8949(gains, reported: reported).lines.map { "\($0.part ?? "") \($0.box ?? "")" }
    }
    #expect(boxes(.nothing) == ["I I", "II F", "II F", "II L"])
    #expect(boxes(.proceeds) == ["I H", "II E", "II E", "II K"])
    #expect(boxes(.basis) == ["I G", "II D", "II D", "II J"])
  }

  @Test
  func `totals are the sum of the cents shown, not the cents of the sum`() throws {
    let trades =
      [Self.trade(.buy, 30, 1, "2024-01-01")]
      + (1...30).map { _ in Self.trade(.sell, 1, exact("1.005"), "2024-02-01") }
    let form = Form8949(computeGains(trades, costBasis: .fifo))
    #expect(form.boxes.map(\.totals.proceeds) == [exact("30.3")])
    #expect(form.boxes.map(\.totals.gain) == [exact("0.3")])
    #expect(form.notes(.fifo) == ["Part II is empty: no long-term sales."])
  }

  @Test func `a pool has no day, which the form calls VARIOUS, and says so`() {
    let form = Form8949(computeGains(Self.trades, costBasis: .average))
    #expect(Self.lines(form)[1].hasPrefix(",,1 bitcoin,VARIOUS,06/01/2024,"))
    #expect(
      form.notes(.average) == [
        "2 lines in no part: the form asks when the coins were acquired, which average does not "
          + "say. Add --cost-basis fifo.",
        "~ 2 of 2 estimated",
      ])
    #expect(
      Form8949(computeGains([], costBasis: .fifo)).notes(.fifo) == [
        "Part I is empty: no short-term sales.", "Part II is empty: no long-term sales.",
      ])
  }

  @Test func `rows and income name the zone's days, and the report names the zone`() {
    let trades = [
      Self.trade(.buy, 1, 10, "2024-12-01"), Self.trade(.sell, 1, 20, "2026-01-01T02:30:00Z"),
      Self.trade(.buy, 1, 10, "2026-01-01T02:30:00Z", of: .reward),
    ]
    let gains = computeGains(trades, costBasis: .fifo, calendar: .losAngeles)
    let report = GainsReport(gains, costBasis: .fifo, Self.style())
    let row = report.json["rows"]?.array?.first
    #expect(row?["sold"] == .string("2026-01-01T02:30:00Z"))
    #expect(row?["soldDay"] == .string("2025-12-31"))
    #expect(row?["acquiredDay"] == .string("2024-12-01"))
    #expect(report.json["income"]?.array?.first?["day"] == .string("2025-12-31"))
    #expect(report.json["zone"] == .string("America/Los_Angeles"))
    let text = Self.lines(report.sales(isData: false), Self.style())
    #expect(text[1].contains("2025-12-31"))
    #expect(text.contains("Cost basis fifo, days by America/Los_Angeles."))
  }

  @Test func `another zone says which sales and years change`() {
    let trades = [
      Self.trade(.buy, 3, 10, "2024-12-01"), Self.trade(.sell, 1, 20, "2026-01-01T02:30:00Z"),
      Self.trade(.sell, 1, 20, "2026-06-01T12:00:00Z"),
      Self.trade(.buy, 1, 7, "2026-01-01T02:30:00Z", of: .reward),
    ]
    let gains = [LocalCalendar.utc, .losAngeles].map {
      computeGains(trades, costBasis: .fifo, calendar: $0)
    }
    #expect(
      ZoneChange(from: gains[0], to: gains[1]).lines(Self.style()) == [
        "1 of 2 sales and 1 reward are on another day.",
        "0 of the lots sold change between short-term and long-term.",
        "2025: gain $0.00 → +$10.00 · income $0.00 → +$7.00",
        "2026: gain +$20.00 → +$10.00 · income +$7.00 → $0.00",
      ])
    #expect(
      ZoneChange(from: gains[0], to: gains[0]).lines(Self.style())
        .contains("The totals of all years stay the same."))
  }
}

extension GainsReport {
  /// The report as JSON.
  fileprivate var json: JSONValue {
    var text = ""
    writeJSON(sales(isData: true)) { text += $0 }
    do { return try JSONValue(parsing: Array(text.utf8)) } catch {
      Issue.record("\(error) in \(text)")
      return .null
    }
  }
}
