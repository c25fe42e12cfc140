import Exact
import Import

/// What users do to reports before importing them.
enum Damage: String, CaseIterable {
  case none, cut, spreadsheet, missing, seam, resorted, filtered, openOrder

  /// Changes the reports of a simulated history.
  func apply(
    to reports: [Report], writer: ReportWriter, chance: inout SeededGenerator
  ) -> [Report] {
    switch self {
    case .none: return reports
    case .missing:
      guard reports.count > 1 else { return reports }
      var left = reports
      left.remove(at: chance.int(0...(reports.count - 1)))
      return left
    case .cut: return reports.flatMap { chance.chance(70) ? cut($0, &chance) : [$0] }
    case .spreadsheet:
      return reports.flatMap { report -> [Report] in
        guard chance.chance(50) else { return [report] }
        let saved = resaved(report, &chance)
        return chance.chance(50) ? [saved] : [report, saved]
      }
    case .seam: return seams(reports, &chance)
    case .resorted:
      return reports.flatMap { report -> [Report] in
        chance.chance(70) ? cut(resorted(report, &chance), &chance) : [report]
      }
    case .filtered:
      return reports.map { report in
        guard report.form.traits.rows == .legs, chance.chance(60) else { return report }
        var part = report
        let coin = chance.pick(["BTC", "ETH", "SOL"])
        part.rows = report.rows.filter { $0.fact.amount.asset == coin }
        return part
      }.filter { !$0.rows.isEmpty }
    case .openOrder: return reports.flatMap { olderOrders($0, writer, &chance) }
    }
  }

  /// Splits a report into two or three pieces that may overlap or leave a gap.
  private func cut(_ report: Report, _ chance: inout SeededGenerator) -> [Report] {
    guard report.rows.count > 3 else { return [report] }
    let count = report.rows.count
    let pieces = chance.int(2...3)
    var start = 0
    return (0..<pieces).compactMap { piece in
      let share = count / pieces
      let end = piece == pieces - 1 ? count : min(count, (piece + 1) * share + chance.int(0...2))
      defer { start = max(0, end + chance.int(-share / 2...(chance.chance(30) ? share / 3 : 0))) }
      return slice(report, start, end)
    }
  }

  /// Some rows of a report; equal rows of one second stay together, since exports never split a
  /// second.
  private func slice(_ report: Report, _ start: Int, _ end: Int) -> Report? {
    func whole(_ position: Int) -> Int {
      var position = position
      while position > 0, position < report.rows.count,
        report.rows[position].fact.instant.at == report.rows[position - 1].fact.instant.at
      {
        position -= 1
      }
      return position
    }
    let (start, end) = (whole(start), whole(end))
    guard start < end else { return nil }
    return Report(
      form: report.form, owner: report.owner, rows: Array(report.rows[start..<end]))
  }

  /// A copy saved by a spreadsheet: without seconds, some with six decimal places.
  private func resaved(_ report: Report, _ chance: inout SeededGenerator) -> Report {
    let minute = 60 * PrintedInstant.second
    let isRounded = chance.chance(50)
    let isCoarse = !isRounded || chance.chance(70)
    var saved = report
    for index in saved.rows.indices {
      var fact = saved.rows[index].fact
      if isCoarse {
        fact.instant = PrintedInstant(at: fact.instant.at / minute * minute, width: minute)
        fact.orderStart = fact.orderStart.map { $0 / minute * minute }
      }
      if isRounded {
        fact.amount = rounded(fact.amount)
        fact.counter = fact.counter.map(rounded)
        fact.fee = fact.fee.map(rounded)
        fact.balance = fact.balance.map { $0.rounded(places: 6) }
      }
      saved.rows[index].fact = fact
    }
    return saved
  }

  private func rounded(_ amount: Amount) -> Amount {
    Amount(amount.asset, amount.value.rounded(places: 6), tolerance: units(50))
  }

  /// Files that end in the minute in which others begin: pieces of one report, or reports of one
  /// exchange.
  private func seams(_ reports: [Report], _ chance: inout SeededGenerator) -> [Report] {
    var result: [Report] = []
    for platform in Platform.allCases {
      let own = reports.filter { $0.form.platform == platform }
      guard own.count > 1, chance.chance(60) else {
        result += own.flatMap { chance.chance(60) ? seam($0, &chance) : [$0] }
        continue
      }
      let times = own.flatMap { $0.rows.map(\.fact.instant.at) }.sorted()
      let middle = busyPosition(times, &chance)
      result += own.compactMap { report in
        var part = report
        let slack = Int64(chance.int(-5...20)) * PrintedInstant.second
        let isFirst = chance.chance(50)
        part.rows = report.rows.filter { row in
          let at = row.fact.instant.at
          return isFirst ? at <= times[middle] + slack : at >= times[middle] - slack
        }
        if part.rows.isEmpty { return nil }
        return chance.chance(30) ? resaved(part, &chance) : part
      }
    }
    return result
  }

  /// A position among times, usually one with many rows within a minute.
  private func busyPosition(_ times: [Int64], _ chance: inout SeededGenerator) -> Int {
    let minute = 60 * PrintedInstant.second
    let busy = times.indices.dropFirst().filter { times[$0] - times[$0 - 1] < minute }
    return !busy.isEmpty && chance.chance(80) ? chance.pick(busy) : chance.int(0...times.count - 1)
  }

  /// Two pieces: one ends in the minute in which the other begins, and one has no seconds.
  private func seam(_ report: Report, _ chance: inout SeededGenerator) -> [Report] {
    guard report.rows.count > 3 else { return [report] }
    let middle = max(1, busyPosition(report.rows.map(\.fact.instant.at), &chance))
    let overlap = chance.int(0...2)
    let pieces = [
      slice(report, 0, min(report.rows.count, middle + overlap)),
      slice(report, middle, report.rows.count),
    ].compactMap { $0 }
    let coarse = chance.int(0...2)
    return pieces.enumerated().map { $0 == coarse ? resaved($1, &chance) : $1 }
  }

  /// Sorts the rows of each second by coin or amount.
  private func resorted(_ report: Report, _ chance: inout SeededGenerator) -> Report {
    let isByCoin = chance.chance(50)
    var sorted = report
    sorted.rows = report.rows.enumerated().sorted { left, right in
      let (mine, theirs) = (left.element.fact, right.element.fact)
      if mine.instant.at != theirs.instant.at { return mine.instant.at < theirs.instant.at }
      if isByCoin, mine.amount.asset != theirs.amount.asset {
        return mine.amount.asset < theirs.amount.asset
      }
      if !isByCoin, mine.amount.value != theirs.amount.value {
        return mine.amount.value < theirs.amount.value
      }
      return left.offset < right.offset
    }.map(\.element)
    return sorted
  }

  /// Orders, plus an older export with one of them partially filled.
  private func olderOrders(
    _ report: Report, _ writer: ReportWriter, _ chance: inout SeededGenerator
  ) -> [Report] {
    guard report.form.traits.rows == .orders, report.form.ids.contains(.order),
      let index = report.rows.firstIndex(where: { $0.events.count > 1 }), chance.chance(80)
    else { return [report] }
    let row = report.rows[index]
    let count = chance.int(1...(row.events.count - 1))
    let open = writer.openOrder(row, fills: count, form: report.form)
    let older = report.rows.filter { $0.fact.instant.at < open.fact.instant.at } + [open]
    return [report, Report(form: report.form, owner: report.owner, rows: older)]
  }
}
