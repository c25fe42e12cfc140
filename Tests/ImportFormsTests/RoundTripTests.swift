import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Export
@testable import ImportForms
@testable import ImportText

/// An export, imported into an empty ledger and exported again, is the same text.
///
/// - This holds for CSV and JSON, and CSV for spreadsheets contains no cell that runs as a formula.
/// - Importing an export into its own ledger adds nothing.
/// - Overlapping exports together give the whole ledger.
/// - An export written record by record equals one written at once.
struct RoundTripTests {
  static let seeds: [UInt64] = Array(1...40)

  @Test(arguments: seeds)
  func `CSV, imported into an empty ledger and exported again, is the same text`(
    seed: UInt64
  ) throws {
    let text = bitpalCSV(withCash(randomLedger(seed: seed, count: 120)))
    let file = try imported(text)
    #expect(file.unread == [] && file.questions == [], "seed \(seed)")
    #expect(bitpalCSV(file.transactions) == text, "seed \(seed)")
  }

  /// The ledger with some sales written as swaps for cash.
  private func withCash(_ ledger: [Transaction]) -> [Transaction] {
    ledger.enumerated().map { number, row in
      guard row.type == .sell else { return row }
      var row = row
      (row.kind, row.link) = (.swap, row.id)
      let isOwnRate = row.payment?.currency == "EUR" && number % 2 == 0
      row.cash = SwapCash(
        amount: ExactDecimal(number - 60) + ExactDecimal(5, exponent: -1), currency: "EUR",
        rate: isOwnRate ? nil : ExactDecimal(11, exponent: -1))
      return row
    }
  }

  @Test func `cash in other money than the swap's counts by a rate of its own only`() throws {
    var row = try #require(randomLedger(seed: 1, count: 120).first { $0.type == .sell })
    let bought = Transaction(
      coinId: row.coinId, type: .buy, amount: row.amount, pricePerCoin: 1,
      date: row.date.addingTimeInterval(-3600))
    (row.kind, row.link, row.payment) = (.swap, row.id, MoneyAmount(amount: 90, currency: "USD"))
    for (currency, rate, isRead) in [
      ("EUR", nil, false), ("EUR", ExactDecimal(11, exponent: -1), true), ("USD", nil, true),
    ] as [(String, ExactDecimal?, Bool)] {
      row.cash = SwapCash(amount: 20, currency: currency, rate: rate)
      for text in [bitpalCSV([bought, row]), portfolioJSON([bought, row])] {
        let found = try imported(text).transactions.count { $0.type == .sell }
        #expect(found == (isRead ? 1 : 0), "\(currency) \(String(describing: rate)): \(text)")
      }
    }
  }

  @Test(arguments: seeds)
  func `CSV for a spreadsheet gives the same ledger and runs nothing`(seed: UInt64) throws {
    let texts = ["=cmd|' /C calc'!A0", "'=1", "'", "+1", "-5", "@a", "\t=1", "\r", "＝1", "a=1"]
    var original = randomLedger(seed: seed, count: 120)
    for index in original.indices where index % 2 == 0 {
      original[index].notes = texts[index / 2 % texts.count]
      original[index].account = texts[index / 4 % texts.count]
      original[index].reference = Reference(source: "=x", id: "-\(index)-")
    }
    let text = bitpalCSV(original, .spreadsheet)
    var reader = CSVReader(Array(text.utf8), delimiter: UInt8(ascii: ","))
    while let row = try reader.next() {
      for cell in row.cells {
        #expect(cell == "-5" || !"=+-@\t\r＝".contains { cell.hasPrefix(String($0)) }, "\(cell)")
      }
    }
    let transactions = try imported(text).transactions
    #expect(transactions == original, "seed \(seed)")
    #expect(bitpalCSV(transactions) == bitpalCSV(original), "seed \(seed)")
    #expect(
      try imported(text, ImportSetting(typed: original)).transactions.isEmpty, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func `JSON, imported into an empty ledger and exported again, is the same text`(
    seed: UInt64
  ) throws {
    let original = withCash(randomLedger(seed: seed, count: 120))
    let text = portfolioJSON(original)
    let transactions = try imported(text).transactions
    #expect(transactions == original, "seed \(seed)")
    #expect(portfolioJSON(transactions) == text, "seed \(seed)")
  }

  @Test(arguments: [0, 1, 120], [0, 1, 7])
  func `an export that is written record by record is the text of the whole`(
    count: Int, moveCount: Int
  ) throws {
    let transactions = randomLedger(seed: 7, count: count)
    let moves = (0..<moveCount).map { number in
      Move(
        account: "Kraken, \"main\"", coinId: "bitcoin", amount: Quantity(number - 3) * 2 + 1,
        date: Date(timeIntervalSince1970: Double(number) * 3600), hash: "\(number)")
    }
    let records = RecordsInMemory(transactions: transactions, moves: moves)
    var pieces: [String] = []
    try writeBitpalCSV(records) { pieces.append($0) }
    #expect(pieces.joined() == bitpalCSV(transactions, moves: moves))
    #expect(pieces.count == 1 + count + moveCount)
    pieces = []
    try writePortfolioJSON(records) { pieces.append($0) }
    #expect(pieces.joined() == portfolioJSON(transactions, moves: moves))
    #expect(pieces.count > count + moveCount)
    pieces = []
    try writeHledgerJournal(records, coins: []) { pieces.append($0) }
    #expect(pieces.joined() == hledgerJournal(transactions, moves: moves, coins: []))
    #expect(pieces.count > count)
  }

  @Test(arguments: seeds)
  func `importing an export into its own ledger adds nothing`(seed: UInt64) throws {
    let original = randomLedger(seed: seed, count: 120)
    for text in [bitpalCSV(original), portfolioJSON(original)] {
      let again = try imported(text, ImportSetting(typed: original))
      #expect(again.transactions.isEmpty && again.questions.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: seeds)
  func `two overlapping exports come to the whole ledger`(seed: UInt64) throws {
    let original = randomLedger(seed: seed, count: 120)
    let whole = try imported([
      bitpalCSV(Array(original.prefix(80))),
      bitpalCSV(Array(original.prefix(40) + original.suffix(60))),
    ])
    #expect(
      bitpalCSV(whole.transactions).split(separator: "\n").sorted()
        == bitpalCSV(original).split(separator: "\n").sorted(), "seed \(seed)")
  }
}
