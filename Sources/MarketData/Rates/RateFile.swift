import Exact
import FoundationEssentials
import Portfolio

/// A file of exchange rates in any of the known forms.
///
/// The forms are `date,currency,usd` with a line for each rate, the ECB's CSV with a row for each
/// day, and the ECB's XML.
public enum RateFile: Equatable, Sendable {
  /// US dollars for one unit, line by line.
  case dollars([DollarRate])
  /// Units for one euro, day by day.
  case euro([EuroRateRow])

  /// Reads a whole file.
  ///
  /// - Parameter bytes: The file, UTF-8, with or without a byte order mark.
  /// - Throws: ``RateFileError`` for the first problem.
  public init(_ bytes: some Collection<UInt8>) throws(RateFileError) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    let content = text.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
    guard !content.isEmpty else { throw .empty }
    if content.first == "<" {
      self = .euro(try ECBDocument.rows(in: Array(content.utf8)))
      return
    }
    // A byte order mark can combine with the first character, which then counts as white space.
    let lines = RateLines(content)
    let header = lines.header
    if Set(header) == ["date", "currency", "usd"], header.count == 3 {
      self = .dollars(try lines.dollarRates())
    } else if header.first == "date", header.dropFirst().allSatisfy({ $0.utf8.count == 3 }),
      header.count > 1
    {
      self = .euro(try lines.euroRows())
    } else {
      throw .unknownForm
    }
  }
}

/// Why a file of exchange rates cannot be read.
public enum RateFileError: Error, Equatable, Sendable {
  /// The file is not UTF-8.
  case notText
  /// The file has no content.
  case empty
  /// The file has none of the known forms.
  case unknownForm
  /// A line cannot be read; lines count from 1.
  case line(Int, RateTextError)
  /// The XML is not the ECB's, is truncated or malformed; `offset` counts bytes from the start.
  case document(offset: Int, String)

  /// The reason in one line, without a final period.
  public var reason: String {
    switch self {
    case .notText: "the file is not UTF-8 text"
    case .empty: "the file is empty"
    case .unknownForm:
      "unknown columns; use date,currency,usd or a file of the ECB (eurofxref CSV or XML)"
    case .line(let line, let error): "line \(line): \(error.reason)"
    case .document(let offset, let reason): "byte \(offset): \(reason)"
    }
  }
}

/// The lines of a CSV file without quoted fields.
private struct RateLines {
  private let lines: [(number: Int, fields: [Substring])]
  let header: [String]

  init(_ content: Substring) {
    var lines: [(Int, [Substring])] = []
    let texts = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, text) in texts.enumerated() {
      let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
      // The ECB ends every line with a comma.
      let isOpen = fields.count > 1 && fields.last?.isEmpty == true
      guard fields.contains(where: { !$0.isEmpty }) else { continue }
      lines.append((index + 1, isOpen ? fields.dropLast() : fields))
    }
    header = (lines.first?.1 ?? []).map { $0.lowercased() }
    self.lines = Array(lines.dropFirst())
  }

  func dollarRates() throws(RateFileError) -> [DollarRate] {
    let columns = Dictionary(uniqueKeysWithValues: header.enumerated().map { ($1, $0) })
    let (date, currency, usd) = (
      columns["date"] ?? 0, columns["currency"] ?? 1, columns["usd"] ?? 2
    )
    var rates: [DollarRate] = []
    for (number, fields) in lines {
      do throws(RateTextError) {
        try checkCount(fields)
        rates.append(
          DollarRate(
            day: try day(fields[date]), currency: try DollarRate.readCode(fields[currency]),
            dollars: try DollarRate.readRate(fields[usd])))
      } catch { throw .line(number, error) }
    }
    return rates
  }

  func euroRows() throws(RateFileError) -> [EuroRateRow] {
    let codes = header.map { $0.uppercased() }
    if let code = codes.dropFirst().first(where: { !DollarRate.isCode($0) }) {
      throw .line(1, .unknownCurrency(code))
    }
    var rows: [EuroRateRow] = []
    for (number, fields) in lines {
      do throws(RateTextError) {
        try checkCount(fields)
        var rates: [String: ExactDecimal] = [:]
        for (code, text) in zip(codes, fields).dropFirst() where text != "N/A" {
          rates[code] = try DollarRate.readRate(text)
        }
        rows.append(EuroRateRow(day: try day(fields[0]), unitsPerEuro: rates))
      } catch { throw .line(number, error) }
    }
    return rows
  }

  private func checkCount(_ fields: [Substring]) throws(RateTextError) {
    guard fields.count == header.count else {
      throw .wrongFieldCount(expected: header.count, found: fields.count)
    }
  }

  private func day(_ text: Substring) throws(RateTextError) -> UTCDay {
    guard let day = UTCDay(text: text) ?? spelledDay(text) else { throw .notADate(String(text)) }
    return day
  }
}

/// Parses a day as in the ECB's single-day file: `30 October 2026`.
private func spelledDay(_ text: Substring) -> UTCDay? {
  let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  let words = text.split(separator: " ")
  guard words.count == 3, let day = Int(words[0]), let year = Int(words[2]),
    let month = months.firstIndex(of: String(words[1]))
  else { return nil }
  return UTCDay(year: year, month: month + 1, day: day)
}

private func trimmed(_ text: Substring) -> Substring {
  let start = text.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
  return start.prefix(
    start.count - start.reversed().prefix { $0 == " " || $0 == "\t" || $0 == "\r" }.count)
}
