import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import Export

/// Journals with every kind of event, against the real hledger.
struct HledgerKindsTests {
  private let names: [String?] = ["Kraken", "Coinbase Pro", nil, "a:b  c;(d)", "Bank 漢字"]

  /// A random ledger with every kind of sale and purchase, in several accounts.
  private func ledger(seed: UInt64) -> [Transaction] {
    var rows = randomLedger(seed: seed, count: 90)
    let sales: [TransactionKind] = [.sell, .spend, .lost, .give, .fee, .sell, .swap]
    let purchases: [TransactionKind] = [.buy, .reward, .buy, .swap]
    let labels: [TransactionLabel?] = [.staking, nil, .mining, .airdrop]
    for index in rows.indices {
      rows[index].account = names[index % names.count]
      switch rows[index].type {
      case .gift: rows[index].kind = .gift
      case .sell: rows[index].kind = sales[index % sales.count]
      case .buy: rows[index].kind = purchases[index % purchases.count]
      }
      if rows[index].kind == .lost { rows[index].pricePerCoin = 0 }
      if rows[index].kind == .reward { rows[index].label = labels[index / 4 % labels.count] }
      if index > 0, rows[index - 1].date == rows[index].date, rows[index - 1].kind == .swap {
        rows[index - 1].link = rows[index - 1].id
        rows[index].link = rows[index - 1].id
      }
    }
    return rows
  }

  /// Open moves, and transfers that arrive on a later day.
  private func moves(seed: UInt64) -> [Move] {
    var generator = SeededGenerator(seed: seed)
    var moves: [Move] = []
    for number in 0..<12 {
      let amount = Quantity(Int.random(in: 1...9_000, using: &generator)) / 1000
      let date = Date(timeIntervalSince1970: 1_500_000_000 + Double(number) * 500_000)
      var move = Move(
        account: "Kraken", coinId: "bitcoin", amount: -amount, fee: number % 4 == 0 ? 1 : 0,
        date: date)
      guard number % 3 > 0 else {
        moves.append(move)
        continue
      }
      move.fee = 0
      let arrived = Move(
        account: "Ledger", coinId: "bitcoin", amount: amount,
        date: date.addingTimeInterval(90_000), transfer: move.id)
      move.transfer = arrived.id
      moves += [move, arrived]
    }
    return moves.sorted { $0.date < $1.date }
  }

  private func balances(_ ledger: [Transaction], _ moves: [Move]) -> [String: ExactDecimal] {
    var sums: [String: ExactDecimal] = [:]
    for row in ledger {
      sums[hledgerAccount(row.account, row.coinId), default: 0] +=
        (row.type.isAcquisition ? row.amount : -row.amount).number
    }
    for move in moves {
      sums[hledgerAccount(move.account, move.coinId), default: 0] += (move.amount - move.fee).number
    }
    return sums.filter { $0.value != 0 }
  }

  /// The amounts of a balance report, by account.
  private func figures(_ arguments: String..., on journal: String) throws -> [String: ExactDecimal]
  {
    let table = try Hledger.report(["balance", "-N", "-O", "csv"] + arguments, on: journal)
    var figures: [String: ExactDecimal] = [:]
    for line in table.split(separator: "\n").dropFirst() {
      let cells = line.dropFirst().dropLast().components(separatedBy: "\",\"")
      let figure = try #require(cells.last?.split(separator: " ").first)
      figures[cells[0]] = try ExactDecimal(exact: figure)
    }
    return figures
  }

  /// Cost bases and seeds: one ledger for each cost basis, several for the default.
  private static let examples: [(CostBasis, UInt64)] =
    CostBasis.allCases.enumerated().map { ($1, UInt64(7 + $0)) } + [(.average, 1), (.fifo, 2)]

  @Test(.enabled(if: Hledger.isInstalled), arguments: examples)
  func `hledger's balances are those of accounts, gains and income`(
    method: CostBasis, seed: UInt64
  ) throws {
    let (ledger, moves) = (ledger(seed: seed), moves(seed: seed))
    let journal = hledgerJournal(ledger, moves: moves, coins: [], costBasis: method)
    #expect(try figures("assets", "--strict", on: journal) == balances(ledger, moves))
    let gains = computeGains(ledger, costBasis: method)
    let booked = try Hledger.total(["gains", "expenses:lost"], on: journal)
    #expect(-booked == gains.totals.gain?.figure.rounded(places: 2))
    let income = try Hledger.total(["income"], on: journal)
    #expect(-income == gains.incomeTotal?.rounded(places: 2))
  }

  @Test(.enabled(if: Hledger.isLedgerInstalled), arguments: examples)
  func `ledger reads the journal and finds the same gains`(method: CostBasis, seed: UInt64) throws {
    let ledger = ledger(seed: seed)
    let journal = hledgerJournal(
      ledger, moves: moves(seed: seed), coins: [], costBasis: method)
    let printed = try Hledger.ledger(["balance", "gains", "expenses:lost"], on: journal)
    let total = try #require(printed.split(separator: "\n").last)
    let figure = try #require(total.split(separator: " ").first)
    let gain = computeGains(ledger, costBasis: method).totals.gain?.figure
    #expect(
      try -ExactDecimal(text: figure).figure.rounded(places: 2) == gain?.rounded(places: 2))
  }

  /// Also satisfies `ledger`, which does not round what it adds up.
  @Test(arguments: CostBasis.allCases, Array(1...4) as [UInt64])
  func `every entry balances to the last digit`(method: CostBasis, seed: UInt64) throws {
    let journal = hledgerJournal(
      ledger(seed: seed), moves: moves(seed: seed), coins: [], costBasis: method)
    for entry in journal.components(separatedBy: "\n\n").dropFirst() {
      var sums: [Substring: ExactDecimal] = [:]
      for line in entry.split(separator: "\n") where line.hasPrefix("    ") {
        let cells = line.trimmingPrefix("    ").split(separator: "  ")
        guard !line.hasPrefix("    ;") else { continue }
        let words = try #require(cells.dropFirst().first).split(separator: " ")
        let amount = try ExactDecimal(text: words[0])
        if let index = words.firstIndex(of: "@@") {
          let cost = try ExactDecimal(text: words[index + 1])
          sums["USD", default: 0] += amount.isNegative ? -cost : cost
        } else {
          sums[words[1], default: 0] += amount
        }
      }
      #expect(!sums.isEmpty && sums.values.allSatisfy(\.isZero), "\(entry)")
    }
  }

  @Test func `rows of one event are one entry, and what is paid by none of them is cash`() {
    func row(
      _ kind: TransactionKind, _ type: TransactionType, _ coinId: String, _ amount: String,
      _ price: Price, _ link: UUID?
    ) -> Transaction {
      Transaction(
        coinId: coinId, type: type, amount: exact(amount), pricePerCoin: price,
        date: utc("2024-02-01"), account: "Kraken", kind: kind, link: link)
    }
    let (swap, move) = (UUID(), UUID())
    let journal = hledgerJournal(
      [
        row(.buy, .buy, "bitcoin", "2", 100, nil), row(.buy, .buy, "bnb", "10", 1, nil),
        row(.swap, .sell, "bitcoin", "1", 150, swap), row(.migrate, .sell, "bnb", "4", 0, move),
        row(.swap, .buy, "ethereum", "5", 31, swap), row(.fee, .sell, "bnb", "1", 5, swap),
        row(.migrate, .buy, "bnx", "8", 0, move), row(.fee, .sell, "bnb", "1", 5, nil),
      ], coins: [])
    let entries = journal.components(separatedBy: "\n\n2024-02-01 * ").dropFirst(3)
    #expect(
      Array(entries) == [
        """
        swap
            ; 2024-02-01T00:00:00Z
            assets:Kraken:bitcoin  -1 "bitcoin" @@ 100 USD
            gains:bitcoin  -50 USD
            assets:Kraken:ethereum  5 "ethereum" @@ 155 USD
            assets:Kraken:bnb  -1 "bnb" @@ 1 USD
            gains:bnb  -4 USD
        """,
        """
        migrate
            ; 2024-02-01T00:00:00Z
            assets:Kraken:bnb  -4 "bnb" @@ 4 USD
            assets:Kraken:bnx  8 "bnx" @@ 4 USD
        """,
        """
        fee
            ; 2024-02-01T00:00:00Z
            assets:Kraken:bnb  -1 "bnb" @@ 1 USD
            expenses:fees  5 USD
            gains:bnb  -4 USD

        """,
      ])
  }

  /// Two purchases, the second with a price whose third is not a finite decimal.
  private let lots = [
    Transaction(
      coinId: "bitcoin", type: .buy, amount: 1, pricePerCoin: 100, date: utc("2024-01-01"),
      account: "Kraken"),
    Transaction(
      coinId: "bitcoin", type: .buy, amount: 3, pricePerCoin: 10, date: utc("2024-01-02"),
      account: "Kraken", payment: MoneyAmount(amount: 31, currency: "USD")),
    Transaction(
      coinId: "bitcoin", type: .sell, amount: 2, pricePerCoin: 150, date: utc("2024-02-01"),
      account: "Kraken"),
    Transaction(
      coinId: "bitcoin", type: .sell, amount: 1, pricePerCoin: 0, date: utc("2024-02-02"),
      account: "Kraken", kind: .give),
  ]

  @Test func `where the method names lots, purchases open them and sales say which they take`() {
    let journal = hledgerJournal(lots, coins: [], costBasis: .fifo)
    func posting(_ amount: Int, _ cost: String, _ day: String) -> String {
      "    assets:Kraken:bitcoin  \(amount) \"bitcoin\" {{\(cost) USD}} [\(day)]"
        + " @@ \(cost) USD  ; lot:\(day)"
    }
    let posted = journal.split(separator: "\n").filter { $0.contains("lot:") }
    let third = "10." + String(repeating: "3", count: 48)
    let expected = [
      posting(1, "100", "2024-01-01"), posting(3, "31", "2024-01-02"),
      posting(-1, "100", "2024-01-01"), posting(-1, third, "2024-01-02"),
      posting(-1, third.dropLast() + "4", "2024-01-02"),
    ]
    #expect(posted.map(String.init) == expected)
    #expect(!hledgerJournal(lots, coins: [], costBasis: .average).contains("{{"))
  }

  @Test(.enabled(if: Hledger.isInstalled))
  func `hledger counts what is left of each lot`() throws {
    func left(_ method: CostBasis) throws -> [String: ExactDecimal] {
      try figures(
        "assets", "--pivot", "lot", on: hledgerJournal(lots, coins: [], costBasis: method))
    }
    #expect(try left(.fifo) == ["2024-01-02": 1])
    #expect(try left(.lifo) == ["2024-01-01": 1])
    #expect(try left(.hifo) == ["2024-01-02": 1])
  }

  @Test func `a transfer carries its cost, and an open move none`() {
    let (out, into) = (UUID(), UUID())
    let journal = hledgerJournal(
      [
        Transaction(
          coinId: "bitcoin", type: .buy, amount: 2, pricePerCoin: 100,
          date: utc("2024-01-01"), account: "Kraken")
      ],
      moves: [
        Move(
          id: out, account: "Kraken", coinId: "bitcoin", amount: -1, date: utc("2024-01-02"),
          notes: "to cold storage", transfer: into),
        Move(
          id: into, account: "Ledger", coinId: "bitcoin", amount: 1, date: utc("2024-01-03"),
          transfer: out),
        Move(
          account: "Kraken", coinId: "bitcoin", amount: exact("-0.5"), fee: exact("0.1"),
          date: utc("2024-01-04")),
      ], coins: [])
    #expect(
      journal.hasSuffix(
        """

        2024-01-02 * transfer
            ; 2024-01-02T00:00:00Z
            ; to cold storage
            assets:Kraken:bitcoin  -1 "bitcoin" @@ 100 USD
            assets:Ledger:bitcoin  1 "bitcoin" @@ 100 USD  ; date:2024-01-03

        2024-01-04 * withdrawal
            ; 2024-01-04T00:00:00Z
            assets:Kraken:bitcoin  -0.6 "bitcoin"
            equity:withdrawals  0.6 "bitcoin"

        """))
  }
}
