import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio
import Testing
import WidgetTimeline

/// A price more than 20 percent from the last one does not count until something confirms it.
///
/// - The source's own change, a second source or the next two refreshes confirm recorded crashes.
/// - The same response again, prices that jump and a contradicting source confirm nothing.
/// - A last price older than a day is no longer compared.
struct SuspectPriceTests {
  /// Recorded closes of the day before and of a day with a real fall, from the built-in daily
  /// prices, and for Terra from a published table of daily closes in US dollars.
  private static let falls: [(coin: String, before: String, after: String)] = [
    // 2020-03-12
    ("bitcoin", "7945.36", "4916.78"), ("ethereum", "194.82", "110.23"),
    ("chainlink", "3.824", "2.118"), ("hedera-hashgraph", "0.04784", "0.02512"),
    ("dogecoin", "0.00229", "0.001541"), ("litecoin", "48.6", "30.49"),
    // 2022-05-11, in the week in which Terra collapsed
    ("avalanche-2", "44.5", "31.07"), ("near", "9.563", "6.472"), ("solana", "66.85", "50.82"),
    ("shiba-inu", "0.00001617", "0.00001201"),
    // Terra itself: 2022-05-09 to 2022-05-12
    ("terra-luna", "64.081123", "32.002026"), ("terra-luna", "32.002026", "17.520525"),
    ("terra-luna", "17.520525", "1.074977"), ("terra-luna", "1.074977", "0.003559"),
    // 2022-11-09
    ("solana", "24.02", "14.17"),
    // A rise: 2021-01-28
    ("dogecoin", "0.007471", "0.03678"),
  ]

  private let noon = utc("2026-04-28T12:00:00Z")

  private func verdict(
    _ price: String, after last: String?, hours: Int = 1, pending: SuspectPrice? = nil,
    change: String? = nil, witness: String? = nil, at time: Date? = nil
  ) -> PriceVerdict {
    SuspectPriceRule.verdict(
      on: exact(price), madeAt: time ?? noon,
      PriceEvidence(
        last: last.map {
          PricePoint(time: noon.addingTimeInterval(TimeInterval(-3600 * hours)), price: exact($0))
        }, pending: pending, dayChange: change.map(exact), witness: witness.map(exact)))
  }

  /// The change from one price to another in percent, as a source reports it.
  private func change(_ before: String, _ after: String) -> String {
    "\(priceChange(from: exact(before), to: exact(after)))"
  }

  @Test(arguments: falls.indices) func `a recorded fall is confirmed by the source's own change`(
    _ index: Int
  ) {
    let (_, before, after) = Self.falls[index]
    #expect(verdict(after, after: before, hours: 23, change: change(before, after)) == .counts)
  }

  @Test(arguments: falls.indices) func `a recorded fall is confirmed by a second source`(
    _ index: Int
  ) {
    let (_, before, after) = Self.falls[index]
    #expect(verdict(after, after: before, witness: after) == .counts)
    #expect(verdict(after, after: before, witness: before) != .counts)
  }

  @Test(arguments: falls.indices) func `a recorded fall is confirmed by two refreshes`(_ index: Int)
  {
    let (_, before, after) = Self.falls[index]
    var pending: SuspectPrice?
    var verdicts: [Bool] = []
    for minute in 0..<3 {
      let verdict = verdict(
        after, after: before, pending: pending,
        at: noon.addingTimeInterval(TimeInterval(60 * minute)))
      verdicts.append(verdict == .counts)
      if case .suspect(let suspect) = verdict { pending = suspect }
    }
    #expect(verdicts == [false, false, true])
  }

  @Test(arguments: ["95", "0.000000078", "78000000", "7800", "156100"])
  func `a glitch is suspect`(_ price: String) {
    #expect(verdict(price, after: "78030") == .suspect(.init(price: exact(price), time: noon)))
    // A change that contradicts the glitch is evidence against it, as is another source.
    #expect(verdict(price, after: "78030", change: "0.4", witness: "78010") != .counts)
    #expect(verdict(price, after: "78030", change: "-1.2") != .counts)
  }

  @Test(arguments: [
    ("62424", true), ("62423.99", false), ("93636", true), ("93636.01", false), ("78030", true),
  ]) func `twenty percent is the bound`(price: String, counts: Bool) {
    #expect((verdict(price, after: "78030") == .counts) == counts)
  }

  @Test(arguments: [
    ("100", true), ("95", false), ("95.3", true), ("105.2", true), ("105.3", false),
  ])
  func `a witness confirms within five percent`(witness: String, counts: Bool) {
    #expect((verdict("100", after: "200", witness: witness) == .counts) == counts)
  }

  @Test func `an old price and none say nothing`() {
    #expect(verdict("95", after: nil) == .counts)
    #expect(verdict("95", after: "78030", hours: 25) == .counts)
    #expect(verdict("95", after: "78030", hours: 24) != .counts)
    #expect(verdict("95", after: "0") == .counts)
  }

  @Test func `the same answer once more confirms nothing`() {
    let pending = SuspectPrice(price: 95, time: noon, confirmations: 1)
    #expect(verdict("95", after: "78030", pending: pending) == .suspect(pending))
  }

  @Test func `prices that jump confirm nothing`() {
    let pending = SuspectPrice(price: 95, time: noon.addingTimeInterval(-60), confirmations: 1)
    #expect(
      verdict("950", after: "78030", pending: pending)
        == .suspect(SuspectPrice(price: 950, time: noon)))
  }

  @Test func `a price that is back counts`() {
    let pending = SuspectPrice(price: 95, time: noon.addingTimeInterval(-60), confirmations: 1)
    #expect(verdict("78100", after: "78030", pending: pending) == .counts)
  }

  @Test(arguments: ["-100", "-101", "-1000"]) func `a change to nothing confirms nothing`(
    _ change: String
  ) {
    #expect(verdict("95", after: "78030", change: change) != .counts)
  }
}
