import BitpalTesting
import Foundation
import Portfolio
import Testing

@testable import Interchange

/// A long file of bitpal's own form is read row by row, with the same result as one that is read
/// whole.
@Suite struct RowStreamTests {
  private let now = Date(millisecondsSince1970: 1_750_000_000_000)
  private let coins = CoinDirectory(
    resolve: { asset in
      switch asset {
      case .id("nonsense"), .idOrSymbol("nonsense"): .unknown
      case .id("NEW"), .idOrSymbol("NEW"): .unlisted("NEW")
      case .id(let id), .idOrSymbol(let id): .listed(id)
      default: .unknown
      }
    })

  @Test(
    "any file gives the same ledger, streamed or whole",
    arguments: Repetition.seeds(0...119, few: 24))
  func streamedAsWhole(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let text = Self.file(&random)
    let known = Self.ledger(&random, isEmpty: seed % 3 == 0)
    let whole = try plan(text, into: known)
    do {
      let pieces = known.pieceByPiece([try readImport(Array(text.utf8))])
      let (streamed, additions) = try stream(text, into: pieces)
      #expect(additions == whole.additions)
      #expect(streamed.moves == whole.moves)
      #expect(streamed.totals == whole.totals)
      #expect(streamed.alreadyThere == whole.alreadyThere)
      #expect(streamed.notices == whole.notices)
      #expect(streamed.lookalikes == whole.lookalikes)
      #expect(whole.refused.isEmpty && whole.leftOut.isEmpty && whole.changedMoves.isEmpty)
    } catch is MustReadWhole {
      // Only what has something to say about its rows, or states something twice, is read whole.
      #expect(!whole.refused.isEmpty || text.contains("twice") || text.contains("\r\r"))
    }
  }

  @Test(arguments: [
    "coin_id,type,amount,price,date\nbitcoin,buy,1,x,2024-01-01\n",
    "coin_id,type,amount,price,date\nbitcoin,sell,1,5,2024-01-01\n",
    "coin_id,type,amount,price,date\nbitcoin,buy,1,5,2099-01-01\n",
    "coin_id,type,amount,price,date\nnonsense,buy,1,5,2024-01-01\n",
    "coin_id,type,amount,price,date\nbitcoin,buy,1,5,2024-01-01,,,7\n",
    "coin_id,type,amount,price,date\nbitcoin,buy,1,5,\"2024-01-01\n",
    "coin_id,type,amount,price,date\nbitcoin,buy,1,5,2024-01-01\u{0}\n",
    "coin_id,type,amount,price,date\rbitcoin,buy,1,5,2024-01-01\rbitcoin,buy,1,5,2024-01-02\r",
    "Timestamp,Transaction Type,Asset\n", "", "{}",
    """
    coin_id,type,amount,price,date,id
    bitcoin,buy,1,5,2024-01-01,6f1e1c1a-0000-4000-8000-000000000001
    bitcoin,buy,1,5,2024-01-02,6f1e1c1a-0000-4000-8000-000000000001
    """,
  ]) func whatHasReasonsIsReadWhole(text: String) throws {
    #expect(throws: MustReadWhole.self) {
      try stream(text, into: ImportLedger(transactions: []))
    }
  }

  @Test func aFileThatIsCutShortWhileItIsReadIsReadWhole() throws {
    let text = Array(
      ("coin_id,type,amount,price,date\n"
        + String(repeating: "bitcoin,buy,1,5,2024-01-01\n", count: 20_000)).utf8)
    var length = text.count
    let bytes = RowBytes(count: text.count) { offset, buffer in
      let part = text[min(offset, length)..<length].prefix(buffer.count)
      buffer.copyBytes(from: part)
      return part.count
    }
    let rows = try RowStream(bytes)
    #expect(rows.rowCount == 20_000)
    length /= 2
    #expect(throws: MustReadWhole.self) {
      _ = try rows.plan(
        into: ImportLedger(transactions: []), policy: ImportPolicy(), coins: coins, now: now
      ) { _ in }
    }
    #expect(throws: MustReadWhole.self) { try RowStream(bytes) }
  }

  @Test func rowsAcrossPiecesAreWhole() throws {
    let notes = String(repeating: "long \"\"quoted\"\"\n", count: 4_000)
    let row = "bitcoin,buy,1,5,2024-01-01,\"\(notes)\"\n"
    let text = "coin_id,type,amount,price,date,notes\n" + String(repeating: row, count: 20)
    let (plan, additions) = try stream(text, into: ImportLedger(transactions: []))
    #expect(plan.totals.count == 20)
    #expect(additions == (try self.plan(text, into: ImportLedger(transactions: []))).additions)
    #expect(Set(additions.map(\.notes)) == [notes.replacing("\"\"", with: "\"")])
  }

  private func plan(_ text: String, into ledger: ImportLedger) throws -> ImportPlan {
    var number = 0
    return planImport(
      [try readImport(Array(text.utf8))], into: ledger, policy: ImportPolicy(), coins: coins,
      now: now, newId: { Self.id(&number) })
  }

  private func stream(
    _ text: String, into ledger: ImportLedger
  ) throws -> (ImportPlan, [Transaction]) {
    var number = 0
    var additions: [Transaction] = []
    let plan = try RowStream(RowBytes(Array(text.utf8))).plan(
      into: ledger, policy: ImportPolicy(), coins: coins, now: now, newId: { Self.id(&number) },
      for: .preview
    ) { additions.append($0) }
    return (plan, additions)
  }

  private static func id(_ number: inout Int) -> UUID {
    number += 1
    let digits = String(number, radix: 16)
    let text = String(repeating: "0", count: 12 - digits.count) + digits
    return UUID(uuidString: "00000000-0000-4000-8000-\(text)") ?? UUID()
  }
}

extension RowStreamTests {
  /// A file with rows of every kind: quoted, padded, repeated, of one instant, in any order.
  private static func file(_ random: inout SeededGenerator) -> String {
    let delimiter = random.pick([",", ",", ";", "\t"])
    let columns = random.pick([
      ["coin_id", "type", "amount", "price", "date", "notes"],
      ["date", "Coin_ID", "price", "type", "amount"],
      Array(bitpalColumns), Array(bitpalColumns),
    ])
    var text = random.pick(["", "", "\u{FEFF}", "my coins\n"])
    text += columns.joined(separator: delimiter) + "\n"
    var rows = (0..<random.below(40)).map { index in
      row(columns, delimiter, index, &random)
    }
    if random.below(4) == 0 { rows.reverse() }
    if random.below(3) == 0 { rows.append(contentsOf: rows.prefix(3)) }
    let end = random.pick(["\n", "\n", "\r\n"])
    return text + rows.joined(separator: end) + random.pick(["", end, end + end])
  }

  private static func row(
    _ columns: [String], _ delimiter: String, _ index: Int, _ random: inout SeededGenerator
  ) -> String {
    let types = ["buy", "buy", "buy", "Buy", "sell", "gift", "deposit"]
    let type = index < 8 ? "buy" : random.pick(types)
    let day = 10 + index / 3 + random.below(3)
    let date = "2024-01-\(min(day, 31))"
    let cells: [String: String] = [
      "coin_id": random.pick(["bitcoin", "bitcoin", "ethereum", "NEW", "tether"]),
      "type": type == "deposit" && !columns.contains("account") ? "buy" : type,
      "amount": type == "sell" ? "0.001" : random.pick(["1", "0.50", "2.5", "100", "1e1"]),
      "price": type == "gift" ? random.pick(["", "0"]) : random.pick(["5", "07.10", "0.1"]),
      "date": instant(date, &random),
      "notes": random.pick(["", "", "a", " padded ", "\"quo\"\"ted\"", "ü", "\"two\nlines\""]),
      "account": random.pick(["", "kraken"]) + (type == "deposit" ? "wallet" : ""),
      "category": random.pick(["", "", "trade", "reward"]),
      "fee": random.pick(["", "", "0.5"]), "fee_currency": random.pick(["", "USD"]),
      "reference_source": index % 5 == 0 ? random.pick(["kraken", "coinbase"]) : "",
      "reference_id": index % 5 == 0 ? "twice\(random.below(30))" : "",
      "valuation": random.pick(["", "", "stated"]), "rate": "", "rate_day": "",
      "id": index % 3 == 0
        ? "0f1e1c1a-0000-4000-8000-0000000000\(10 + random.below(80))" : "",
    ]
    return columns.map { cells[$0.lowercased()] ?? "" }.joined(separator: delimiter)
  }

  private static func instant(_ date: String, _ random: inout SeededGenerator) -> String {
    random.pick([
      date, date + "T10:00:00Z", date + "T10:00:00Z", date + "T10:30:00.5Z",
      date + " 12:00:00+02:00",
    ])
  }

  /// Rows that the file may hold too.
  private static func ledger(_ random: inout SeededGenerator, isEmpty: Bool) -> ImportLedger {
    guard !isEmpty else { return ImportLedger(transactions: []) }
    let rows = (0..<random.below(12)).map { index in
      Transaction(
        coinId: random.pick(["bitcoin", "ethereum"]), type: .buy,
        amount: random.pick([1, 2.5, 100]), pricePerCoin: 5,
        date: Date(millisecondsSince1970: 1_704_103_200_000 + index * 86_400_000),
        reference: random.below(4) == 0
          ? Reference(source: "kraken", id: "twice\(random.below(30))") : nil)
    }
    return ImportLedger(transactions: rows)
  }
}

extension SeededGenerator {
  fileprivate mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &self) }

  fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
