import Exact
import FoundationEssentials
import Portfolio
import Testing

/// What a list of closed positions promises.
///
/// - Every figure of a cycle survives packing, whatever the number of cycles.
/// - The newest come first, ties by coin, then in the order in which they were added.
/// - A part of the list is chosen by coin and by closing date.
struct ClosedPositionListTests {
  private let day = Date(timeIntervalSince1970: 1_700_000_000)

  private func cycle(_ number: Int) -> ClosedCycle {
    ClosedCycle(
      coinId: "coin\(number % 3)", closingID: UUID(),
      closedDate: day.addingTimeInterval(Double(number / 6 * 60)),
      cycle: Cycle(
        bought: Quantity(number + 1), paid: Cost(number) * ExactDecimal(123_456_789, exponent: -20),
        sold: Quantity(number + 1), received: Cost(number * 3),
        carried: number % 5 == 0 ? [.fifo: 7] : [:], isPaidKnown: number % 7 != 0,
        isReceivedKnown: number % 11 != 0))
  }

  @Test func `packed cycles are the cycles`() {
    let cycles = (0..<3000).map { cycle($0) }
    #expect(Array(PackedCycles(cycles)) == cycles)
  }

  @Test func `the newest come first, and those of one instant by coin`() {
    let cycles = (0..<60).map { cycle($0) }
    let list = Positions(summaries: [], closed: PackedCycles(cycles), currentPrices: [:])
      .closedPositions
    let expected = cycles.enumerated().sorted {
      ($1.element.closedDate, $0.element.coinId, $0.offset)
        < ($0.element.closedDate, $1.element.coinId, $1.offset)
    }
    #expect(list.map(\.id) == expected.map(\.element.closingID))
    let limit = day.addingTimeInterval(240)
    let part = list.including { $0 == "coin1" && $1 < limit }
    #expect(Array(part) == list.filter { $0.coinId == "coin1" && $0.closedDate < limit })
    #expect(!part.isEmpty && part.count < list.count)
    #expect(!list.hasPartialGains)
  }
}
