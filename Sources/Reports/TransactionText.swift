import Exact
import FoundationEssentials
public import Portfolio
import Widgets

extension Transaction {
  /// A receipt: `Bought 1 bitcoin at $40,000.00 for $40,000.00 on 2025-01-02`.
  public func receipt(_ style: ReportStyle) -> String {
    switch kind {
    case .buy: "Bought \(terms(style))"
    case .sell, .fee: "Sold \(terms(style))"
    case .give: "Gave away \(terms(style, isWorth: true))"
    case .spend: "Spent \(terms(style))"
    case .lost: "Lost \(terms(style))"
    case .swap: "Swapped \(type == .sell ? "" : "for ")\(terms(style))"
    case .migrate: "Migrated \(type == .sell ? "" : "to ")\(terms(style))"
    default: "Recorded \(words(style))"
    }
  }

  /// The transaction as a noun phrase: `a purchase of 1 bitcoin …`.
  public func words(_ style: ReportStyle) -> String {
    switch kind {
    case .give: "a gift to others of \(terms(style, isWorth: true))"
    case .swap, .migrate: "a \(kind.noun) \(type == .sell ? "of" : "to") \(terms(style))"
    case .fee: "a sale of \(terms(style))"
    default: "a \(kind.noun) of \(terms(style))"
    }
  }

  /// The payment and its conversion to US dollars, if it was more than a US dollar price.
  public func moneyLines(_ style: ReportStyle) -> [String] {
    func text(_ amount: ExactDecimal, _ unit: String) -> String {
      "\(style.isPrivate ? FormattedValue.mask : amount.description) \(unit)"
    }
    var parts: [String] = []
    // Coins paid with themselves are the amount.
    if let payment, payment.currency != "USD", payment.currency != coinId {
      parts.append(
        "\(type == .sell ? "received" : "paid") \(text(payment.amount, payment.currency))")
      if let rate = valuation?.rate {
        let day = valuation?.day.map { " of \($0.text)" } ?? ""
        let source = valuation?.source.map { ", \($0)\(day)" } ?? ""
        parts.append(
          "1 \(payment.currency) = \(rate.rounded(places: 6).description) USD\(source)")
      }
    }
    if let fee {
      let unit = fee.currency ?? payment?.currency ?? "USD"
      parts.append("fee \(text(fee.amount, unit))")
    }
    if let cash {
      let way = cash.amount < 0 ? "paid" : "received"
      parts.append("\(text(cash.amount.magnitude, cash.currency)) \(way) in cash")
    }
    return parts.isEmpty ? [] : ["  " + parts.joined(separator: " · ")]
  }

  /// - Parameter isWorth: Whether the money is the coins' worth rather than a payment.
  private func terms(_ style: ReportStyle, isWorth: Bool = false) -> String {
    let isPrivate = style.isPrivate
    let what = "\(isPrivate ? FormattedValue.mask : amount.description) \(coinId)"
    let price = FormattedValue.paidPrice(knownPricePerCoin).estimated(isEstimated)
      .text(isPrivate: isPrivate)
    let sum = FormattedValue.money(total).estimated(isEstimated).text(isPrivate: isPrivate)
    let isUnknown = valuation?.kind == .unknown && pricePerCoin == 0
    let hasMoney = pricePerCoin > 0 || kind == .fee
    let money =
      isUnknown
      ? " of unknown worth" : !hasMoney ? "" : isWorth ? " worth \(sum)" : " at \(price) for \(sum)"
    let then = exactGiftWorth.map {
      ", worth \(FormattedValue.money($0.figure).text(isPrivate: isPrivate))"
    }
    return "\(what)\(money)\(then ?? "") on \(style.calendar.dayText(date)) (\(shortID))"
  }

  /// What an edit changes, field by field: `price $40,000.00 → $41,000.00`.
  ///
  /// - Returns: One text per field that differs.
  public func changes(to after: Transaction, _ style: ReportStyle) -> [String] {
    func change(_ field: String, _ old: FormattedValue, _ new: FormattedValue) -> String? {
      fieldChange(field, old, new, style)
    }
    func exact(_ value: (some ExactValue)?) -> FormattedValue { .everyDigit(value) }
    let moments = FormattedValue.moments(date, after.date, style.calendar)
    let prices = FormattedValue.dollars(knownPricePerCoin?.number, after.knownPricePerCoin?.number)
    let worths = FormattedValue.dollars(exactGiftWorth?.figure, after.exactGiftWorth?.figure)
    return [
      change("kind", .text(kind.rawValue), .text(after.kind.rawValue)),
      change("coin", .text(coinId), .text(after.coinId)),
      change("label", .text(label?.rawValue), .text(after.label?.rawValue)),
      change("amount", exact(amount), exact(after.amount)),
      change("price", prices.0.estimated(isEstimated), prices.1.estimated(after.isEstimated)),
      change("worth", worths.0, worths.1),
      change(
        "no gain", .text(isGivenWithoutGain ? "yes" : "no"),
        .text(after.isGivenWithoutGain ? "yes" : "no")),
      change("payment", .payment(of: self), .payment(of: after)),
      change("rate", exact(valuation?.rate), exact(after.valuation?.rate)),
      change("fee", .fee(of: self), .fee(of: after)),
      change("cash", .cash(of: self), .cash(of: after)),
      change("date", moments.0, moments.1),
      change("acquired", acquiredDay(style), after.acquiredDay(style)),
      change("lots", .ids(lots), .ids(after.lots)),
      change("account", .text(account), .text(after.account)),
      change("notes", .notes(notes), .notes(after.notes)),
    ].compactMap { $0 }
  }

  private func acquiredDay(_ style: ReportStyle) -> FormattedValue {
    acquired.map { .day($0, style) } ?? .text(nil)
  }
}

extension Move {
  /// What an edit changes, field by field: `amount 0.5 → 0.6`.
  ///
  /// - Returns: One text per field that differs.
  public func changes(to after: Move, _ style: ReportStyle) -> [String] {
    let moments = FormattedValue.moments(date, after.date, style.calendar)
    return [
      fieldChange("coin", .text(coinId), .text(after.coinId), style),
      fieldChange(
        "amount", .everyDigit(amount.magnitude), .everyDigit(after.amount.magnitude), style),
      fieldChange("fee", .everyDigit(fee), .everyDigit(after.fee), style),
      fieldChange("date", moments.0, moments.1, style),
      fieldChange("account", .text(account), .text(after.account), style),
      fieldChange("hash", .text(hash), .text(after.hash), style),
      fieldChange("notes", .notes(notes), .notes(after.notes), style),
    ].compactMap { $0 }
  }
}

/// `price $40,000.00 → $41,000.00`; `nil` if the field is unchanged.
private func fieldChange(
  _ field: String, _ old: FormattedValue, _ new: FormattedValue, _ style: ReportStyle
) -> String? {
  guard old.data != new.data else { return nil }
  let texts = [old, new].map { $0.text(isPrivate: style.isPrivate) }
    .map { $0.isEmpty ? "none" : $0 }
  return "\(field) \(texts[0]) → \(texts[1])"
}

extension FormattedValue {
  /// A value in full precision; blank if `nil`.
  fileprivate static func everyDigit(_ value: (some ExactValue)?) -> FormattedValue {
    FormattedValue(data: .exact(value?.number), text: value?.description ?? "", masked: mask)
  }

  /// An amount in a currency in full precision; blank if `nil`.
  private static func amount(_ value: ExactDecimal?, _ unit: String) -> FormattedValue {
    guard let value else { return .text(nil) }
    return FormattedValue(
      data: .string("\(value) \(unit)"), text: "\(value) \(unit)", masked: "\(mask) \(unit)")
  }

  fileprivate static func payment(of row: Transaction) -> FormattedValue {
    amount(row.payment?.amount, row.payment?.currency ?? usDollarCode)
  }

  /// A fee; one without a currency is in the payment's.
  fileprivate static func fee(of row: Transaction) -> FormattedValue {
    amount(row.fee?.amount, row.fee?.currency ?? row.payment?.currency ?? usDollarCode)
  }

  fileprivate static func cash(of row: Transaction) -> FormattedValue {
    amount(row.cash?.amount, row.cash?.currency ?? usDollarCode)
  }

  /// Two prices in US dollars as they are shown elsewhere, or if that hides their difference, in
  /// full precision.
  fileprivate static func dollars(
    _ before: ExactDecimal?, _ after: ExactDecimal?
  ) -> (FormattedValue, FormattedValue) {
    func shown(_ value: ExactDecimal?) -> FormattedValue {
      value == nil ? .text(nil) : paidPrice(value)
    }
    let short = (shown(before), shown(after))
    guard short.0.text == short.1.text else { return short }
    return (amount(before, usDollarCode), amount(after, usDollarCode))
  }

  /// Two instants in local time, in the shortest unambiguous form.
  fileprivate static func moments(
    _ before: Date, _ after: Date, _ calendar: LocalCalendar
  ) -> (FormattedValue, FormattedValue) {
    func isDay(_ date: Date) -> Bool {
      let day = calendar.day(of: date)
      return date == calendar.instant(of: day) || date == day.start
    }
    func short(_ date: Date) -> String {
      isDay(date) ? calendar.dayText(date) : calendar.minuteText(date)
    }
    func full(_ date: Date) -> String {
      String(calendar.clock(at: date).utcText.dropLast()).replacing("T", with: " ")
    }
    let text = short(before) == short(after) ? full : short
    return (
      FormattedValue(data: .instant(before), text: text(before)),
      FormattedValue(data: .instant(after), text: text(after))
    )
  }
}

extension LedgerStep {
  /// A summary of a step's effect on the ledger.
  public func description(_ style: ReportStyle) -> String {
    guard counts.all == 1, let row = rows.first else {
      return "\(countsText), \(dates.map { style.days($0) } ?? "")."
    }
    switch (row.before, row.after) {
    case (nil, let after?): return "added \(after.words(style))."
    case (let before?, nil): return "removed \(before.words(style))."
    case (let before?, let after?):
      let changes = before.changes(to: after, style).joined(separator: ", ")
      return "\(after.words(style)): \(changes)."
    case (nil, nil): return "nothing."
    }
  }

  /// The number of transactions added, removed and changed.
  private var countsText: String {
    let kinds = [
      ("removed", counts.removed), ("added", counts.added), ("changed", counts.changed),
    ].filter { $0.1 > 0 }
    return kinds.enumerated().map { index, kind in
      "\(kind.0) \(index == 0 ? countOf(kind.1, "transaction") : "\(kind.1)")"
    }.joined(separator: " and ")
  }
}

extension ReportStyle {
  /// The day of both dates, or the first and the last.
  fileprivate func days(_ dates: ClosedRange<Date>) -> String {
    let (first, last) = (calendar.dayText(dates.lowerBound), calendar.dayText(dates.upperBound))
    return first == last ? first : "\(first) to \(last)"
  }
}
