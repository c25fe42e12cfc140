public import CallBudget
import Exact

extension RefreshStatus {
  /// The calls to a source.
  ///
  /// - Parameter source: The name of a source other than the first one; `nil` for the first.
  public func calls(to source: String?) -> CallHistory {
    source.map { otherSources[$0] ?? CallHistory() } ?? CallHistory(self)
  }

  /// Takes over the calls to a source, as ``calls(to:)`` names it.
  public mutating func apply(_ history: CallHistory, to source: String?) {
    if let source { otherSources[source] = history } else { apply(history) }
  }
}

extension JSONValue {
  /// Calls to a source, by the keys of the status.
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

  /// Calls to each source by its name, in the order of names.
  static func sources(_ sources: [String: CallHistory]) -> JSONValue {
    .object(
      JSONObject(
        sources.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .calls($0.value)) }))
  }

  /// Calls to each source; what is not an object has none.
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
