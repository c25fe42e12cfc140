import FoundationEssentials

/// Makes ids of random bytes that are asked of the system directly.
///
/// Where a million rows are added, opening the system's source of random bytes for each would take
/// as long as reading them.
struct RandomIds {
  private var random = SystemRandomNumberGenerator()

  /// The next id, of the random kind (RFC 9562, version 4).
  mutating func next() -> UUID {
    let (first, second) = (random.next(), random.next())
    let high = (first & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
    let low = (second & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}
