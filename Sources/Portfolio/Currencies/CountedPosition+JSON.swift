public import Exact
import FoundationEssentials

extension CountedPosition {
  /// The position as it is kept; equal positions give equal values.
  public var json: JSONValue {
    .object([
      "coinId": .string(summary.coinId),
      "summary": .string(summary.text),
      "isPaidKnown": .bool(summary.open?.isPaidKnown ?? true),
      "isReceivedKnown": .bool(summary.open?.isReceivedKnown ?? true),
      "unknownHeld": .methods(summary.unknown.held),
      "unknownSold": .methods(summary.unknown.sold),
      "isClosedKnown": .bool(summary.closed.isKnown),
      "isClosedCostKnown": .bool(summary.closed.isCostKnown),
      "closed": .array(closed.map { .string($0.countedText) }),
      "daysWithoutRate": .array(daysWithoutRate.map { .string($0.text) }),
    ])
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  public init?(json: JSONValue) {
    guard let id = json["coinId"]?.string, let text = json["summary"]?.string,
      let cycles = json["closed"]?.array, let days = json["daysWithoutRate"]?.array,
      let plain = Self.summary(coinId: id, text: text)
    else { return nil }
    var totals = plain.closed
    totals.isKnown = json["isClosedKnown"] == .bool(true)
    totals.isCostKnown = json["isClosedCostKnown"] == .bool(true)
    let open = plain.open.map { cycle in
      Cycle(
        bought: cycle.exact.bought, paid: cycle.exact.paid, sold: cycle.exact.sold,
        received: cycle.exact.received, carried: cycle.exact.carried,
        isPaidKnown: json["isPaidKnown"] == .bool(true),
        isReceivedKnown: json["isReceivedKnown"] == .bool(true))
    }
    var unknown = UnknownSums()
    unknown.held = json["unknownHeld"]?.methods ?? Set(CostBasis.stored)
    unknown.sold = json["unknownSold"]?.methods ?? Set(CostBasis.stored)
    summary = CoinPositionSummary(
      coinId: id, open: open, closed: totals, remainingCosts: plain.remainingCosts,
      unknown: unknown)
    closed = cycles.compactMap { $0.string.flatMap { ClosedCycle(countedText: $0, coinId: id) } }
    daysWithoutRate = days.compactMap { $0.string.flatMap { UTCDay(text: $0) } }
    guard closed.count == cycles.count, daysWithoutRate.count == days.count else { return nil }
  }

  private static func summary(coinId: String, text: String) -> CoinPositionSummary? {
    do throws(PositionDataError) {
      return try CoinPositionSummary(coinId: coinId, text: text)
    } catch { return nil }
  }
}

extension JSONValue {
  fileprivate static func methods(_ methods: Set<CostBasis>) -> JSONValue {
    .array(CostBasis.stored.filter(methods.contains).map { .string($0.rawValue) })
  }

  fileprivate var methods: Set<CostBasis>? {
    array.map { Set($0.compactMap { $0.string.flatMap(CostBasis.init) }) }
  }
}

extension ClosedCycle {
  /// The closing sale, its instant, the sums, whether they are known, and what coins carried.
  fileprivate var countedText: String {
    let sums = cycle.exact
    let words = [
      closingID.uuidString, "\(closedDate.millisecondsSince1970)", sums.bought.description,
      sums.paid.description, sums.sold.description, sums.received.description,
      cycle.isPaidKnown ? "known" : "unknown", cycle.isReceivedKnown ? "known" : "unknown",
    ]
    return (words + (sums.carried.isEmpty ? [] : [carriedText(sums.carried)]))
      .joined(separator: " ")
  }

  fileprivate init?(countedText: String, coinId: String) {
    let words = countedText.split(separator: " ", omittingEmptySubsequences: false)
    let sums = words.dropFirst(2).prefix(4).compactMap { ExactDecimal(String($0)) }
    guard words.count == 8 || words.count == 8 + CostBasis.stored.count, sums.count == 4,
      words[6..<8].allSatisfy({ ["known", "unknown"].contains($0) }),
      let id = UUID(uuidString: String(words[0])),
      let date = Int(words[1]).flatMap(Date.init(checkedMillisecondsSince1970:))
    else { return nil }
    self.init(
      coinId: coinId, closingID: id, closedDate: date,
      cycle: Cycle(
        bought: sums[0], paid: sums[1], sold: sums[2], received: sums[3],
        carried: carried(words[8...].joined(separator: " ")), isPaidKnown: words[6] == "known",
        isReceivedKnown: words[7] == "known"))
  }
}
