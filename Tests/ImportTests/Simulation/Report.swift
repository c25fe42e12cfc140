import Exact
import Import

/// One file of a report.
struct Report {
  let form: SimulatedForm
  let owner: String
  var rows: [Row]

  /// A row, and the true events that it reports.
  struct Row {
    var fact: Fact
    let events: [Int]
    let reportsFee: Bool
  }

  /// The facts of a file.
  ///
  /// - Parameter file: The digest of the file.
  func facts(file: String) -> [Fact] {
    rows.enumerated().map { index, row in
      var fact = row.fact
      fact.source = FactSource(
        form: form.name, file: file, line: index + 2, cells: cells(of: row.fact))
      return fact
    }
  }

  /// The content of a row as one text.
  private func cells(of fact: Fact) -> String {
    var cells = ["\(fact.instant.at)", fact.amount.asset, fact.amount.value.description]
    cells += [fact.counter?.asset ?? "", fact.counter?.value.description ?? ""]
    cells += [fact.fee?.value.description ?? "", fact.balance?.description ?? ""]
    cells += fact.ids.values.sorted()
    return cells.joined(separator: ";")
  }
}

/// Writes the reports of a simulated history.
struct ReportWriter {
  private let history: TrueHistory
  private var chance: SeededGenerator

  init(_ history: TrueHistory, chance: SeededGenerator) {
    (self.history, self.chance) = (history, chance)
  }

  /// The reports that a user downloads: at least one from each platform.
  mutating func reports() -> [Report] {
    var reports: [Report] = []
    for platform in history.platforms {
      let events = history.events.filter { $0.platform == platform }
      var forms = platform.forms.filter { _ in chance.chance(75) }
      if forms.isEmpty { forms = [platform.forms[0]] }
      for form in forms {
        for owner in Set(events.map(\.owner)).sorted() {
          let rows = rows(of: events.filter { $0.owner == owner }, form: form)
          if !rows.isEmpty { reports.append(Report(form: form, owner: owner, rows: rows)) }
        }
      }
    }
    return reports
  }

  private mutating func rows(of events: [TrueEvent], form: SimulatedForm) -> [Report.Row] {
    if form.traits.rows == .orders { return orderRows(events, form: form) }
    var rows: [Report.Row] = []
    var balances: [String: Quantity] = [:]
    for event in events where form.traits.roles.contains(event.role) {
      // Most rows of a late report are on time.
      let latest = chance.chance(25) ? form.delays[event.role] ?? 0 : 0
      let delay = chance.int(0...latest)
      let moment = event.at + Int64(delay) * PrintedInstant.second
      let at = moment / form.clock * form.clock
      let instant = PrintedInstant(at: at, width: form.clock)
      for var fact in facts(of: event, at: instant, form: form) {
        if form.printsBalances {
          balances[fact.amount.asset, default: .zero] += fact.amount.value
          fact.balance = balances[fact.amount.asset]
        }
        rows.append(
          Report.Row(
            fact: fact, events: [event.id], reportsFee: fact.fee != nil || fact.role == .fee))
      }
    }
    return rows.enumerated().sorted { left, right in
      (left.element.fact.instant.at, left.offset) < (right.element.fact.instant.at, right.offset)
    }.map(\.element)
  }

  private func facts(
    of event: TrueEvent, at instant: PrintedInstant, form: SimulatedForm
  ) -> [Fact] {
    let fee = form.printsFees ? event.fee.map { Amount($0.asset, $0.value) } : nil
    var whole = Fact(
      source: FactSource(form: form.name, file: "", line: 0, cells: ""),
      scope: Scope(account: event.platform.rawValue, owner: event.owner), role: event.role,
      instant: instant, amount: Amount(event.asset, event.amount),
      counter: event.counter.map { Amount($0.asset, $0.value) }, fee: fee,
      ids: ids(of: event, form: form, part: 0))
    if form.printsPairs, let counter = event.counter {
      whole.pair = AssetPair(base: event.asset, quote: counter.asset)
    }
    guard form.traits.rows == .legs else { return [whole] }
    guard let counter = whole.counter else {
      if form.hasFeeRows { whole.fee = nil }
      return [whole]
    }
    var (base, money) = (whole, whole)
    (base.counter, base.fee) = (nil, nil)
    (money.counter, money.amount) = (nil, counter)
    money.ids = ids(of: event, form: form, part: 1)
    guard form.hasFeeRows, let fee else { return [base, money] }
    money.fee = nil
    var own = money
    (own.role, own.amount) = (.fee, Amount(fee.asset, -fee.value))
    return [base, money, own]
  }

  private func ids(of event: TrueEvent, form: SimulatedForm, part: Int) -> [IDSpace: String] {
    var ids: [IDSpace: String] = [:]
    for kind in form.ids {
      let space = SimulatedForm.space(form.platform, kind)
      switch kind {
      case .row: ids[space] = "\(form.name) \(event.id) \(part)"
      case .trade: ids[space] = event.role == .trade ? "T\(event.id)" : nil
      case .order: ids[space] = event.role == .trade ? "O\(event.order ?? 1_000 + event.id)" : nil
      case .hash: ids[space] = event.hash
      }
    }
    return ids
  }

  private func orderRows(_ events: [TrueEvent], form: SimulatedForm) -> [Report.Row] {
    let numbers = Set(events.compactMap(\.order)).sorted()
    var rows = numbers.map { number in
      let order = history.orders[number]
      return orderRow(
        order.fills.map { history.events[$0] }, start: order.start, number: number, form: form)
    }
    // A trade that is not part of an order above is its own order.
    for event in events where event.role == .trade && event.order == nil {
      rows.append(
        orderRow(
          [event], start: event.at - PrintedInstant.second, number: 1_000 + event.id, form: form))
    }
    return rows.sorted { $0.fact.instant.at < $1.fact.instant.at }
  }

  private func orderRow(
    _ fills: [TrueEvent], start: Int64, number: Int, form: SimulatedForm
  ) -> Report.Row {
    let second = PrintedInstant.second
    let (first, last) = (fills[0], fills[fills.count - 1])
    let lacksEnd = form.traits.ordersLackEnds
    let paid = fills.reduce(Quantity.zero) { $0 + ($1.counter?.value ?? .zero) }
    let fee = fills.reduce(Quantity.zero) { $0 + ($1.fee?.value ?? .zero) }
    let quote = first.counter?.asset ?? ""
    let fact = Fact(
      source: FactSource(form: form.name, file: "", line: 0, cells: ""),
      scope: Scope(account: first.platform.rawValue, owner: first.owner), role: .trade,
      instant: PrintedInstant(at: (lacksEnd ? start : last.at) / second * second),
      amount: Amount(first.asset, fills.reduce(Quantity.zero) { $0 + $1.amount }),
      counter: Amount(quote, paid), fee: form.printsFees ? Amount(quote, fee) : nil,
      pair: AssetPair(base: first.asset, quote: quote),
      ids: form.ids.contains(.order)
        ? [SimulatedForm.space(form.platform, .order): "O\(number)"] : [:],
      orderStart: start / second * second)
    return Report.Row(fact: fact, events: fills.map(\.id), reportsFee: form.printsFees)
  }

  /// The order as an older export has it, after only its first fills.
  func openOrder(_ row: Report.Row, fills count: Int, form: SimulatedForm) -> Report.Row {
    let number = history.events[row.events[0]].order ?? 0
    return orderRow(
      row.events.prefix(count).map { history.events[$0] },
      start: row.fact.orderStart ?? row.fact.instant.at, number: number, form: form)
  }
}
