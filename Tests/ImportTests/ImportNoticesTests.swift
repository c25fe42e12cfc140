import Exact
import FoundationEssentials
import Portfolio
import Testing
import Import

/// Warnings about a file even though none of its rows waits.
struct ImportNoticesTests {
  private static let scope = Scope(account: "exchange")

  private static func record(
    _ line: Int, at clock: String, _ text: String, balance: String? = nil, fee: String? = nil,
    role: Role = .exchange
  ) -> Record {
    let fact = Fact(
      source: FactSource(form: "ledger", file: "a1", line: line, cells: "\(line)"), scope: scope,
      role: role, instant: instant(clock), amount: amount(text), fee: fee.map(amount),
      balance: balance.map(number))
    return Record(line: line, cells: "\(line)", state: .read, facts: [fact])
  }

  private static func notices(_ records: [Record]) -> [ImportNotice] {
    balanceNotices(RecordList(records, form: "ledger", file: "a1"))
  }

  @Test func `a balance that does not follow from the rows is named once a coin`() {
    let whole = [
      Self.record(2, at: "10:00:00", "1 BTC", balance: "3"),
      Self.record(3, at: "11:00:00", "-0.5 BTC", balance: "2.49", fee: "0.01 BTC"),
      Self.record(4, at: "12:00:00", "-0.49 BTC", balance: "2", fee: "0.01 BTC", role: .withdrawal),
      Self.record(5, at: "13:00:00", "5 ETH", balance: "5"),
      Self.record(6, at: "14:00:00", "1 BTC", balance: "3"),
      Self.record(7, at: "15:00:00", "1 BTC", balance: "4"),
    ]
    #expect(Self.notices(whole) == [])
    #expect(Self.notices(Array(whole.reversed())) == [])
    let cut = whole.filter { $0.line != 6 }
    let notice = ImportNotice.balance(
      row: Fact.ID(file: "a1", line: 7), asset: "BTC", stated: number("4"), counted: number("3"))
    #expect(Self.notices(cut) == [notice])
    // A row that is left out or waits may explain the difference.
    for state in [
      Record.State.leftOut(LeftOut(.inside)),
      .asks(RowQuestion(.wordUnknown, subject: "lost", reason: "")),
    ] {
      #expect(Self.notices(cut + [Record(line: 6, cells: "6", state: state)]) == [])
    }
    let canceled = Record(line: 6, cells: "6", state: .leftOut(LeftOut(.notCarriedOut)))
    #expect(Self.notices(cut + [canceled]) == [notice])
  }

  @Test func `a trade's other side is counted once where it has a row`() {
    func trade(_ line: Int, at clock: String, _ text: String, for other: String, balance: String)
      -> Record
    {
      var record = Self.record(line, at: clock, text, balance: balance, role: .trade)
      record.facts[0].counter = amount(other)
      record.facts[0].group = clock
      return record
    }
    let rows = [
      trade(2, at: "10:00:00", "1 ETH", for: "-0.07 BTC", balance: "1"),
      trade(3, at: "10:00:00", "-0.07 BTC", for: "1 ETH", balance: "0.83"),
      trade(4, at: "11:00:00", "1 ETH", for: "-0.07 BTC", balance: "2"),
      trade(5, at: "11:00:00", "-0.07 BTC", for: "1 ETH", balance: "0.76"),
    ]
    #expect(Self.notices(rows) == [])
    // Without its row, the payment follows from the coins' row.
    #expect(
      Self.notices([
        rows[0], rows[1], rows[2], Self.record(6, at: "12:00:00", "1 BTC", balance: "1.76"),
      ])
        == [])
  }

  @Test func `rows of one instant may be in any order`() {
    let rows = [
      Self.record(2, at: "10:00:00", "1 BTC", balance: "1"),
      Self.record(3, at: "11:00:00", "1 BTC", balance: "3"),
      Self.record(4, at: "11:00:00", "1 BTC", balance: "2"),
      Self.record(5, at: "12:00:00", "1 BTC", balance: "4"),
    ]
    #expect(Self.notices(rows) == [])
  }

  @Test func `dollars that are more than half off the day's price are named once a coin`() {
    func row(_ kind: TransactionKind, _ price: Price) -> Transaction {
      Transaction(
        coinId: "bitcoin", type: kind == .sell ? .sell : .buy, amount: 1, pricePerCoin: price,
        date: Date(timeIntervalSince1970: 1_718_409_600), kind: kind)
    }
    // One bitcoin is worth $66,000.
    let rows = [
      row(.buy, 90_000), row(.sell, 45_000), row(.gift, 0), row(.buy, 660), row(.sell, 660_000),
    ]
    func notices(_ rows: [Transaction]) -> [ImportNotice] {
      var check = PriceCheck(evidence: Booking.rules.evidence)
      for (index, row) in rows.enumerated() {
        check.add(row, from: Fact.ID(file: "a1", line: index + 2))
      }
      return check.notices
    }
    #expect(
      notices(rows) == [
        .price(
          row: Fact.ID(file: "a1", line: 5), coinId: "bitcoin", stated: 660, known: 66_000, rows: 2)
      ])
    #expect(notices(Array(rows.prefix(3))) == [])
  }

  @Test(arguments: [
    ("id,amount\n1.23457E+17,1\n2,1.23457E-05\n3,1\n", 2),
    ("id,amount\n\"-1.23457E+17\",1\r\n", 1),
    // Fewer decimals lose nothing, and programs write a lowercase `e`.
    ("id,amount\n1,1.5E-05\n2,1.23457e-05\n3,1.23456789E-05\n", 0),
    ("id\n123456789012345000\n123456789012346000\n123456789012347000", 3),
    ("id\n123456789012345000\n123456789012346000\n", 0),
    ("id\n123456789012345000\n123456789012346000\n123456789012347000\n123456789012347001\n", 0),
    ("amount\n100000.000000000000000\n200000.000000000000000\n300000.000000000000000\n", 0),
  ])
  func `numbers that a spreadsheet shortened are counted`(text: String, rows: Int) {
    #expect(rowsWithCutDigits(Array(text.utf8)) == rows)
  }
}
