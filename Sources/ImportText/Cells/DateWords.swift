/// How months begin in English, German, French, Spanish, Portuguese, Italian, Dutch, Russian,
/// Czech, Polish and the languages of Scandinavia, in which no beginning means another month.
///
/// Listopad is October in Croatia and November in Poland: it is neither.
package let monthNames = [
  ["jan", "ene", "gen", "янв", "sty", "led"], ["feb", "fév", "fev", "фев", "lut", "úno"],
  ["mar", "mär", "mrz", "mrt", "мар", "bře"], ["apr", "abr", "avr", "апр", "kwi", "dub"],
  ["may", "mai", "mag", "mei", "maj", "май", "мая", "kvě"],
  ["jun", "juin", "giu", "июн", "cze", "červn"], ["jul", "juil", "lug", "июл", "lipc", "červenc"],
  ["aug", "ago", "aoû", "авг", "sie", "srpna"], ["sep", "set", "сен", "wrz", "zář"],
  ["oct", "okt", "out", "ott", "окт", "paź", "říj"], ["nov", "ноя"],
  ["dec", "dez", "déc", "dic", "des", "дек", "gru", "pro"],
]

/// A date of East Asia with dashes, such as `2024-3-31 10:00 AM` for `2024년 3월 31일 오전 10:00`;
/// `nil` for any other text.
package func eastAsianDate(_ text: String) -> String? {
  guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return nil }
  let halves = [
    ("上午", "AM"), ("午前", "AM"), ("오전", "AM"), ("下午", "PM"), ("午後", "PM"), ("오후", "PM"),
  ]
  let half = halves.first { text.contains($0.0) }?.1
  guard half != nil || text.contains("年") || text.contains("년") else { return nil }
  let parts = text.split { !$0.isNumber && $0 != ":" }
  guard parts.count >= 3, parts[0].count == 4 else { return nil }
  let clock = parts.dropFirst(3).joined(separator: ":")
  return [parts.prefix(3).joined(separator: "-"), clock, half ?? ""].filter { !$0.isEmpty }
    .joined(separator: " ")
}
