import FoundationEssentials

/// A normalized transaction hash, as written in a file.
///
/// Exchanges, wallets and explorers write the same hash in several ways: with or without `0x`, in
/// upper or lower case, at the end of a link, or followed by the output number. Many write their
/// own id instead, which says nothing about the chain.
public struct TransactionHash: Hashable, Sendable {
  private let text: String
  /// Whether it has the form of a chain's hash or signature.
  public let isOfChain: Bool

  /// Parses a hash from a file.
  public init(_ written: String) {
    let start = written.drop(while: \.isWhitespace)
    let whole = start.dropLast(start.reversed().prefix(while: \.isWhitespace).count)
    let found = Self.parts(of: whole).lazy.compactMap(Self.hash).first
    (text, isOfChain) = (found ?? String(whole), found != nil)
  }

  /// Whether both are chain hashes and differ.
  public func contradicts(_ other: TransactionHash) -> Bool {
    isOfChain && other.isOfChain && text != other.text
  }

  /// The candidates for the hash, the likeliest first; for a link, its last parts.
  private static func parts(of whole: Substring) -> [Substring] {
    guard whole.utf8.contains(UInt8(ascii: "/")), whole.utf8.contains(UInt8(ascii: ".")) else {
      return [whole]
    }
    return whole.split { "/?&=#".contains($0) }.reversed()
  }

  /// The hash in a text, without the number of an output.
  private static func hash(_ part: Substring) -> String? {
    if let output = part.lastIndex(where: { !("0"..."9").contains($0) }), output > part.startIndex,
      ":-_#".contains(part[output]), part.index(after: output) < part.endIndex
    {
      let head = part[..<output]
      if let hash = hexadecimal(head) { return hash }
      if isLetters(head) { return String(head) }
    }
    return hexadecimal(part) ?? (isLetters(part) || isBase64(part) ? String(part) : nil)
  }

  /// The 32 bytes in hexadecimal; chains that use `0x` can omit leading zeros.
  private static func hexadecimal(_ part: Substring) -> String? {
    let hasPrefix = part.hasPrefix("0x") || part.hasPrefix("0X")
    let digits = hasPrefix ? part.dropFirst(2) : part
    let count = digits.utf8.count
    guard count == 64 || hasPrefix && (58..<64).contains(count),
      digits.utf8.allSatisfy({ $0 < 128 && Character(Unicode.Scalar($0)).isHexDigit })
    else { return nil }
    return String(repeating: "0", count: 64 - count) + digits.lowercased()
  }

  /// Whether it can be a hash or signature in base 58, such as Solana's, which is case-sensitive,
  /// or one in capitals and digits, such as Algorand's or IOTA's.
  private static func isLetters(_ part: Substring) -> Bool {
    let kinds = Kinds(part)
    guard kinds.others == 0, kinds.digits > 0, kinds.capitals > 0 else { return false }
    return kinds.small > 0 ? (43...90).contains(kinds.count) : [52, 81].contains(kinds.count)
  }

  /// Whether it can be a hash or signature in base 64, such as TON's.
  private static func isBase64(_ part: Substring) -> Bool {
    let kinds = Kinds(part)
    let end = part.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return [43, 44, 86, 87, 88].contains(kinds.count) && kinds.others == kinds.ofBase64
      && end <= 2 && kinds.digits > 0 && kinds.capitals > 0 && kinds.small > 0
  }

  /// The number of characters of each kind in a text.
  private struct Kinds {
    private(set) var (digits, capitals, small, ofBase64, others) = (0, 0, 0, 0, 0)
    var count: Int { digits + capitals + small + others }

    init(_ part: Substring) {
      for letter in part.utf8 {
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): capitals += 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"): small += 1
        default:
          others += 1
          if "+/-_=".utf8.contains(letter) { ofBase64 += 1 }
        }
      }
    }
  }
}

extension Move {
  /// Its hash in comparable form; `nil` without one.
  public var transactionHash: TransactionHash? { hash.map { TransactionHash($0) } }

  /// Whether the hashes show that two moves belong to different transactions.
  public func hashContradicts(_ other: Move) -> Bool {
    guard let transactionHash, let another = other.transactionHash else { return false }
    return transactionHash.contradicts(another)
  }
}
