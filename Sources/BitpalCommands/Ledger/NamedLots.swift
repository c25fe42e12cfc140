import Application
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports

extension AppContext {
  /// The purchases named by a list of ids or id prefixes.
  func lots(named text: String) throws -> [UUID] {
    try text.split(separator: ",").map { part in
      try transaction(named: part.trimmingPrefix(" ").description).id
    }
  }

  /// Refuses lots that a sale cannot use.
  ///
  /// - Parameter rows: The rows of an event, recorded or not.
  /// - Throws: A refusal that names the lot, the reason and a fix.
  func requireLots(of rows: [Transaction]) throws {
    for row in rows where !row.lots.isEmpty {
      let costBasis = service.costBasis
      guard costBasis.namesLots else {
        throw CommandFailure(
          "Under the cost basis \(costBasis.rawValue), coins are one pool, so a sale cannot name lots.",
          help: "Choose one that has lots: bitpal config set cost-basis fifo", .refused)
      }
      let held = try lots(before: row, costBasis)
      for id in row.lots where !held.contains(where: { $0.id == id && isAt($0, row.account) }) {
        throw CommandFailure(
          try reason(against: id, of: row, held),
          help: "List the lots: bitpal lots \(row.coinId) --cost-basis \(costBasis.rawValue)",
          .refused)
      }
    }
  }

  private func isAt(_ lot: Lot, _ account: String?) -> Bool {
    lot.location.map { $0 == .account(account) } ?? true
  }

  /// The lots available when a sale selects its lots.
  private func lots(before sale: Transaction, _ costBasis: CostBasis) throws -> [Lot] {
    let end = sale.date.addingTimeInterval(0.001)
    let rows = try ledger.transactions(TransactionQuery(coinId: sale.coinId, until: end))
    let index = rows.firstIndex { $0.id == sale.id } ?? rows.endIndex
    var lots = LotsOfCoin(
      coinId: sale.coinId, costBasis: costBasis,
      carrying: try service.carriedLots(
        of: sale.coinId, in: usDollarCode, methods: [costBasis],
        before: DayEnd(before: end)))
    for row in rows[..<index] { lots.apply(row) }
    return lots.finished()
  }

  private func reason(against id: UUID, of sale: Transaction, _ held: [Lot]) throws -> String {
    let (name, calendar) = (id.shortText, LocalCalendar.system)
    let purchase = try ledger.transaction(id)
    let coins = [sale.coinId] + (try ledger.predecessors(of: sale.coinId))
    guard let purchase, purchase.type.isAcquisition, coins.contains(purchase.coinId) else {
      return "\(name) is not a purchase of \(sale.coinId)."
    }
    guard purchase.date <= sale.date else {
      return "\(name) was bought on \(calendar.dayText(purchase.date)), after the sale."
    }
    if let other = held.first(where: { $0.id == id }) {
      let location = other.location?.account ?? "no account"
      return
        "The lot \(name) is in \(location) by then, but the sale is in \(sale.account ?? "none")."
    }
    return "The lot \(name) is used up: earlier sales took all of it."
  }
}
