import FoundationEssentials
import Glibc

/// Makes ids of random bytes that are asked of the system directly.
///
/// Where a million rows are added, asking the system for each would take as long as reading them:
/// it is asked for sixteen at a time, the most that it gives at once.
struct RandomIds {
  private static let size = 256
  private var bytes = [UInt8](repeating: 0, count: size)
  private var used = size

  /// The next id, of the random kind (RFC 9562, version 4).
  mutating func next() -> UUID {
    if used == Self.size { refill() }
    defer { used += 16 }
    bytes[used + 6] = bytes[used + 6] & 0x0F | 0x40
    bytes[used + 8] = bytes[used + 8] & 0x3F | 0x80
    return bytes.withUnsafeBytes {
      UUID(uuid: $0.loadUnaligned(fromByteOffset: used, as: uuid_t.self))
    }
  }

  private mutating func refill() {
    used = 0
    guard getentropy(&bytes, Self.size) != 0 else { return }
    // A system without that call still has the source that every program uses.
    var random = SystemRandomNumberGenerator()
    for index in bytes.indices { bytes[index] = .random(in: 0...255, using: &random) }
  }
}
