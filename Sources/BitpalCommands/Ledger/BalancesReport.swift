import Application
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline
import Widgets

extension AppContext {
  /// Items that figures leave out: open moves and unknown worths, optionally by coin, and waiting
  /// rows.
  func openItems(of coinIds: [String] = [], in account: String? = nil) throws -> OpenItems {
    let moves = try ledger.moves.all(
      MoveQuery(coinId: coinIds.count == 1 ? coinIds[0] : nil, account: account, isOpen: true))
    return OpenItems(
      moves: moves.count { coinIds.isEmpty || coinIds.contains($0.coinId) },
      rows: try ledger.imports.inboxCounts().waiting,
      unknownWorths: try ledger.countOfUnknownWorth(coinIds: coinIds))
  }

  /// What a coin's figures leave out, or why its cost is unknown although every rate is available.
  func costNotes(of coinId: String, isCostKnown: Bool) throws -> [String] {
    let open = OpenItems(unknownWorths: try ledger.countOfUnknownWorth(coinIds: [coinId]))
    let isUnexplained = !isCostKnown && service.lots != nil
    return [open.worthNote ?? (isUnexplained ? PortfolioService.unknownLotsNote : nil)]
      .compactMap(\.self)
  }

  /// The balances of accounts at the last prices.
  ///
  /// - Parameters:
  ///   - account: Only this account; `nil` for all.
  ///   - coinIds: Only these coins; all if empty.
  ///   - day: The day at whose end balances are shown, as typed; `nil` for now.
  func balancesReport(
    of account: String?, _ coinIds: [String], at day: String?, _ currency: CurrencyOption,
    _ privacy: PrivacyOptions
  ) throws -> Report {
    let time = try PointInTime(day, currency.code(self), self)
    let (balances, open) = try ledger.atOneInstant {
      (
        try account.map { try accountBalances(of: $0, before: time.end) }
          ?? ledger.balances(before: time.end),
        try openItems(of: coinIds, in: account.map { try spelling(ofAccount: $0) })
      )
    }
    let coins = try time.dollarCoins(Array(Set(balances.map(\.coinId))))
    let rate = time.rate
    let snapshot =
      time.end == nil
      ? service.priceSnapshot(service.knownPrices, currency: time.currency) : time.snapshot()
    let rows = balances.filter { coinIds.isEmpty || coinIds.contains($0.coinId) }.map { balance in
      PricedBalance(
        account: balance.account,
        held: Holding(
          coin: coins[balance.coinId] ?? Coin(id: balance.coinId, symbol: "", name: ""),
          totalAmount: balance.amount.number, totalCost: 0,
          rate: snapshot.currency == usDollarCode ? nil : rate),
        isRateMissing: snapshot.isRateMissing)
    }
    let holder = try account.map { try spelling(ofAccount: $0) } ?? "No account"
    let coinNames = coinIds.isEmpty ? "a coin" : coinIds.joined(separator: " or ")
    let none = account == nil ? "holds \(coinNames)" : "does not hold \(coinNames)"
    return Report.balances(
      rows, open, snapshot, at: time, emptyNote: "\(holder) \(none).", style(privacy, currency))
  }
}

/// An account's balance of a coin at its last price.
private struct PricedBalance {
  let account: String?
  let held: Holding
  let isRateMissing: Bool

  var price: ExactDecimal? { isRateMissing ? nil : held.coin.currentPrice }
  var value: ExactDecimal? { isRateMissing ? nil : held.currentValue }
}

extension Report {
  /// The balances as a report.
  fileprivate static func balances(
    _ balances: [PricedBalance], _ open: OpenItems, _ snapshot: PortfolioSnapshot,
    at time: PointInTime, emptyNote: String, _ style: ReportStyle
  ) -> Report {
    let values = balances.compactMap(\.value)
    let sum = values.reduce(Cost.zero) { $0 + Cost($1) }.figure
    let blank = FormattedValue.text(nil)
    let total: [FormattedValue] =
      [
        .text("Total", role: .prominent), blank, blank, blank, blank,
        .money(values.isEmpty ? nil : sum, style.format), blank, blank,
      ] + style.currencyValue
    let notes =
      [time.pricesNote(balances.map { $0.value == nil ? nil : $0.held.coin }, snapshot)]
      .compactMap(\.self)
      + open.notes(areMovesCounted: true)
    return Report(
      columns: [
        Column("account", "Account", minimumWidth: 10), Column("coinId", "Id", minimumWidth: 24),
        Column("symbol", "Symbol", collapseOrder: 3), Column("amount", "Quantity", isNumber: true),
        Column("currentPrice", "Price", isNumber: true, collapseOrder: 2),
        Column("currentValue", "Value", isNumber: true),
        Column("priceLastUpdated", time.moment == nil ? "Priced" : nil, collapseOrder: 1),
        Column("isStale", nil),
      ] + style.currencyColumn,
      rows: balances.map { row($0, snapshot, style) + style.currencyValue },
      total: balances.count > 1 ? total : nil,
      emptyNote: emptyNote,
      notes: notes + snapshot.currencyNotes)
  }

  private static func row(
    _ balance: PricedBalance, _ snapshot: PortfolioSnapshot, _ style: ReportStyle
  ) -> [FormattedValue] {
    let coin = balance.held.coin
    let age = snapshot.priceAge(of: coin)
    // The price is known in dollars, or it is not known at all.
    let ageText =
      balance.isRateMissing
      ? coin.currentPrice == nil ? "no price" : "no rate" : snapshot.ageText(of: age)
    return [
      .text(balance.account ?? "(none)", data: balance.account), .text(coin.id),
      .text(coin.symbol.uppercased()), .quantity(balance.held.totalAmount),
      .marketPrice(balance.price, style.format), .money(balance.value, style.format),
      FormattedValue(
        data: .instant(age.time), text: ageText,
        role: age.isStale ? .badge : .secondary),
      .flag(age.isStale),
    ]
  }
}
