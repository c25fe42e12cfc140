import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// A source with a limited range, which is never called here.
private struct Reach: PastPriceSource {
  let name: String
  var days: Int?
  var perCall = 365
  var lacks: Set<String> = []

  func reach(of coinId: String, today: UTCDay) -> PastPriceReach? {
    lacks.contains(coinId)
      ? nil
      : PastPriceReach(earliest: days.map { today.advanced(by: -$0) }, daysPerCall: perCall)
  }

  func closes(
    of coinId: String, days: ClosedRange<UTCDay>, within limit: Duration?
  ) -> PastPriceAnswer {
    PastPriceAnswer()
  }
}

/// Missing past prices are requested from as few sources and with as few calls as possible.
///
/// - The first source is asked for the days it can have, the next one for the rest.
/// - Known days, the current day and days that no source has are not requested.
/// - The newest days of all coins are fetched first.
struct PastPricePlanTests {
  private let today = UTCDay(number: 20_000)
  private let first = Reach(name: "first", days: 365)
  private let second = Reach(name: "second", perCall: 500)

  private func request(_ coinId: String = "a", back: Int, to end: Int = 1) -> PastPriceRequest {
    PastPriceRequest(
      coinId: coinId, days: today.advanced(by: -back)...today.advanced(by: -end))
  }

  private func calls(
    _ request: PastPriceRequest, _ sources: [any PastPriceSource],
    _ state: (UTCDay) -> PastPriceState = { _ in .missing(asked: []) }
  ) -> [PastPriceCall] {
    PastPricePlan(sources: sources, today: today).calls(for: request, state: state)
  }

  /// The range in days before today.
  private func ago(_ range: ClosedRange<UTCDay>) -> [Int] {
    [today.number - range.lowerBound.number, today.number - range.upperBound.number]
  }

  @Test func `the last year is asked of the first source and days before it of the second`() {
    let calls = calls(request(back: 1000), [first, second])
    #expect(calls.map(\.source) == ["first", "second"])
    #expect(calls.map { ago($0.days) } == [[365, 1], [865, 366]])
    #expect(calls.map(\.missing.count) == [365, 500])
  }

  @Test func `a day that the first source lacks is asked of the second`() {
    let gap = today.advanced(by: -10)
    let calls = calls(request(back: 365), [first, second]) {
      $0 == gap ? .missing(asked: ["first"]) : .priced
    }
    #expect(
      calls == [PastPriceCall(coinId: "a", source: "second", days: gap...gap, missing: [gap])])
  }

  @Test func `a day that no source has stays a gap`() {
    #expect(
      calls(request(back: 900), [first, second]) { _ in .missing(asked: ["first", "second"]) }
        == [])
  }

  @Test func `what is known is not asked`() {
    #expect(calls(request(back: 900), [first, second]) { _ in .priced } == [])
    let known = today.advanced(by: -100)
    let rest = calls(request(back: 900), [first, second]) {
      $0 >= known ? .priced : .missing(asked: [])
    }
    #expect(rest.map { ago($0.days) } == [[365, 101], [865, 366]])
  }

  @Test func `the present day is never asked`() {
    #expect(calls(request(back: 0, to: -5), [first, second]) == [])
    #expect(calls(request(back: 2, to: -5), [first]).map { ago($0.days) } == [[2, 1]])
  }

  @Test func `a source that does not know a coin is passed over`() {
    let source = Reach(name: "first", days: 365, lacks: ["a"])
    #expect(calls(request(back: 30), [source, second]).map(\.source) == ["second"])
    #expect(calls(request(back: 30), [source]) == [])
  }

  @Test func `the newest day of all coins comes first`() {
    let a = calls(request("a", back: 900, to: 400), [first, second])
    let b = calls(request("b", back: 900), [first, second])
    let plan = PastPricePlan(sources: [first, second], today: today)
    #expect(plan.first(of: a + b)?.coinId == "b")
    #expect(plan.first(of: a + b)?.source == "first")
    #expect(plan.first(of: b.reversed() + a)?.source == "first")
    // On one day, the coin that lacks most is first; ties keep their order.
    #expect(plan.first(of: calls(request("c", back: 9), [first]) + b)?.coinId == "b")
    #expect(plan.first(of: calls(request("c", back: 900), [first, second]) + b)?.coinId == "c")
    #expect(plan.first(of: [] as [PastPriceCall]) == nil)
  }

  @Test func `twenty coins are filled with few calls`() {
    // Simulates a filling in which every second day is found.
    var prices: [String: [UTCDay: PastPriceState]] = [:]
    let requests = (0..<20).map { request("coin-\($0)", back: 1200) }
    let plan = PastPricePlan(sources: [first, second], today: today)
    var made: [PastPriceCall] = []
    func next() -> PastPriceCall? {
      plan.first(
        of: requests.lazy.flatMap { request in
          plan.calls(for: request) { prices[request.coinId]?[$0] ?? .missing(asked: []) }
        })
    }
    while let call = next(), made.count < 1000 {
      made.append(call)
      for day in call.missing {
        let old = prices[call.coinId]?[day]
        var asked: Set<String> = []
        if case .missing(let names)? = old { asked = names }
        let isThere = day.number.isMultiple(of: 2)
        prices[call.coinId, default: [:]][day] =
          isThere ? .priced : .missing(asked: asked.union([call.source]))
      }
    }
    // A year of each from the first, then the gaps and the 835 days before from the second.
    #expect(made.count == 20 * 4)
    #expect(made.prefix(20).allSatisfy { $0.source == "first" })
    #expect(Set(made.prefix(20).map(\.coinId)).count == 20)
  }
}
