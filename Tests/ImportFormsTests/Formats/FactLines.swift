import Exact
import FoundationEssentials
import Portfolio
import Testing

@testable import ImportForms
@testable import ImportText

/// The facts read from a file before they are valued, one line per row.
func factLines(_ text: String) throws -> [String] {
  try results(of: text).results.map(\.line)
}

/// The results of reading a file, and the reader detected from its header.
func results(of text: String) throws -> (format: ImportFormat, results: [RowResult]) {
  var found: FormatReader?
  let table = CSVTable.find(in: Array(text.utf8)) { header in
    found = FormatReader.first(recognizing: header)
    return found != nil
  }
  var rows = try #require(table)
  let reader = try #require(found)
  if let column = reader.slashedDates { try rows.findDateOrder(in: column) }
  var results: [RowResult] = []
  let records = reader.read(rows)
  for record in try rows.records() { records.read(record) { results.append($0) } }
  records.finish { results.append($0) }
  return (reader.format, results)
}

extension RowResult {
  /// The result on one line, such as `2024-05-01T10:00:00Z +0.5 BTC -1000 USD, fee 2 USD`.
  var line: String {
    switch self {
    case .trade(let facts): facts.line
    case .move(let facts): facts.line
    case .entry(let entry): "entry \(entry.asset.name)"
    case .record(let record): "move \(record.move.coinId)"
    case .leftOut(let row): "\(row.source.line): \(row.reason)"
    case .refused(let row): "\(row.source.line): refused, \(row.reason.summary)"
    }
  }
}

extension AssetAmount {
  fileprivate func signed(_ sign: String) -> String {
    "\(sign)\(amount.description) \(asset.name)"
  }
}

extension TradeFacts {
  fileprivate var line: String {
    var head = [date.utcText]
    if let category { head.append(category.rawValue) }
    if isGift { head.append("gift") }
    if let received { head.append(received.signed("+")) }
    if let spent { head.append(spent.signed("-")) }
    var parts = [head.joined(separator: " ")]
    parts += fees.filter { $0.amount != 0 }.map { "fee \($0.signed(""))" }
    parts += feesIncluded.filter { $0.amount != 0 }.map { "including \($0.signed(""))" }
    if let feeWorth {
      parts.append("fee worth \(feeWorth.amount.description) \(feeWorth.asset.name)")
    }
    if let dollars { parts.append("worth \(dollars.description) USD") }
    if let native, native.asset != .dollar { parts.append("worth \(native.signed(""))") }
    parts += balances.map { "left \($0.signed(""))" }
    if !account.isEmpty { parts.append("at \(account)") }
    if !reference.isEmpty { parts.append("[\(reference)]") }
    if !hash.isEmpty { parts.append("#\(hash)") }
    return parts.joined(separator: ", ")
  }
}

extension MoveFacts {
  fileprivate var line: String {
    var parts = ["\(date.utcText) move \(quantity.signed(""))"]
    if fee != 0 { parts.append("fee \(fee.description)") }
    if let balance { parts.append("left \(balance.description)") }
    if !account.isEmpty { parts.append("at \(account)") }
    if !otherAccount.isEmpty { parts.append("to \(otherAccount)") }
    if !reference.isEmpty { parts.append("[\(reference)]") }
    if !hash.isEmpty { parts.append("#\(hash)") }
    return parts.joined(separator: ", ")
  }
}
