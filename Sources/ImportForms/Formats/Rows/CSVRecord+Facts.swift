import Exact
import FoundationEssentials
import ImportText
import Portfolio

extension CSVRecord {
  /// The row's initial facts: its source and date.
  func facts(
    _ column: String, _ forms: DateFormat..., zone: Zone = .utc
  ) throws(RefusalReason) -> TradeFacts {
    TradeFacts(source: source, date: try date(column, in: forms, zone: zone))
  }

  /// The exchange's id of the row with its source, such as `kraken TABC-…`; empty if the cell is.
  func reference(_ source: String, _ column: String) -> String {
    let id = self[column]
    return id.isEmpty || isCutOff(id) || id.isMasked ? "" : "\(source) \(id)"
  }

  /// Whether a spreadsheet rounded an id, as in `1.70132E+18`, so that many rows share it.
  func isCutOff(_ id: String) -> Bool {
    // Fast path: every row has an id, and searching for one byte is many times faster.
    guard id.utf8.contains(UInt8(ascii: "+")), let mark = id.firstRange(of: "E+") else {
      return false
    }
    return id[..<mark.lowerBound].allSatisfy { $0.isNumber || ".,".contains($0) }
      && id[mark.upperBound...].allSatisfy(\.isNumber)
  }

  /// A number with its unit after it (`0.03605ETH`, `12.5 USD`) or before it (`BTC 0.5`).
  ///
  /// A ticker may start with digits (`1INCH`), so the known ones are tried first.
  ///
  /// - Returns: `nil` if the cell is empty or the amount is zero; the amount is unsigned.
  func glued(_ column: String, known: [Asset] = []) throws(RefusalReason) -> AssetAmount? {
    guard let quantity = try signedGlued(column, known: known), quantity.amount != 0 else {
      return nil
    }
    return AssetAmount(amount: abs(quantity.amount), asset: quantity.asset)
  }

  /// As ``glued(_:known:)``, with its sign.
  ///
  /// - Parameter groupsThousands: Whether a comma groups thousands, so `1,000` is a thousand.
  func signedGlued(
    _ column: String, known: [Asset] = [], groupsThousands: Bool = false
  ) throws(RefusalReason) -> AssetAmount? {
    let cell = groupsThousands ? ungrouped(self[column]) : self[column]
    guard !cell.isEmpty else { return nil }
    if let asset = known.first(where: { cell.uppercased().hasSuffix($0.name.uppercased()) }) {
      let digits = cell.dropLast(asset.name.count).trimmed
      guard let amount = try fileNumber(digits, column: column) else { return nil }
      return AssetAmount(amount: amount, asset: asset)
    }
    if cell.first?.isLetter == true, let space = cell.lastIndex(of: " ") {
      guard let amount = try fileNumber(cell[space...].trimmed, column: column) else {
        return nil
      }
      return AssetAmount(amount: amount, asset: Asset(symbol: cell[..<space].trimmed))
    }
    return try withUnitBehind(cell, column: column)
  }

  private func withUnitBehind(
    _ cell: String, column: String
  ) throws(RefusalReason) -> AssetAmount? {
    let unitStart: String.Index
    if let space = cell.lastIndex(of: " ") {
      unitStart = cell.index(after: space)
    } else {
      unitStart = cell.firstIndex { !$0.isNumber && !".,-+".contains($0) } ?? cell.endIndex
    }
    guard let amount = try fileNumber(cell[..<unitStart].trimmed, column: column) else {
      return nil
    }
    let unit = cell[unitStart...].trimmed
    guard !unit.isEmpty else {
      guard amount == 0 else { throw .missingCell("currency of \(column)") }
      return nil
    }
    return AssetAmount(amount: amount, asset: Asset(symbol: unit))
  }

  /// The unsigned amount of a known asset, with or without its unit after the number.
  func amount(_ column: String, of asset: Asset) throws(RefusalReason) -> AssetAmount {
    let cell = try filled(column)
    let name = asset.name.uppercased()
    let digits = cell.uppercased().hasSuffix(name) ? cell.dropLast(name.count).trimmed : cell
    guard let amount = try fileNumber(digits, column: column) else {
      throw .missingCell(column)
    }
    return AssetAmount(amount: abs(amount), asset: asset)
  }

  /// A fee with its unit after it, as a list with one or no element.
  func gluedFee(_ column: String, known: [Asset] = []) throws(RefusalReason) -> [AssetAmount] {
    guard let fee = try signedGlued(column, known: known), fee.amount != 0 else { return [] }
    return [fee]
  }

  /// The exact product of amount and price if the file's total is that product truncated; otherwise
  /// the total.
  func total(
    _ amount: ExactDecimal, _ price: String, _ total: String
  ) throws(RefusalReason) -> ExactDecimal {
    let stated = try magnitude(total)
    guard let price = try number(price) else { return stated }
    let exact = try exactProduct(amount, abs(price), column: total)
    return abs(exact - stated) < stated.lastDigit ? exact : stated
  }

  /// Refuses contradicting figures: amount times price is not the total.
  ///
  /// The price and the total may each be off by one in the last digit. A price that is more than a
  /// number, for example with a unit, is not checked.
  ///
  /// - Throws: ``RefusalReason/contradiction(price:amount:total:)``.
  func check(
    _ column: String, times amount: ExactDecimal, is total: ExactDecimal
  ) throws(RefusalReason) {
    let price: ExactDecimal?
    do throws(RefusalReason) { price = try number(column) } catch { return }
    guard let price, price != 0 else { return }
    let (one, many, all) = (abs(price), abs(amount), abs(total))
    let exact = one * many
    let slack =
      one.lastDigit * many + all.lastDigit
    let sum = all
    guard sum <= exact + slack, exact <= sum + slack else {
      throw .contradiction(price: one, amount: many, total: all)
    }
  }

  /// An unsigned value with up to 43 digits, as some programs write.
  ///
  /// A decimal holds 38 digits; the rest, less than 10⁻³⁰ of a dollar, is rounded away.
  func long(
    _ column: String
  ) throws(RefusalReason) -> (value: ExactDecimal, isRounded: Bool) {
    let cell = self[column]
    let digits = cell.utf8.count { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
    guard digits > ExactDecimal.exactDigits, let point = cell.firstIndex(of: ".") else {
      return (try magnitude(column), false)
    }
    // One digit more than is kept, read as two exact numbers, so the last can be rounded.
    let whole = cell[..<point]
    let wholeDigits = whole.drop { $0 == "-" || $0 == "0" }.utf8.count
    let places = ExactDecimal.exactDigits - wholeDigits
    let fraction = cell[cell.index(after: point)...]
    guard places > 0, fraction.count > places, fraction.allSatisfy(\.isNumber),
      let next = fraction.dropFirst(places).first?.wholeNumberValue,
      let kept = try localizedNumber("\(whole).\(fraction.prefix(places))", column: column)
    else { return (try magnitude(column), false) }
    let step = ExactDecimal(next >= 5 ? 1 : 0, exponent: -places)
    return (try exactSum(abs(kept), step, column: column), true)
  }

  /// The sides of a required pair.
  func pair(_ column: String) throws(RefusalReason) -> (base: Asset, quote: Asset) {
    try Asset.pair(try filled(column))
  }

  /// The result for a row that cannot be read: refused, unless it is a section title or repeats the
  /// header.
  func unread(_ reason: RefusalReason) -> RowResult {
    guard !isHeading else {
      return .leftOut(LeftOutRow(source: source, reason: .otherKind("heading")))
    }
    // In any form, the user may declare that rows of a word are ignored.
    switch reason {
    case .unknownKind(let word), .unknownLabel(let word, _):
      guard named(word) == .nothing else { break }
      return .leftOut(LeftOutRow(source: source, reason: .otherKind(word)))
    default: break
    }
    return .refused(RefusedRow(source: source, reason: reason))
  }

  private var isHeading: Bool {
    let filled = header.columns.keys.filter { !self[$0].isEmpty }
    if filled.count == 1, emptyFileMarkers.contains(self[filled[0]]) { return true }
    if filled.count == 1 { return header.count > 4 && !self[filled[0]].contains(where: \.isNumber) }
    return filled.count > 2
      && filled.allSatisfy { self[$0].lowercased() == $0.prefix { $0 != "#" } }
  }

  /// The first of these columns that the file has.
  func firstColumn(_ names: String...) -> String {
    names.first { header.has([$0]) } ?? names[0]
  }
}

extension CSVHeader {
  /// The first of these columns that the file has.
  func first(_ names: String...) -> String { names.first { has([$0]) } ?? names[0] }

  /// The alphabetically first column with a prefix.
  func first(prefix: String) -> String? {
    columns.keys.sorted().first { $0.hasPrefix(prefix) }
  }

  /// The currency at the end of a heading, such as `Net Value (USD)` or `Buy Value in GBP`.
  func unit(of column: String) -> String? {
    if let words = column.ranges(of: " in ").last, column[words.upperBound...].utf8.count == 3 {
      return column[words.upperBound...].uppercased()
    }
    guard column.hasSuffix(")"), let opening = column.lastIndex(of: "(") else { return nil }
    let unit = column[column.index(after: opening)...].dropLast().uppercased()
    return unit.utf8.count == 3 ? unit : nil
  }
}

extension TradeFacts {
  /// Sets both sides: `base` was bought or sold for `quote`.
  ///
  /// - Parameter price: The price of one, if the file has it; gives the value if the total is
  ///   rounded to zero.
  mutating func exchange(
    _ base: AssetAmount, for quote: AssetAmount, side: RowKind,
    price: (record: CSVRecord, column: String)? = nil
  ) throws(RefusalReason) {
    if quote.amount == 0, let price {
      let one = try price.record.magnitude(price.column)
      worth(try exactProduct(base.amount, one, column: price.column), quote.asset)
    }
    (received, spent) = side == .sell ? (quote, base) : (base, quote)
  }

  /// Adds the stated value of the row, in dollars, another currency or a coin.
  mutating func worth(_ amount: ExactDecimal, _ currency: Asset) {
    guard amount != 0 else { return }
    if currency == .dollar { dollars = abs(amount) }
    native = AssetAmount(amount: abs(amount), asset: currency)
  }

  /// Sets the stated value of the row's fee.
  mutating func feeWorth(_ amount: ExactDecimal, _ currency: Asset) {
    if amount != 0 { feeWorth = AssetAmount(amount: abs(amount), asset: currency) }
  }

  /// Sets the only side, by the sign of the amount.
  mutating func addSide(_ amount: ExactDecimal, _ asset: Asset) {
    let quantity = AssetAmount(amount: abs(amount), asset: asset)
    if amount < 0 { spent = quantity } else if amount > 0 { received = quantity }
  }
}

extension ExactDecimal {
  /// One unit of the number's last decimal place; 1 for whole numbers.
  fileprivate var lastDigit: ExactDecimal {
    ExactDecimal(1, exponent: -decimalPlaces)
  }
}

extension String {
  /// Whether an id is masked: a letter or sign repeated (`aaa`, `***`, `xxxx-xxxx`, `000`).
  fileprivate var isMasked: Bool {
    guard utf8.count > 2, let first = utf8.first else { return false }
    // Repeated digits are a valid id unless they are zeros.
    if (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) { return false }
    return utf8.allSatisfy { $0 == first || $0 == UInt8(ascii: "-") }
  }
}
