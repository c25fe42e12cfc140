import Testing

@testable import LedgerStore

/// The hash used for the journal's chain.
@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4, and lengths around the block size.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `known messages have their known hash`(message: String, hash: String) {
    #expect(hexadecimal(SHA256.hash(Array(message.utf8))) == hash)
  }

  @Test func `a million letters have their known hash`() {
    let hash = SHA256.hash(Array(repeating: UInt8(ascii: "a"), count: 1_000_000))
    #expect(
      hexadecimal(hash) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `pieces hash as the whole`() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let whole = SHA256.hash(message)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 200] {
      var hash = SHA256()
      for start in stride(from: 0, to: message.count, by: size) {
        hash.update(Array(message[start..<min(start + size, message.count)]))
      }
      #expect(hash.finish() == whole, "pieces of \(size)")
    }
  }

  @Test func `every length around a block is padded to whole blocks`() {
    #expect(Set((0...130).map { SHA256.hash(Array(repeating: 0, count: $0)) }).count == 131)
  }

  @Test func `the processor's instructions say what the standard says`() {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 11) }
    for count in message.indices {
      var hash = SHA256(usesInstructions: false)
      hash.update(Array(message[..<count]))
      #expect(hash.finish() == SHA256.hash(Array(message[..<count])), "\(count) bytes")
    }
  }

  @Test func `a digest is the same in any order and what is removed is gone`() {
    let rows = (0..<20).map { RowDigest(image: [$0]) }
    var (forward, back) = (RowDigest(), RowDigest())
    for row in rows { forward += row }
    for row in rows.reversed() { back += row }
    #expect(forward == back)
    #expect(RowDigest(bytes: forward.bytes) == forward)
    for row in rows { forward -= row }
    #expect(forward == RowDigest())
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
