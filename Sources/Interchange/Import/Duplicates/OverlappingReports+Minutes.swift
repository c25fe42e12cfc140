import Portfolio

/// Reports that write times without seconds, beside others that have them: there the trades of a
/// minute are compared.
extension OverlappingReports {
  /// What another report has of the minutes of a file's trades, where either of the two has no
  /// seconds.
  ///
  /// - Parameter sums: All that the file has.
  func minuteTwins(of sums: [AccountChange: ReportedChange]) -> [AccountChange: ReportedChange] {
    let ofMinutes = Dictionary(grouping: sums.filter { !$0.key.isMove }, by: \.key.atMinute)
    let hasSeconds = sums.keys.contains(where: \.hasSeconds)
    var twins: [AccountChange: ReportedChange] = [:]
    for (minute, parts) in ofMinutes {
      let own = parts.map(\.value).added
      let others = hasSeconds ? reportsWithoutSeconds(at: minute) : reportsOfMinute(minute)
      let twin = others.first { other in
        own.map { other.isTwin(of: $0, isSplit: false) } ?? false
      }
      guard let twin else { continue }
      for part in parts { twins[part.key] = twin }
    }
    return twins
  }

  private func reportsWithoutSeconds(at minute: AccountChange) -> [ReportedChange] {
    (reported[minute] ?? []).filter { !withSeconds.contains($0.reportName) }
  }

  /// What each report has of a minute.
  private func reportsOfMinute(_ minute: AccountChange) -> [ReportedChange] {
    var sums: [String: ReportedChange] = [:]
    for second in minute.secondsOfMinute {
      for report in reported[second] ?? [] {
        if sums[report.reportName]?.add(report) == nil { sums[report.reportName] = report }
      }
    }
    return sums.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension AccountChange {
  /// Whether it is not of a whole minute.
  var hasSeconds: Bool { second % 60 != 0 }

  /// The same at the beginning of its minute.
  var atMinute: AccountChange { moved(seconds: -(second % 60)) }

  /// The same at each second of its minute.
  var secondsOfMinute: some Sequence<AccountChange> {
    (0..<60).lazy.map { [minute = atMinute] in minute.moved(seconds: $0) }
  }

  /// What a report without seconds, or with them where this has none, has of the minute.
  var othersOfMinute: [AccountChange] { hasSeconds ? [atMinute] : Array(secondsOfMinute) }
}

extension [ReportedChange] {
  /// All of them together.
  fileprivate var added: ReportedChange? {
    guard var sum = first else { return nil }
    for report in dropFirst() { sum.add(report) }
    return sum
  }
}
