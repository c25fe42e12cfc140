import Portfolio
import Reports

/// A sentence with its numbers masked, except in dates and times.
func withoutAmounts(_ sentence: String) -> String {
  sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
    let number = word.prefix { "0123456789.,-+e…".contains($0) }
    let isTime = number.count == 2 && word.dropFirst(2).first == ":"
    let isNumber =
      number.contains(where: \.isNumber) && !isTime && UTCDay(text: String(number)) == nil
    return isNumber ? FormattedValue.mask + word.dropFirst(number.count) : String(word)
  }.joined(separator: " ")
}
