import Portfolio
import Testing

/// Spellings and links of one transaction hash are equal; other ids never contradict a hash.
struct TransactionHashTests {
  private static let hash = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"
  private static let signature =
    "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"

  @Test(arguments: [
    (hash, "0x" + hash), (hash, hash.uppercased()), (hash, "0X" + hash.uppercased()),
    (hash, "https://etherscan.io/tx/0x\(hash)"),
    (hash, "blockchair.com/bitcoin/transaction/\(hash)/"),
    (hash, "https://tronscan.org/#/transaction/\(hash)"),
    (hash, "https://x.io/tx?hash=\(hash)&a=1"),
    (hash, " \(hash) "), (hash, "\(hash):0"), (hash, "\(hash)-12"), (hash, "0x\(hash)_3"),
    (signature, "https://solscan.io/tx/\(signature)?cluster=mainnet"),
    (signature, signature + ":0"),
    ("0x00\(hash.dropFirst(2))", "0x\(hash.dropFirst(2))"), ("Tx 7", "Tx 7"),
  ])
  func `spellings of one hash`(left: String, right: String) {
    #expect(TransactionHash(left) == TransactionHash(right))
    #expect(!TransactionHash(left).contradicts(TransactionHash(right)))
  }

  @Test(arguments: [
    (hash, String(hash.reversed())), (signature, signature.replacing("V", with: "v")),
    (hash, signature), ("te6ccgEBAQEAJAAAQ4AVfYtG0mB8VJ3VxN8oZ1k0cT5=", hash),
    ("7K3YQ2MZ5WJX4RNBV6TLHDC3PFGSAE2UQO7IYXKM5ZJW4NRBVTLQ", hash),
  ])
  func `hashes that differ`(left: String, right: String) {
    #expect(TransactionHash(left).contradicts(TransactionHash(right)))
  }

  @Test(arguments: [
    "Internal transfer 123", "12345678", "A2BRFGH-YB6XGZ-6HYL7H", "",
    "0f8fad5b-d9cb-469f-a165-70867728950e", "3J98t1WpEZ73CNmQviecrnyiWrnqRHWNLy",
    "0x52908400098527886E0F7030069857D2E4169EE7", "off-chain-transfer-2024-03-01-0000000001",
  ])
  func `ids that no chain has`(text: String) {
    #expect(!TransactionHash(text).isOfChain)
    #expect(!TransactionHash(text).contradicts(TransactionHash(Self.hash)))
  }
}
