import Exact
import FoundationEssentials
import Portfolio

/// A journal entry: an event at one time, with postings that add up to zero.
///
/// Amounts keep every digit, and the last posting is computed by subtraction, so that the entry
/// balances exactly.
struct HledgerEntry {
  private let head: String
  private var comments: [String] = []
  private var postings = ""
  private var count = 0
  private var sum: Cost = 0

  init(_ description: String, on date: Date) {
    head = "\n\(date.utcDayText) * \(description)\n    ; \(date.utcText)\n"
  }

  /// Adds the user's notes without duplicates.
  mutating func add(notes: String?) {
    for line in (notes ?? "").split(whereSeparator: \.isNewline) {
      let comment = "    ; \(withoutControls(line))\n"
      if !comments.contains(comment) { comments.append(comment) }
    }
  }

  /// Posts coins.
  ///
  /// - Parameters:
  ///   - cost: Their total cost; `nil` for coins that only enter or leave.
  ///   - lot: Their purchase date, if they are from one lot.
  ///   - date: The posting's date, if it differs from the entry's.
  mutating func post(
    _ account: String, _ amount: Quantity, _ coinId: String, cost: Cost?, lot: Date? = nil,
    on date: Date? = nil
  ) {
    postings += "    \(account)  \(amount) \(hledgerCommodity(coinId))"
    if let cost {
      let dollars = "\(cost) USD"
      postings += lot.map { " {{\(dollars)}} [\($0.utcDayText)]" } ?? ""
      postings += " @@ \(dollars)"
      sum += amount.isNegative ? -cost : cost
    }
    postings += lot.map { "  ; lot:\($0.utcDayText)" } ?? ""
    postings += date.map { "  ; date:\($0.utcDayText)" } ?? ""
    postings += "\n"
    count += 1
  }

  /// Posts US dollars.
  mutating func post(_ account: String, dollars: Cost) {
    postings += "    \(account)  \(dollars) USD\n"
    sum += dollars
    count += 1
  }

  /// The entry as text, with the balancing amount posted to an account.
  consuming func text(rest account: String) -> String {
    if !sum.isZero || count == 1 { post(account, dollars: -sum) }
    return head + comments.joined() + postings
  }
}

/// A commodity named by coin id, always quoted because ids contain digits and hyphens.
func hledgerCommodity(_ coinId: String) -> String { "\"\(hledgerName(coinId))\"" }

/// The hledger account of a coin in one of the user's accounts.
func hledgerAccount(_ account: String?, _ coinId: String) -> String {
  // No account name collides with this one: its parentheses would be encoded.
  "assets:\(account.map { hledgerName($0, words: true) } ?? "(none)"):\(hledgerName(coinId))"
}

/// Percent-encodes everything but letters, digits, `.`, `_` and `-`, so that names stay distinct.
///
/// - Parameter words: Whether to keep single spaces and letters of every script.
func hledgerName(_ name: String, words: Bool = false) -> String {
  var text = ""
  var isAfterSpace = true
  let scalars = Array(name.unicodeScalars)
  for (index, scalar) in scalars.enumerated() {
    let isSpace = scalar == " " && words && !isAfterSpace && index < scalars.count - 1
    if isSpace || isPlain(scalar, words: words) {
      text.unicodeScalars.append(scalar)
    } else {
      for byte in String(scalar).utf8 {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    isAfterSpace = isSpace
  }
  return text
}

private func isPlain(_ scalar: Unicode.Scalar, words: Bool) -> Bool {
  switch scalar {
  case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
  default: words && !scalar.isASCII && scalar.properties.isAlphabetic
  }
}

/// A line of notes without control characters.
private func withoutControls(_ line: Substring) -> String {
  String(
    String.UnicodeScalarView(
      line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}
