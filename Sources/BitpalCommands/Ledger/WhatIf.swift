import AppGroup
import Application
import ConfigurationFile
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline
import Widgets

/// A hypothetical sale for `--what-if`.
struct AskedSale {
  /// The coin's id or symbol, as typed.
  let coin: String
  let amount: String
  /// The price per coin in ``currency`` or US dollars; `nil` for the last known price.
  let price: String?
  /// The requested currency; `nil` for the configured one.
  let currency: String?
  /// The account of the sale.
  var account: String?
}

extension AppContext {
  /// Shows the result of a sale under each cost basis without recording it.
  func showWhatIf(
    _ asked: AskedSale, json: Bool, _ privacy: PrivacyOptions, _ appearance: AppearanceOptions
  ) throws {
    let coinId = try coinId(of: asked.coin)
    let code = try asked.currency.map(Self.currencyCode) ?? configuration.currency
    let ledger = service.counted(try ledger.history(of: coinId), in: code)
    let amount = Quantity(try decimal(asked.amount, of: "amount"))
    let account = try asked.account.map { try spelling(ofAccount: $0) }
    try requireAccountOfSale(of: coinId, account)
    // Refuse an impossible sale before fetching its price.
    let carried = try service.carriedLots(of: coinId, in: code, methods: CostBasis.allCases)
    let calendar = try service.taxCalendar()
    _ = try whatIfSold(
      sale(of: coinId, amount, at: 1, in: account), after: ledger.transactions,
      calendar: calendar, carrying: carried)
    let price = try price(of: coinId, asked, ledger)
    let sale = sale(of: coinId, amount, at: Price(price.value), in: account)
    let results = try whatIfSold(
      sale, after: ledger.transactions, calendar: calendar, carrying: carried)
    let isKnown = results.allSatisfy { $0.cost != nil && $0.costLeft != nil }
    let unknown = isKnown ? [] : try costNotes(of: coinId, isCostKnown: false)
    var style = style(privacy)
    style.format = NumberFormat(code: code)
    let report = Report.whatIf(
      results, of: sale.id,
      estimates: estimates(after: ledger.transactions + [sale], calendar, carried),
      notes: ledger.currencyNotes + unknown, style)
    guard !json else { return Console.writeData(report.json.text(pretty: true) + "\n") }
    let total = FormattedValue.money(sale.total, style.format).text(isPrivate: style.isPrivate)
    let sold = style.isPrivate ? FormattedValue.mask : amount.description
    let unit = style.format.unitPrice(price.value)
    Console.print("Selling \(sold) \(coinId) at \(unit) would bring \(total).")
    Console.print("Price: \(price.origin).")
    let look = OutputAppearance(self, appearance)
    TableLayout(report, style).write(as: { look.text(of: $0) }, Console.write)
    Console.writeError("Nothing was recorded.")
  }

  /// The estimates under each method for a history that includes the sale.
  private func estimates(
    after history: [Transaction], _ calendar: LocalCalendar, _ carried: CarriedLots
  ) -> [CostBasis: CoinEstimates] {
    let ordered = inLedgerOrder(history)
    return Dictionary(
      CostBasis.allCases.map {
        ($0, CoinEstimates(ordered, costBasis: $0, calendar: calendar, carrying: carried))
      }, uniquingKeysWith: { first, _ in first })
  }

  private func sale(
    of coinId: String, _ amount: Quantity, at price: Price, in account: String?
  ) -> Transaction {
    Transaction(
      coinId: coinId, type: .sell, amount: amount, pricePerCoin: price, date: now,
      account: account)
  }

  /// Refuses a sale without an account if each account has its own lots.
  private func requireAccountOfSale(of coinId: String, _ account: String?) throws {
    guard service.lots != nil, account == nil else { return }
    let names = try ledger.balances(coinIds: [coinId]).filter { $0.amount > 0 }
      .compactMap(\.account)
    guard let first = names.first else { return }
    throw CommandFailure(
      "Lots are kept per account, and the sale names none.",
      help: "Add --account \(first)"
        + (names.count > 1 ? " (or \(names.dropFirst().joined(separator: ", ")))" : ""), .refused)
  }

  /// The price in the ledger's currency, and its source.
  ///
  /// - Throws: A refusal if the price or its exchange rate is unknown.
  private func price(
    of coinId: String, _ asked: AskedSale, _ ledger: CountedLedger
  ) throws -> (value: ExactDecimal, origin: String) {
    guard let text = asked.price else { return try lastPrice(of: coinId, ledger) }
    let value = try decimal(text, of: "price")
    guard asked.currency == nil, ledger.currency != usDollarCode else {
      return (value, "your price")
    }
    guard let rate = ledger.newestRate else { throw unknownRate(ledger) }
    return (
      rate.converted(value),
      "your \(Figures.unitPrice(value)); for a price in \(ledger.currency), add --currency \(ledger.currency)"
    )
  }

  private func lastPrice(
    of coinId: String, _ ledger: CountedLedger
  ) throws -> (value: ExactDecimal, origin: String) {
    let snapshot = try service.snapshot(currency: ledger.currency)
    guard ledger.hasNewestRate else { throw unknownRate(ledger) }
    if let coin = snapshot.positions.holdings.first(where: { $0.id == coinId })?.coin,
      let price = coin.currentPrice
    {
      return (price, snapshot.priceAge(of: coin).origin(at: now, .system))
    }
    guard let known = try knownPrice(of: coinId, at: now, in: usDollarCode) else {
      throw CommandFailure(
        "No price of \(coinId) is known.",
        help: "Give --price, or fetch one with `bitpal refresh`.",
        .refused)
    }
    let age = countOf(UTCDay(now).number - known.day.number, "day")
    return (
      ledger.newestRate?.converted(known.price) ?? known.price,
      "the daily price of \(known.day.text) (\(age) old); `bitpal refresh` fetches the latest"
    )
  }

  private func unknownRate(_ ledger: CountedLedger) -> CommandFailure {
    CommandFailure(
      ledger.missingRateNotes.joined(separator: " "), help: "See it in US dollars: --currency USD",
      .refused)
  }
}
