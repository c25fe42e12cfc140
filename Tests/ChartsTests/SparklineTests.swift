import CellGrid
import Exact
import Testing

@testable import Charts

/// A sparkline rises and falls with its values, is flat for a stablecoin and blank for gaps.
struct SparklineTests {
  @Test func `a rise climbs and a fall drops`() {
    #expect(Sparkline((0..<14).map { ExactDecimal(100 + $0 * 5) }).text(columns: 7) == "⣀⣀⠤⠤⠒⠒⠉")
    #expect(Sparkline((0..<14).map { ExactDecimal(200 - $0 * 5) }).text(columns: 7) == "⠉⠒⠒⠤⠤⣀⣀")
  }

  @Test func `a stablecoin is flat`() {
    let values = (0..<28).map { ExactDecimal(10_000 + $0 % 3 - 1, exponent: -4) }
    #expect(Set(Sparkline(values).text(columns: 14)).count == 1)
  }

  @Test func `gaps stay blank and few figures stand at the end`() {
    #expect(Sparkline([1, 2, nil, nil, 2, 3]).text(columns: 6).contains(" "))
    #expect(Sparkline([1, 3]).text(columns: 5).hasPrefix("   "))
    #expect(Sparkline([1]).text(columns: 5).isEmpty && Sparkline([nil]).text(columns: 5).isEmpty)
  }

  @Test func `no cell is full`() {
    let wild = Sparkline((0..<28).map { ExactDecimal(($0 * 7919) % 100 + 1) }).text(columns: 14)
    #expect(!wild.unicodeScalars.contains { $0.value == 0x28FF || $0 == "█" })
  }
}

/// The parts of an allocation bar fill its width exactly and are named where there is space.
struct AllocationBarTests {
  @Test(arguments: [0, 1, 3, 10, 61])
  func `the parts fill the width exactly`(columns: Int) {
    let parts = [60, 25, 10, 5, 0].map { AllocationBar.Part("P", $0, role: .plain) }
    #expect(AllocationBar(parts).widths(columns: columns).reduce(0, +) == columns)
  }

  @Test func `names stand where there is room`() {
    let bar = AllocationBar([
      .init("BTC", 80, role: Role("a")), .init("DUST", 20, role: Role("b")),
    ])
    #expect(bar.grid(columns: 20).text(row: 0).hasPrefix(" BTC "))
    #expect(!bar.grid(columns: 20).text(row: 0).contains("DUST"))
    #expect(AllocationBar([]).grid(columns: 5).text(row: 0) == "     ")
  }

  @Test func `many parts of less than a cell are one that says how many`() {
    let small = (0..<1000).map { AllocationBar.Part("S\($0)", 1, role: .plain) }
    let bar = AllocationBar([AllocationBar.Part("BIG", 1000, role: .plain)] + small)
    let text = bar.grid(columns: 60).text(row: 0)
    #expect(text.hasPrefix(" BIG ▄") && text.contains("▖ +1000 more ▄"), "\(text)")
    #expect(text.count(where: { $0 == "▖" }) == 2)
    let few = AllocationBar([AllocationBar.Part("BIG", 1000, role: .plain)] + small.prefix(3))
    #expect(!few.grid(columns: 60).text(row: 0).contains("more"))
  }
}
