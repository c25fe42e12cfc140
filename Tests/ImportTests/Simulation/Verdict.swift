import Exact
import Import

/// Whether a derivation matches the true events, as far as they are reported.
enum Verdict: String {
  case right, asked, silent

  /// Judges a derivation by its differences from the truth.
  init(_ differences: [String], _ derivation: Derivation) {
    self = !derivation.questions.isEmpty ? .asked : differences.isEmpty ? .right : .silent
  }

  /// The differences, in readable form.
  static func differences(
    _ derivation: Derivation, history: TrueHistory, reports: [Report]
  ) -> [String] {
    let (truth, slack) = truth(of: history, reports: reports)
    let found = totals(derivation)
    var differences: [String] = []
    for key in Set(truth.keys).union(found.keys).sorted()
    where ((truth[key] ?? .zero) - (found[key] ?? .zero)).magnitude > slack {
      let (mine, theirs) = (truth[key] ?? .zero, found[key] ?? .zero)
      differences.append("\(key): true \(mine), derived \(theirs)")
    }
    return differences + wrongTransfers(derivation, history: history, reports: reports)
  }

  /// The true totals of reported events, by day, platform, owner and kind.
  private static func truth(
    of history: TrueHistory, reports: [Report]
  ) -> (totals: [String: Quantity], slack: Quantity) {
    // An event that only orders without ends report has the time of their placement.
    var reported: [Int: Int64] = [:]
    var withFee: Set<Int> = []
    var rounded = 0
    for report in reports {
      for row in report.rows {
        for id in row.events {
          if !report.form.traits.ordersLackEnds {
            reported[id] = history.events[id].at
          } else if reported[id] == nil {
            reported[id] = row.fact.instant.at
          }
        }
        if row.reportsFee { withFee.formUnion(row.events) }
        if !row.fact.amount.tolerance.isZero { rounded += 1 }
      }
    }
    var totals = Totals()
    for (id, at) in reported {
      let event = history.events[id]
      let scope = Scope(account: event.platform.rawValue, owner: event.owner)
      totals.add(
        scope, event.role, at: at, Amount(event.asset, event.amount),
        counter: event.counter.map { Amount($0.asset, $0.value) },
        fee: withFee.contains(id) ? event.fee.map { Amount($0.asset, $0.value) } : nil)
    }
    return (totals.values, units(50 * rounded + 1))
  }

  /// The derived totals by day, platform, owner and kind.
  static func totals(_ derivation: Derivation) -> [String: Quantity] {
    var totals = Totals()
    for event in derivation.events {
      totals.add(
        event.scope, event.role, at: event.instant.at, event.amount, counter: event.counter,
        fee: event.fee)
    }
    return totals.values
  }

  /// Pairs whose halves belong to different transfers, except where equal halves were swapped or a
  /// true half is in no file.
  private static func wrongTransfers(
    _ derivation: Derivation, history: TrueHistory, reports: [Report]
  ) -> [String] {
    wrongPairs(derivation, history: history, reports: reports).filter { !$0.isStranger }.map {
      "transfer of event \($0.sent) to event \($0.received)"
    }
  }

  /// The number of wrong pairs that no rule can detect: a third party sent exactly the withdrawn
  /// amount, and the file with the true half is missing.
  static func strangers(_ derivation: Derivation, _ life: SimulatedLife) -> Int {
    wrongPairs(derivation, history: life.history, reports: life.reports).count(where: \.isStranger)
  }

  private static func wrongPairs(
    _ derivation: Derivation, history: TrueHistory, reports: [Report]
  ) -> [(sent: Int, received: Int, isStranger: Bool)] {
    var events: [Fact.ID: Int] = [:]
    for (number, report) in reports.enumerated() {
      for (fact, row) in zip(report.facts(file: SimulatedLife.file(number)), report.rows) {
        events[fact.id] = row.events[0]
      }
    }
    let reported = Set(events.values)
    return derivation.transfers.compactMap { transfer in
      guard let out = events[transfer.withdrawal], let back = events[transfer.deposit] else {
        return nil
      }
      let (sent, received) = (history.events[out], history.events[back])
      let isSame = sent.transfer != nil && sent.transfer == received.transfer
      let isExchange = history.events.contains { other in
        other.transfer == sent.transfer && sent.transfer != nil && other.role == .deposit
          && other.amount == received.amount && other.platform == received.platform
          && other.owner == received.owner
      }
      let isStranger = history.events.contains { other in
        other.transfer != nil && [sent.transfer, received.transfer].contains(other.transfer)
          && !reported.contains(other.id)
      }
      return isSame || isExchange ? nil : (out, back, isStranger)
    }
  }

  /// The number of transfers that stay open although both halves are reported.
  static func unpaired(_ derivation: Derivation, _ life: SimulatedLife) -> Int {
    let reported = Set(life.reports.flatMap { $0.rows.flatMap(\.events) })
    let halves = reported.filter { life.history.events[$0].transfer != nil }
    let transfers = Dictionary(grouping: halves) { life.history.events[$0].transfer }
    return transfers.values.count { $0.count == 2 } - derivation.transfers.count
  }
}

/// Sums by day, scope and kind.
private struct Totals {
  private(set) var values: [String: Quantity] = [:]

  mutating func add(
    _ scope: Scope, _ role: Role, at: Int64, _ amount: Amount, counter: Amount?, fee: Amount?
  ) {
    let day = at / (86_400 * PrintedInstant.second)
    var (base, quote) = (amount, counter)
    if let other = quote, ["EUR", "USDT"].contains(base.asset) { (base, quote) = (other, base) }
    let side = base.value.isNegative ? "sell" : "buy"
    let kind = "\(day) \(scope.account) \(scope.owner) \(role) \(side) \(base.asset)"
    add(base.value, to: "\(kind) \(quote?.asset ?? "") coins")
    if let quote { add(quote.value, to: "\(kind) \(quote.asset) money") }
    if let fee, role != .withdrawal {
      add(fee.value, to: "\(day) \(scope.account) \(scope.owner) fees \(fee.asset)")
    }
  }

  private mutating func add(_ value: Quantity, to key: String) {
    values[key, default: .zero] += value
  }
}
