import Exact
import FoundationEssentials
import Portfolio

/// One entry of a journal: what happened at one time, whose postings add up to nothing.
///
/// Every amount is written with all its digits, and what the postings lack is found by
/// subtraction, so that the entry balances to the last one.
struct HledgerEntry {
  private let head: String
  private var comments: [String] = []
  private var postings = ""
  private var count = 0
  private var sum: Cost = 0

  init(_ description: String, on date: Date) {
    head = "\n\(date.utcDayText) * \(description)\n    ; \(date.utcText)\n"
  }

  /// Adds the user's words, each once.
  mutating func add(notes: String?) {
    for line in (notes ?? "").split(whereSeparator: \.isNewline) {
      let comment = "    ; \(withoutControls(line))\n"
      if !comments.contains(comment) { comments.append(comment) }
    }
  }

  /// Posts coins.
  ///
  /// - Parameters:
  ///   - cost: What they cost in sum; `nil` for coins that only come or go.
  ///   - lot: When they were acquired, where they are of one lot.
  ///   - date: A day of its own.
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

  /// The entry, with what is left to balance posted to an account.
  consuming func text(rest account: String) -> String {
    if !sum.isZero || count == 1 { post(account, dollars: -sum) }
    return head + comments.joined() + postings
  }
}

/// A commodity by its coin id, always quoted, because ids hold digits and hyphens.
func hledgerCommodity(_ coinId: String) -> String { "\"\(hledgerName(coinId))\"" }

/// The account of a coin in an account of the user's.
func hledgerAccount(_ account: String?, _ coinId: String) -> String {
  // No name of an account is written so: its brackets are encoded.
  "assets:\(account.map { hledgerName($0, words: true) } ?? "(none)"):\(hledgerName(coinId))"
}

/// A name in which everything but letters, digits, `.`, `_` and `-` is percent-encoded, so that two
/// names never become one.
///
/// - Parameter words: Whether single spaces, and letters of every script, stay as they are.
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
