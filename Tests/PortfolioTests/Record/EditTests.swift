import BitpalTesting
import Exact
import FoundationEssentials
import Testing
import Portfolio

/// A row edited into X equals X entered directly, byte for byte (SPEC §3.11).
struct EditTests {
  /// Terms of a kind with random fields that the kind supports.
  private func terms(_ random: inout SmallRandom, _ kind: TransactionKind) -> EventTerms {
    var terms = EventTerms()
    terms.kind = kind
    terms.coinId = ["bitcoin", "solana"][random.below(2)]
    terms.amount = Quantity(1 + random.below(20))
    terms.date = UTCDay(number: 20_000 + random.below(90)).start
    terms.account = ["", "Kraken", "Ledger"][random.below(3)]
    terms.notes = ["", "a", "b"][random.below(3)]
    let hasMoney: Set<TransactionKind> = [.buy, .sell, .swap, .reward, .spend]
    let isOptional: Set<TransactionKind> = [.swap, .reward, .spend, .give, .gift]
    if hasMoney.contains(kind) || kind == .give || kind == .gift,
      !isOptional.contains(kind) || random.below(2) == 0
    {
      let isPlain = kind != .swap && kind != .gift && random.below(2) == 0
      let worth = ExactDecimal(700 * (20 + random.below(20)))
      if isPlain { terms.price = worth / 20 } else { terms.total = worth }
      terms.currency = random.below(3) == 0 ? "EUR" : "USD"
      if terms.currency == "EUR", random.below(3) == 0 { terms.rate = 2 }
    }
    if hasMoney.contains(kind), random.below(2) == 0 {
      let currencies: [String?] = [nil, "EUR", "USD", "binancecoin", terms.coinId]
      terms.fee = TransactionFee(
        amount: ExactDecimal(1 + random.below(9)) / 100, currency: currencies[random.below(5)])
    }
    if kind == .swap || kind == .migrate {
      terms.other = .init(coinId: "ethereum", amount: Quantity(1 + random.below(20)))
    }
    if kind == .swap, terms.total != nil {
      terms.total = nil; (terms.currency, terms.rate) = (nil, nil)
    }
    if kind == .swap, random.below(2) == 0 {
      terms.cash = SwapCash(
        amount: ExactDecimal(random.below(9) - 4) + ExactDecimal(5, exponent: -1),
        currency: ["EUR", "USD"][random.below(2)])
    }
    if kind == .reward, random.below(2) == 0 { terms.label = .staking }
    if kind == .gift, random.below(2) == 0 { terms.acquired = UTCDay(number: 18_000).start }
    if kind == .gift, terms.total != nil, random.below(2) == 0 {
      terms.worth = ExactDecimal(1 + random.below(9_000)) / 8
    }
    if kind == .give, terms.price == nil, terms.total == nil, random.below(2) == 0 {
      terms.hasNoGain = true
    }
    return terms
  }

  /// The edit that changes the first terms into the others, as a user would enter it.
  private func said(_ new: EventTerms, from old: EventTerms) -> EventTerms? {
    // An edit cannot remove a stated price or currency.
    let hadMoney = old.price != nil || old.total != nil
    let hasMoney = new.price != nil || new.total != nil
    guard !hadMoney || hasMoney else { return nil }
    guard new.label != nil || old.label == nil, new.acquired != nil || old.acquired == nil
    else { return nil }
    var said = new
    if new.fee == nil { said.fee = TransactionFee(amount: 0) }
    if !hasMoney { (said.currency, said.rate) = (nil, nil) }
    if new.worth == nil { said.removed.insert(.worth) }
    if new.cash == nil, old.cash != nil { said.cash = SwapCash(amount: 0, currency: "USD") }
    if new.hasNoGain == nil, old.hasNoGain != nil, !hasMoney { said.removed.insert(.money) }
    return said
  }

  @Test(arguments: TransactionKind.ofTransactions)
  func `edited into is typed`(kind: TransactionKind) throws {
    var random = SmallRandom(seed: UInt64(kind.rawValue.utf8.reduce(7) { $0 * 31 + Int($1) }))
    var compared = 0
    for _ in 0..<400 {
      let (old, new) = (terms(&random, kind), terms(&random, kind))
      guard let said = said(new, from: old) else { continue }
      let before: [Transaction]
      do { before = try old.record(.invented).transactions } catch { continue }
      let ids = RecordedEvent.IDs(of: before)
      let typed: [Transaction]
      do { typed = try new.record(.invented, ids: ids).transactions } catch {
        continue
      }
      var edited = try said.applied(to: before, .invented)
      // The sale of a new fee has a new id.
      if edited.count == typed.count, let last = edited.last, last.kind == .fee, kind != .fee,
        let wanted = typed.last
      {
        edited[edited.count - 1] = Transaction(
          id: wanted.id, coinId: last.coinId, type: last.type, amount: last.amount,
          pricePerCoin: last.pricePerCoin, date: last.date, notes: last.notes,
          account: last.account, kind: last.kind, label: last.label, link: last.link,
          valuation: last.valuation)
      }
      #expect(edited == typed, "\(old) into \(new)")
      compared += 1
    }
    #expect(compared > 60)
  }

  @Test(arguments: [TransactionKind.transfer, .deposit, .withdrawal])
  func `a move edited into another is that move typed`(kind: TransactionKind) throws {
    var random = SmallRandom(seed: 11)
    func terms() -> EventTerms {
      var terms = EventTerms()
      (terms.kind, terms.coinId) = (kind, ["bitcoin", "solana"][random.below(2)])
      terms.amount = Quantity(1 + random.below(20))
      terms.date = UTCDay(number: 20_000 + random.below(90)).start
      terms.account = ["Kraken", "Ledger"][random.below(2)]
      if kind == .transfer { terms.toAccount = "Vault" }
      terms.notes = ["", "a", "b"][random.below(3)]
      if kind != .deposit, random.below(2) == 0 {
        terms.fee = TransactionFee(
          amount: ExactDecimal(1 + random.below(9)) / 100,
          currency: [nil, "ethereum"][random.below(2)])
      }
      return terms
    }
    for _ in 0..<200 {
      let (old, new) = (terms(), terms())
      let before = try old.record(.invented)
      var ids = RecordedEvent.IDs(main: before.moves[0].id)
      if let other = before.moves.dropFirst().first { ids.other = other.id }
      if let fee = before.transactions.first { ids.fee = fee.id }
      let typed = try new.record(.invented, ids: ids)
      var said = new
      if new.fee == nil { said.fee = TransactionFee(amount: 0) }
      said.toAccount = nil
      let edited = try said.applied(to: before, naming: before.moves[0].id, .invented)
      #expect(edited.moves == typed.moves, "\(old) into \(new)")
      let (fees, wanted) = (edited.transactions, typed.transactions)
      // The sale of a new fee has a new id.
      #expect(
        fees.map(\.amount) == wanted.map(\.amount) && fees.map(\.coinId) == wanted.map(\.coinId))
      #expect(fees.map(\.date) == wanted.map(\.date) && fees.map(\.link) == wanted.map(\.link))
      #expect(fees.map(\.pricePerCoin) == wanted.map(\.pricePerCoin))
    }
  }

  @Test func `an edit that says nothing changes nothing`() throws {
    for kind in TransactionKind.ofTransactions {
      var random = SmallRandom(seed: 5)
      for _ in 0..<50 {
        let rows: [Transaction]
        do { rows = try terms(&random, kind).record(.invented).transactions } catch {
          continue
        }
        var same = EventTerms()
        same.amount = EventTerms(of: rows, isMoney: Evidence.invented.isMoney).amount
        #expect(try same.applied(to: rows, .invented) == rows)
      }
    }
  }

  @Test func `another day brings its own prices and rates`() throws {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (.buy, "bitcoin", 1)
    (terms.total, terms.currency) = (1_000, "EUR")
    terms.fee = TransactionFee(amount: 1, currency: "ethereum")
    terms.date = UTCDay(number: 20_000).start
    let rows = try terms.record(.invented).transactions
    var said = EventTerms()
    said.date = UTCDay(number: 20_033).start
    let edited = try said.applied(to: rows, .invented)
    let day = UTCDay(number: 20_033)
    #expect(edited[0].valuation == Evidence.invented.rate(of: "EUR", on: day))
    #expect(edited[1].valuation == Evidence.invented.price(of: "ethereum", on: day))
    #expect(edited[0].fee?.rate == edited[1].valuation?.rate)
    #expect(edited.map(\.date) == [day.start, day.start])
  }

  @Test func `a typed price is no estimate`() throws {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (.reward, "solana", 1)
    terms.date = UTCDay(number: 20_000).start
    let rows = try terms.record(.invented).transactions
    #expect(rows[0].isEstimated)
    var said = EventTerms()
    said.price = 150
    let edited = try said.applied(to: rows, .invented)
    #expect(!edited[0].isEstimated && edited[0].valuation == nil && edited[0].pricePerCoin == 150)
  }

  @Test func `the fee of a trade is changed at the trade`() throws {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount, terms.price) = (.buy, "bitcoin", 1, 5)
    (terms.date, terms.fee) = (
      UTCDay(number: 20_000).start, TransactionFee(amount: 1, currency: "ethereum")
    )
    let rows = try terms.record(.invented).transactions
    #expect(throws: EventError.isFee(of: rows[0].id)) {
      try EventTerms().directed(at: rows[1], of: rows)
    }
  }

  @Test func `evidence of another day is a fault`() throws {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount) = (.buy, "bitcoin", 1)
    (terms.total, terms.currency) = (1_000, "EUR")
    terms.date = UTCDay(number: 20_000).start
    var row = try #require(try terms.record(.invented).transactions.first)
    #expect(Evidence.invented.fault(of: row) == nil)
    row.valuation?.rate = 1
    #expect(
      Evidence.invented.fault(of: row)
        == .otherRate(
          try #require(terms.record(.invented).transactions[0].valuation?.rate),
          UTCDay(number: 20_000)))
    row.date = UTCDay(number: 20_090).start
    #expect(Evidence.invented.fault(of: row) == .otherDay(UTCDay(number: 20_000)))
  }

  @Test func `a sale that becomes a loss loses its price`() throws {
    var terms = EventTerms()
    (terms.kind, terms.coinId, terms.amount, terms.price) = (.sell, "bitcoin", 1, 5)
    terms.date = UTCDay(number: 20_000).start
    var said = EventTerms()
    said.kind = .lost
    let rows = try said.applied(to: terms.record(.invented).transactions, .invented)
    #expect(rows[0].kind == .lost && rows[0].pricePerCoin == 0)
  }
}
