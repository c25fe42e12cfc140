import Portfolio

/// Reports that write times without seconds, beside others that have them: there the trades of a
/// minute are compared.
extension ToldTwice {
  /// What another report tells of the minutes of a file's trades, where either of the two has no
  /// seconds.
  ///
  /// - Parameter sums: All that the file tells.
  func minuteTwins(of sums: [Happening: Telling]) -> [Happening: Telling] {
    let ofMinutes = Dictionary(grouping: sums.filter { !$0.key.isMove }, by: \.key.atMinute)
    let hasSeconds = sums.keys.contains(where: \.hasSeconds)
    var twins: [Happening: Telling] = [:]
    for (minute, parts) in ofMinutes {
      let own = parts.map(\.value).added
      let others = hasSeconds ? toldWithoutSeconds(at: minute) : toldOfMinute(minute)
      let twin = others.first { other in
        own.map { other.isTwin(of: $0, isSplit: false) } ?? false
      }
      guard let twin else { continue }
      for part in parts { twins[part.key] = twin }
    }
    return twins
  }

  private func toldWithoutSeconds(at minute: Happening) -> [Telling] {
    (told[minute] ?? []).filter { !withSeconds.contains($0.report) }
  }

  /// What each report tells of a minute.
  private func toldOfMinute(_ minute: Happening) -> [Telling] {
    var sums: [String: Telling] = [:]
    for second in minute.secondsOfMinute {
      for telling in told[second] ?? [] {
        if sums[telling.report]?.add(telling) == nil { sums[telling.report] = telling }
      }
    }
    return sums.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension Happening {
  /// Whether it is not of a whole minute.
  var hasSeconds: Bool { second % 60 != 0 }

  /// The same at the beginning of its minute.
  var atMinute: Happening { moved(seconds: -(second % 60)) }

  /// The same at each second of its minute.
  var secondsOfMinute: some Sequence<Happening> {
    (0..<60).lazy.map { [minute = atMinute] in minute.moved(seconds: $0) }
  }

  /// What a report without seconds, or with them where this has none, has of the minute.
  var othersOfMinute: [Happening] { hasSeconds ? [atMinute] : Array(secondsOfMinute) }
}

extension [Telling] {
  /// All of them together.
  fileprivate var added: Telling? {
    guard var sum = first else { return nil }
    for telling in dropFirst() { sum.add(telling) }
    return sum
  }
}
