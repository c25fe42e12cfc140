import Exact
public import FoundationEssentials
public import Portfolio
import Widgets

extension Report {
  /// Transactions in the order given.
  ///
  /// - Parameters:
  ///   - transactions: The rows.
  ///   - closedCycles: The closed position of each row by id; rows without one belong to an open
  ///     cycle.
  ///   - isFull: Whether to show whole ids, as programs need, or short ones.
  ///   - emptyNote: The text shown if there are no transactions.
  ///   - notes: Lines below the table.
  public static func transactions(
    _ transactions: [Transaction], closedCycles: [UUID: UUID] = [:], isFull: Bool,
    emptyNote: String, notes: [String] = [], _ style: ReportStyle
  ) -> Report {
    // Omit columns that no row needs.
    let hasAccount = transactions.contains { $0.account != nil }
    let hasFee = transactions.contains { $0.fee != nil }
    let hasCash = transactions.contains { $0.cash != nil }
    return Report(
      columns: [
        Column("id", "Id", collapseOrder: Column.lastResort), Column("date", "Date"),
        Column("kind", "Kind", collapseOrder: Column.lastResort + 1),
        .coin(),
        Column("amount", "Amount", isNumber: true),
        Column("pricePerCoin", "Price", isNumber: true, collapseOrder: 4),
        Column("total", "Total", isNumber: true, collapseOrder: 5),
        Column("fee", hasFee ? "Fee" : nil, isNumber: true, collapseOrder: 2),
        Column("feeCurrency", nil),
        Column("payment", nil), Column("paymentCurrency", nil),
        Column("account", hasAccount ? "Account" : nil, collapseOrder: 3, minimumWidth: 8),
        Column("category", nil),
        Column("estimated", nil), Column("valuation", nil), Column("rate", nil),
        Column("rateSource", nil), Column("rateDay", nil),
        Column("notes", "Notes", collapseOrder: 1, minimumWidth: 10),
        Column("closedCycleId", nil), Column("type", nil), Column("label", nil),
        Column("link", nil), Column("lots", nil),
        Column("cash", hasCash ? "Cash" : nil, isNumber: true, collapseOrder: 2),
        Column("cashCurrency", nil),
      ] + style.currencyColumn,
      of: transactions, emptyNote: emptyNote,
      notes: estimatedNote(transactions.count(where: \.isEstimated), of: transactions.count)
        + notes
    ) {
      let cycle = FormattedValue.text(closedCycles[$0.id]?.uuidString.lowercased())
      return row($0, isFull: isFull, style) + [
        cycle, .text($0.type.rawValue), .text($0.label?.rawValue),
        .text($0.link?.uuidString.lowercased()), .ids($0.lots),
        sum($0.cash?.amount, in: $0.cash?.currency), .text($0.cash?.currency),
      ] + style.currencyValue
    }
  }

  private static func row(
    _ transaction: Transaction, isFull: Bool, _ style: ReportStyle
  ) -> [FormattedValue] {
    let valuation = transaction.valuation
    let isEstimated = transaction.isEstimated
    return [
      .text(isFull ? transaction.id.uuidString.lowercased() : transaction.shortID),
      .day(transaction.date, style), .text(transaction.kind.rawValue), .text(transaction.coinId),
      .quantity(transaction.amount),
      money(.paidPrice(transaction.knownPricePerCoin, style.format), of: transaction),
      money(.money(transaction.knownTotal, style.format), of: transaction), fee(of: transaction),
      .text(transaction.fee?.currency),
      .quantity(transaction.payment?.amount), .text(transaction.payment?.currency),
      .text(transaction.account), .text(transaction.category?.rawValue),
      .flag(isEstimated), .text(valuation?.kind.rawValue), .quantity(valuation?.rate),
      .text(valuation?.source), .text(valuation?.day?.text),
      .notes(transaction.notes),
    ]
  }

  /// A price or total with its estimate mark; blank for lost coins and migrations.
  ///
  /// Data keep their zero.
  private static func money(
    _ value: FormattedValue, of transaction: Transaction
  ) -> FormattedValue {
    guard transaction.knownTotal == 0, transaction.pricePerCoin == 0 else {
      return value.estimated(transaction.isEstimated)
    }
    let text = transaction.valuation?.kind == .unknown ? Figures.unknown : ""
    return FormattedValue(data: value.data, text: text)
  }

  /// The fee with its currency or coin, which may differ from the report's currency.
  private static func fee(of transaction: Transaction) -> FormattedValue {
    let fee = transaction.fee
    return sum(fee?.amount, in: fee?.currency ?? transaction.payment?.currency)
  }

  /// An amount with its currency, US dollars by default.
  private static func sum(_ amount: ExactDecimal?, in currency: String?) -> FormattedValue {
    guard let amount else { return .text(nil) }
    let unit = " \(currency ?? usDollarCode)"
    return FormattedValue(
      data: .exact(amount), text: amount.description + unit, masked: FormattedValue.mask + unit)
  }
}

extension Transaction {
  /// The short id, which `edit` and `delete` accept.
  public var shortID: String { id.shortText }
}
