import CellGrid
import FoundationEssentials
import MarketData

/// A line of text for reading aloud: units are words, signs become `a gain of` or `down`, and
/// everything can be pronounced.
///
/// - Parameters:
///   - text: A line of a report or chart.
///   - format: The format of its amounts; US dollars are always understood.
/// - Returns: The line with the same digits, without a final period.
public func spoken(_ text: String, _ format: NumberFormat = .usDollar) -> String {
  var line = SpokenLine(formats: format == .usDollar ? [format] : [format, .usDollar])
  line.read(text)
  return line.words
}

private struct SpokenLine {
  let formats: [NumberFormat]
  private var output = ""
  private var last: Character = " "

  init(formats: [NumberFormat]) { self.formats = formats }

  /// The words, with single blanks between them.
  var words: String {
    var words = output.split(separator: " ").map(String.init)
    for (index, word) in words.enumerated().dropFirst() where word.hasPrefix("ago") {
      let unit = words[index - 1]
      guard let name = ["min": "minute", "h": "hour", "d": "day"][unit] else { continue }
      words[index - 1] = index > 1 && words[index - 2] == "1" ? name : "\(name)s"
    }
    return words.joined(separator: " ").replacing(" ,", with: ",").replacing(" .", with: ".")
      .replacing(",,", with: ",").replacing(".,", with: ".")
  }

  mutating func read(_ text: String) {
    var rest = Substring(cleaned(text))
    while let character = rest.first {
      if !last.isLetter, !last.isNumber, let figure = Figure(&rest, formats) {
        say(figure)
        last = "0"
      } else {
        rest.removeFirst()
        output += Self.said(character, rest.first)
        last = character
      }
    }
  }

  /// How a sign between words is spoken.
  private static func said(_ character: Character, _ next: Character?) -> String {
    switch character {
    case "·", "(", ";": ", "
    case "→": " to "
    case "%": " percent"
    case ")": next?.isLetter == true || next?.isNumber == true ? " " : ""
    case ".", ",", ":", " ", "-", "'", "&": String(character)
    case _ where character == Character(Figures.unknown): "unknown"
    case _ where character.isLetter || character.isNumber: String(character)
    default: " "
    }
  }

  /// After these words, a percentage is a point of a line instead of a change.
  private static let points = ["from ", "to ", "high ", "low "]

  /// Adds a figure, without repeating the word gain before one that says so.
  private mutating func say(_ figure: Figure) {
    let words = figure.words(isPoint: Self.points.contains { output.lowercased().hasSuffix($0) })
    if words.contains("gain") || words.contains("loss"), output.lowercased().hasSuffix("gain ") {
      output.removeLast("gain ".count)
    }
    output += words
  }
}

/// A figure in a line of text.
private struct Figure {
  private var isEstimated = false
  private var isLess = false
  private var sign = ""
  private var number = ""
  private var money: NumberFormat?
  private var isPercent = false

  /// Parses a figure at the start of a text and removes it; `nil` if there is none.
  init?(_ text: inout Substring, _ formats: [NumberFormat]) {
    var rest = text
    func takes(_ prefix: String) -> Bool {
      guard rest.hasPrefix(prefix) else { return false }
      rest.removeFirst(prefix.count)
      return true
    }
    isEstimated = takes("~")
    isLess = takes("<")
    sign = ["+", "-"].first(where: takes) ?? ""
    money = formats.first { format in
      let parts = format.with("0", sign: "").split(separator: "0", omittingEmptySubsequences: false)
      return parts[0].isEmpty ? false : takes(String(parts[0]))
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "," || $0 == "." || $0 == "•" }
    number = String(digits)
    while let end = number.last, end == "." || end == "," { number.removeLast() }
    guard !number.isEmpty, number.first != ",", number.first != "." else { return nil }
    rest.removeFirst(number.count)
    isPercent = takes("%") || takes(" %")
    if money == nil, !isPercent {
      money = formats.first { format in
        let end = format.with("0", sign: "").drop { $0 == "0" }
        return end.first == " " && takes(String(end))
      }
    }
    text = rest
  }

  /// The figure in words.
  ///
  /// - Parameter isPoint: Whether a percentage has a sign instead of a direction.
  func words(isPoint: Bool) -> String {
    let isMasked = number.hasPrefix("•")
    let about = isEstimated ? "about " : ""
    guard let money else {
      let amount = isMasked ? "hidden" : isPercent ? "\(number) percent" : number
      let way =
        switch sign {
        case "+": isPercent && !isPoint ? "up " : "plus "
        case "-": isPercent && !isPoint ? "down " : "minus "
        default: ""
        }
      return about + way + (isLess ? "less than " : "") + amount
    }
    let spoken = SpokenMoney(code: money.code)
    let amount = isLess ? spoken.lessThanSmallest : "\(number) \(spoken.plural)"
    guard !sign.isEmpty else { return isMasked ? "hidden" : about + amount }
    let change = (isEstimated ? "an estimated " : "a ") + (sign == "+" ? "gain" : "loss")
    return isMasked ? change : "\(change) of \(amount)"
  }
}
