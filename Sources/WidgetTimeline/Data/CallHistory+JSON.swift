public import CallBudget
import Exact

extension RefreshStatus {
  /// The calls to a source.
  ///
  /// - Parameter source: The name of a source other than the first one; `nil` for the first.
  public func calls(to source: String?) -> CallHistory {
    source.map { otherSources[$0] ?? CallHistory() } ?? CallHistory(self)
  }

  /// Stores the calls to a source, named as in ``calls(to:)``.
  public mutating func apply(_ history: CallHistory, to source: String?) {
    if let source { otherSources[source] = history } else { apply(history) }
  }
}

extension JSONValue {
  /// The calls to a source, under the keys of the status.
  static func calls(_ history: CallHistory) -> JSONValue {
    .object([
      "failuresInARow": .number("\(history.failuresInARow)"),
      "notBefore": .instant(history.notBefore),
      "recentCalls": .array(history.recentCalls.map { .instant($0) }),
      "month": .string(history.month),
      "callsThisMonth": .number("\(history.callsThisMonth)"),
      "trial": .instant(history.trial),
    ])
  }

  /// The calls to each source by name, in name order.
  static func sources(_ sources: [String: CallHistory]) -> JSONValue {
    .object(
      JSONObject(
        sources.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .calls($0.value)) }))
  }

  /// The calls to each source; a value that is not an object counts as no calls.
  var sources: [String: CallHistory] {
    var sources: [String: CallHistory] = [:]
    for member in object?.members ?? [] where member.value.object != nil {
      let value = member.value
      sources[member.key] = CallHistory(
        recentCalls: value["recentCalls"]?.array?.compactMap(\.instant) ?? [],
        month: value["month"]?.string ?? "", callsThisMonth: value["callsThisMonth"]?.count ?? 0,
        failuresInARow: value["failuresInARow"]?.count ?? 0,
        notBefore: value["notBefore"]?.instant, trial: value["trial"]?.instant)
    }
    return sources
  }
}
