import FoundationEssentials
import Portfolio
import Testing

/// Ids as text.
struct IDTextTests {
  private static let id = UUID(
    uuid: (0x1F, 0x0C, 0x2A, 0x3B, 0, 9, 0x40, 0xAF, 0x80, 1, 2, 3, 4, 5, 6, 0xFF))

  @Test func `an id is written and read in both cases`() {
    #expect(Self.id.lowercasedText == "1f0c2a3b-0009-40af-8001-0203040506ff")
    #expect(Self.id.uppercasedText == Self.id.uuidString)
    #expect(UUID(digits: Self.id.lowercasedText) == Self.id)
    #expect(UUID(digits: Self.id.uppercasedText) == Self.id)
  }

  @Test(arguments: [
    "", "1f0c2a3b", "1f0c2a3b000940af80010203040506ff",
    "1f0c2a3b-0009-40af-8001-0203040506f", "1f0c2a3b-0009-40af-8001-0203040506ff0",
    "1f0c2a3b-0009-40af-8001-0203040506fg", "1f0c2a3b-0009-40af-80010-203040506ff",
    "1f0c2a3b-0009-40af-8001-0203040506f½",
  ])
  func `nothing else is an id`(text: String) {
    #expect(UUID(digits: text) == nil)
  }
}
