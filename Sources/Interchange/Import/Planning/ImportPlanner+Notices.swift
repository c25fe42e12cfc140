import FoundationEssentials
import Portfolio

extension ImportPlanner {
  /// Notes what the user should know of a file as a whole.
  mutating func note(_ file: ImportFile) {
    if file.isWindowsText { notices.append(.windowsText(file: file.name)) }
    if file.hasUnknownZone { notices.append(.localTimes(file: file.name)) }
    if let zone = file.localZone { notices.append(.localTimesIn(zone: zone, file: file.name)) }
    if let zone = file.ignoredZone { notices.append(.zoneNotUsed(zone: zone, file: file.name)) }
    if let currency = file.currency {
      notices.append(.figuresIn(currency: currency, file: file.name))
    }
    if file.isNewestFirst { say(.newestFirst) }
  }

  /// Notes something once.
  mutating func say(_ notice: ImportNotice) {
    if !notices.contains(notice) { notices.append(notice) }
  }

  /// Notes what a file before, or another one, may have noted already.
  mutating func append(_ notice: ImportNotice) {
    guard case .movesOfMoney(let code, let rows) = notice else { return say(notice) }
    noteMoves(ofMoney: code, rows: rows)
  }

  /// Says how many deposits and withdrawals were taken for money whose letters a coin has, too.
  mutating func noteMoney(_ leg: Leg) {
    guard case .money(let code) = leg.kind, !StateMoney.known.contains(code), names.isTicker(code)
    else { return }
    noteMoves(ofMoney: code, rows: 1)
  }

  private mutating func noteMoves(ofMoney code: String, rows: Int) {
    let place = notices.firstIndex {
      if case .movesOfMoney(code, _) = $0 { true } else { false }
    }
    guard let place, case .movesOfMoney(_, let before) = notices[place] else {
      return notices.append(.movesOfMoney(code, rows: rows))
    }
    notices[place] = .movesOfMoney(code, rows: before + rows)
  }

  /// Says where a stablecoin's price stands for the dollar it was declared to be.
  mutating func noteParity(of transaction: Transaction) {
    guard let valuation = transaction.valuation, valuation.kind == .dailyPrice,
      let ticker = transaction.payment?.currency, policy.stablecoins.contains(ticker),
      let day = valuation.day, let price = valuation.rate
    else { return }
    say(.stablecoinOffParity(ticker: ticker, day: day, price: price))
  }

  /// The sides of a trade that the ledger has not, though it has the trade: a stablecoin is a coin
  /// in one of the two only.
  ///
  /// - Returns: The ids of the sides.
  mutating func readOtherwise(_ planned: [PlannedRow], as reference: Reference) -> Set<UUID> {
    let sides = planned.filter { !$0.isLoss }.map(\.transaction)
    guard !ledger.isEmpty, sides.contains(where: \.isOfStablecoin) else { return [] }
    let names = ["", "sale"].map(reference.part)
    // What another row takes the place of was there, too.
    let there = names.filter(ledger.overview.has)
    let missing = sides.filter { side in
      side.reference.map { !there.contains($0) && !ledger.overview.deleted.contains($0) } ?? false
    }
    let own = Set(sides.compactMap(\.reference))
    guard !there.isEmpty, !missing.isEmpty || there.contains(where: { !own.contains($0) })
    else { return [] }
    noteReadOtherwise()
    return Set(missing.map(\.id))
  }

  private mutating func noteReadOtherwise() {
    for (place, notice) in notices.enumerated() {
      guard case .readOtherwise(let trades) = notice else { continue }
      notices[place] = .readOtherwise(trades: trades + 1)
      return
    }
    notices.insert(.readOtherwise(trades: 1), at: 0)
  }
}

extension Transaction {
  /// Whether a stablecoin is what moved, or what was paid in.
  fileprivate var isOfStablecoin: Bool {
    Stablecoin.known.values.contains(coinId)
      || payment.map { Stablecoin.known[$0.currency] != nil } ?? false
  }
}
