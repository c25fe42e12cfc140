import FoundationEssentials
import Portfolio
import Testing

@testable import Interchange

/// Fills of one order, whose id they share, in files that were exported one after the other.
struct SharedIdTests {
  private let header = "Time,Symbol,Side,Filled,Price,Order ID\n"
  private let january = "2025-01-31 23:59:00,BTC/USD,Buy,1.5,25000,170\n"
  private let february = "2025-02-01 00:01:00,BTC/USD,Buy,0.7,25000,170\n"
  private let other = "2025-02-02 12:00:00,BTC/USD,Sell,0.5,25000,170\n"

  @Test func fillsOfOneOrderInTwoFilesAreTwo() throws {
    let first = try plan([january], into: ImportLedger(transactions: []))
    let second = try plan([february + other], into: ledger(first.additions))
    #expect(second.additions.map(\.amount) == [0.7, 0.5])
    #expect(second.alreadyThere == 0)
    #expect(Set((first.additions + second.additions).map(\.reference)).count == 3)
    let all = first.additions + second.additions
    for rows in [january, february + other, january + february + other, other + february] {
      let again = try plan([rows], into: ledger(all))
      #expect(again.additions.isEmpty, "\(rows)")
    }
  }

  @Test(
    "an id that the owner masked, or that is another row's, does not hide a purchase",
    arguments: ["aaa", "***", "xxxx-xxxx", "000", "k12"])
  func masked(id: String) throws {
    let header =
      "Event,Date,Timezone,Status,Transaction ID,Total USD,Transaction USD,Fee USD,Unit Count,"
      + "Asset Type,BTC Price,Address Label,USD Cost Basis,Acquisition Date\n"
    func file(_ rows: String...) throws -> ImportFile {
      try readImport(Array((header + rows.joined(separator: "\n")).utf8))
    }
    let june = "purchase,2023-06-13 15:27:27+00,UTC,settled,\(id),900,900,,0.0347969,BTC,1,,,"
    let other = "purchase,2023-11-13 13:34:17+00,UTC,settled,b3,100,100,,0.002,BTC,1,,,"
    let november = "purchase,2023-11-14 13:34:17+00,UTC,settled,\(id),500,500,,0.013,BTC,1,,,"
    func plan(_ files: [ImportFile], _ ledger: ImportLedger) -> ImportPlan {
      planImport(
        files, into: ledger, policy: ImportPolicy(),
        coins: CoinDirectory(resolve: testCatalogue), now: testNow)
    }
    let empty = ImportLedger(transactions: [])
    let (first, second) = (try file(june), try file(other, november))
    var ledger = empty.with(plan([first], empty))
    ledger = ledger.with(plan([second], ledger))
    #expect(ledger.transactions.map(\.total) == [900, 100, 500])
    #expect(plan([second, first], empty).additions.map(\.total) == [900, 100, 500])
    for files in [[first], [second], [try file(june, other, november)]] {
      #expect(plan(files, ledger).isEmpty)
    }
  }

  @Test func twoFilesAtOnceAreAsOneAfterTheOther() throws {
    let empty = ImportLedger(transactions: [])
    let apart = try plan([january, february + other], into: empty)
    #expect(apart.additions.map(\.amount) == [1.5, 0.7, 0.5])
    let overlapping = try plan([january + february, february + other], into: empty)
    #expect(overlapping.additions.map(\.amount) == [1.5, 0.7, 0.5])
    #expect(overlapping.alreadyThere == 1)
  }

  @Test func aFillThatWasEditedIsKnownAgain() throws {
    let first = try plan([january + february], into: ImportLedger(transactions: []))
    let edited = first.additions.enumerated().map { index, row in
      Transaction(
        id: row.id, coinId: row.coinId, type: row.type, amount: row.amount + Decimal(index),
        pricePerCoin: 7, date: row.date.addingTimeInterval(index == 0 ? 9_000_000 : 0),
        reference: row.reference)
    }
    let again = try plan([january + february], into: ledger(edited))
    #expect(again.additions.isEmpty)
  }

  @Test func partsOfOneAmountInTwoFilesAreTwo() throws {
    let empty = ImportLedger(transactions: [])
    let equal = january.replacing("2025-01-31 23:59:00", with: "2025-02-01 00:01:00")
    let (before, behind) = (
      "2025-01-30 12:00:00,BTC/USD,Buy,0.2,25000,168\n",
      "2025-02-03 12:00:00,BTC/USD,Buy,0.3,25000,172\n"
    )
    for (one, next) in [
      ([before + january], [equal + behind]), ([equal + other + behind], [before + january]),
    ] {
      let first = try plan(one, into: empty)
      let second = try plan(next, into: ledger(first.additions))
      #expect(second.additions.count == 2 && second.additions.contains { $0.amount == 1.5 })
      #expect(second.alreadyThere == 0)
      let all = ledger(first.additions + second.additions)
      for rows in [one, next, one + next, [january + equal]] {
        #expect(try plan(rows, into: all).additions.isEmpty, "\(rows)")
      }
      let both = try plan(one + next, into: empty)
      #expect(both.additions.count == first.additions.count + 2)
    }
  }

  @Test func aFillIsKnownAgainWhateverWasMadeOfItsDate() throws {
    let rows = [
      "2025-01-30 12:00:00,BTC/USD,Buy,0.2,25000,168\n", january,
      "2025-02-03 12:00:00,BTC/USD,Buy,0.3,25000,172\n",
    ]
    let whole = rows.joined()
    for edited in 0..<3 {
      var all = try plan([whole], into: ImportLedger(transactions: [])).additions
      all[edited].date = instant("2024-05-10")
      #expect(try plan([whole], into: ledger(all)).additions.isEmpty, "row \(edited)")
      let alone = all[edited]
      #expect(try plan([rows[edited]], into: ledger([alone])).additions.isEmpty)
    }
  }

  @Test(
    "a fill whose date was edited is known in a longer file, by the time it came in with",
    arguments: ["2019-05-04", "2025-05-10"])
  func editedDate(date: String) throws {
    let before = "2025-01-30 12:00:00,BTC/USD,Buy,0.2,25000,168\n"
    var row = try #require(
      try plan([january], into: ImportLedger(transactions: [])).additions.first)
    let first = RowsBeforeEdits([row])
    row.date = instant(date)
    let known = ImportLedger(transactions: [row], beforeEdits: first)
    let rows = before + january + february
    #expect(try plan([rows], into: known).additions.map(\.amount) == [0.2, 0.7])
    // Nothing else tells it from another fill of as many coins.
    let unknown = ImportLedger(transactions: [row])
    #expect(try plan([rows], into: unknown).additions.count == 3)
  }

  @Test func fillsWhoseSecondsAreGoneAreKnownAgain() throws {
    let exact =
      january.replacing("23:59:00", with: "23:58:40") + other.replacing(":00,", with: ":37,")
    let cut = january.replacing("23:59:00", with: "23:58") + other.replacing(":00,", with: ",")
    let empty = ImportLedger(transactions: [])
    for (one, next) in [(exact, cut), (cut, exact)] {
      let first = try plan([one], into: empty)
      #expect(first.additions.count == 2)
      #expect(try plan([next], into: ledger(first.additions)).additions.isEmpty)
      #expect(try plan([one, next], into: empty).additions.count == 2)
    }
  }

  @Test func aFillOfAnotherTimeIsKnownAgainWithinTheFile() throws {
    let order = "2025-03-02 12:00:00,BTC/USD,Buy,0.5,25000,171\n"
    let first = try plan([january + order], into: ImportLedger(transactions: []))
    var edited = first.additions
    edited[0].date = instant("2025-02-10")
    #expect(try plan([january + order], into: ledger(edited)).additions.isEmpty)
  }

  @Test func anIdThatASpreadsheetRoundedIsNone() throws {
    let rows = [january, february, other].map { $0.replacing(",170\n", with: ",1.70132E+18\n") }
    let first = try plan([rows[0]], into: ImportLedger(transactions: []))
    let second = try plan([rows[1] + rows[2]], into: ledger(first.additions))
    #expect(second.additions.map(\.amount) == [0.7, 0.5])
    let again = try plan([rows.joined()], into: ledger(first.additions + second.additions))
    #expect(again.additions.isEmpty)
  }

  private func ledger(_ transactions: [Transaction]) -> ImportLedger {
    ImportLedger(transactions: transactions.sorted { $0.date < $1.date })
  }

  private func plan(_ rows: [String], into ledger: ImportLedger) throws -> ImportPlan {
    let map = try ColumnMap(
      "date=Time,side=Side,pair=Symbol,amount=Filled,price=Price,id=Order ID,zone==UTC")
    let files = try rows.enumerated().map {
      try readImport(Array((header + $1).utf8), name: "\($0).csv", map: map)
    }
    return planImport(
      files, into: ledger, policy: ImportPolicy(), coins: CoinDirectory(resolve: testCatalogue),
      now: testNow)
  }

  @Test func `a trade id that its owner gave to other trades by hand is of each of them`() throws {
    let header =
      "portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit"
    func row(_ time: String, _ amount: String) -> String {
      "default,21471465,BTC-USD,BUY,\(time),\(amount),BTC,30000,0,-100,USD"
    }
    let one = row("2021-01-29T11:57:07Z", "0.0039")
    let others = [row("2021-08-14T09:56:35Z", "0.0058"), row("2021-08-28T16:35:00Z", "0.0028")]
    let (first, second) = ([header, one], [header] + others)
    let all = [decimal("0.0039"), decimal("0.0058"), decimal("0.0028")]
    for files in [[first, second], [second, first]] {
      let texts = files.map { $0.joined(separator: "\n") }
      let together = try InterchangeTests.plan(texts, policy())
      #expect(together.additions.map(\.amount) == all)
      let before = try InterchangeTests.plan([texts[0]], policy())
      let ledger = ImportLedger(transactions: before.additions)
      let behind = ledger.with(try InterchangeTests.plan([texts[1]], policy(), into: ledger))
      #expect(behind.transactions.map(\.amount) == all)
      for again in texts + [(first + others).joined(separator: "\n")] {
        #expect(try InterchangeTests.plan([again], policy(), into: behind).isEmpty)
      }
    }
  }

}
