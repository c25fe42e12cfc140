import CSHA256

/// The SHA-256 of a text, in hexadecimal.
public func sha256Text(of text: String) -> String {
  SHA256.hash(Array(text.utf8)).hexadecimalText
}

/// The SHA-256 of some bytes, in hexadecimal.
public func sha256Text(of bytes: [UInt8]) -> String { SHA256.hash(bytes).hexadecimalText }

extension Sequence<UInt8> {
  /// Two hexadecimal digits per byte.
  var hexadecimalText: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// SHA-256 (FIPS 180-4), fed piece by piece.
///
/// The journal's hash chain needs only this function from a cryptographic library; see
/// `docs/decisions/sha-256.md`.
struct SHA256 {
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  private var pending: [UInt8] = []
  private var length = 0
  private let usesInstructions: Bool

  /// Whether the processor has SHA-256 instructions.
  static let hasInstructions = bitpal_sha256_has_instructions()

  /// - Parameter usesInstructions: Whether to use the processor's SHA-256 instructions.
  init(usesInstructions: Bool = Self.hasInstructions) { self.usesInstructions = usesInstructions }

  /// The hash of some bytes.
  static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// The hash of a short message as eight numbers, without a buffer.
  static func words(of bytes: [UInt8]) -> SIMD8<UInt32> {
    var hash = SHA256()
    let whole = bytes.count / 64 * 64
    let rest = bytes.count - whole
    bytes.withUnsafeBytes { bytes in
      hash.compress(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
      withUnsafeTemporaryAllocation(byteCount: rest < 56 ? 64 : 128, alignment: 8) { tail in
        tail.initializeMemory(as: UInt8.self, repeating: 0)
        for index in 0..<rest { tail[index] = bytes[whole + index] }
        tail[rest] = 0x80
        tail.storeBytes(
          of: UInt64(bytes.count * 8).bigEndian, toByteOffset: tail.count - 8, as: UInt64.self)
        hash.compress(UnsafeRawBufferPointer(tail))
      }
    }
    return hash.state
  }

  /// Appends bytes to the message.
  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Appends bytes to the message.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += bytes.count
    var rest = bytes[...]
    if !pending.isEmpty {
      let count = min(64 - pending.count, rest.count)
      pending.append(contentsOf: rest.prefix(count))
      rest = rest.dropFirst(count)
      guard pending.count == 64 else { return }
      let block = pending
      block.withUnsafeBytes { compress($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / 64 * 64
    if whole > 0 { compress(UnsafeRawBufferPointer(rebasing: rest.prefix(whole))) }
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  /// Ends the message and returns its 32 bytes.
  consuming func finish() -> [UInt8] {
    let bits = UInt64(length) * 8
    var padding: [UInt8] = [0x80]
    padding += Array(repeating: 0, count: (119 - length % 64) % 64)
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    update(padding)
    return state.indices.flatMap { index in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: state[index] >> UInt32($0)) }
    }
  }

  /// Processes whole blocks of 64 bytes.
  private mutating func compress(_ bytes: UnsafeRawBufferPointer) {
    guard !usesInstructions else { return compressByInstructions(bytes) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      Self.constants.withUnsafeBufferPointer { constants in
        for start in stride(from: 0, to: bytes.count, by: 64) {
          Self.schedule(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 64)]), words)
          Self.mix(&state, words, constants)
        }
      }
    }
  }

  private mutating func compressByInstructions(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    withUnsafeMutableBytes(of: &state) { state in
      bitpal_sha256_compress(
        state.assumingMemoryBound(to: UInt32.self).baseAddress, start, bytes.count / 64,
        Self.constants)
    }
  }

  private static func schedule(
    _ block: UnsafeRawBufferPointer, _ words: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      words[index] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
      let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
  }

  private static func mix(
    _ state: inout SIMD8<UInt32>, _ words: UnsafeMutableBufferPointer<UInt32>,
    _ constants: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for round in stride(from: 0, to: 64, by: 8) {
      // Rounds rename the eight values instead of moving them.
      func word(_ step: Int) -> UInt32 { constants[round + step] &+ words[round + step] }
      mix(a, b, c, &d, e, f, g, &h, word(0))
      mix(h, a, b, &c, d, e, f, &g, word(1))
      mix(g, h, a, &b, c, d, e, &f, word(2))
      mix(f, g, h, &a, b, c, d, &e, word(3))
      mix(e, f, g, &h, a, b, c, &d, word(4))
      mix(d, e, f, &g, h, a, b, &c, word(5))
      mix(c, d, e, &f, g, h, a, &b, word(6))
      mix(b, c, d, &e, f, g, h, &a, word(7))
    }
    state &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  /// One round.
  @inline(__always)
  private static func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let choice = (e & f) ^ (~e & g)
    let first = h &+ sum1 &+ choice &+ word
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    let majority = (a & b) ^ (a & c) ^ (b & c)
    d &+= first
    h = first &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    (word >> bits) | (word << (32 - bits))
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
