package import Exact
package import FoundationEssentials
import Portfolio

extension CSVRecord {
  /// A cell that must not be empty.
  package func filled(_ column: String) throws(RefusalReason) -> String {
    let cell = self[column]
    guard !cell.isEmpty else { throw .missingCell(column) }
    return cell
  }

  /// A number as bitpal writes it.
  package func plainNumber(_ column: String) throws(RefusalReason) -> ExactDecimal {
    let text = try filled(column)
    do throws(DecimalTextError) {
      return try ExactDecimal(exact: text)
    } catch {
      throw .notANumber(column: column, error)
    }
  }

  /// A number as the exchange writes it, or `nil` if the cell marks a missing value.
  package func number(_ column: String) throws(RefusalReason) -> ExactDecimal? {
    try fileNumber(self[column], column: column)
  }

  /// As ``localizedNumber(_:column:)``, but resolves `1,234` and `1.234` by the other numbers of
  /// the column, else of the row or file, and accepts `kr12.50` if the file names kronor.
  package func fileNumber(_ text: String, column: String) throws(RefusalReason) -> ExactDecimal? {
    if mayGroupByPoint(text), let shown = decimalMark(of: column), shown != .point {
      guard shown == .comma else { throw .ambiguousNumber(column: column, text) }
      return try fileNumber(text.filter { $0 != "." }, column: column)
    }
    do throws(RefusalReason) {
      return try localizedNumber(text, column: column)
    } catch .ambiguousNumber(let column, let cell) {
      switch markOfThousands(text, in: column) {
      case .comma: return try localizedNumber(text.replacing(",", with: "."), column: column)
      case .point: return try localizedNumber(text.replacing(",", with: ""), column: column)
      case .both, nil: throw .ambiguousNumber(column: column, cell)
      }
    } catch {
      guard case .notANumber(_, .notANumber) = error, let number = withoutCurrency(text) else {
        throw error
      }
      return try fileNumber(number, column: column)
    }
  }

  /// The decimal separator for `1,234`.
  ///
  /// It is a comma if the column, row or file shows one. It is a point if the column shows one, if
  /// the row does and nothing in the file has a comma, or if the row's figures multiply out that
  /// way.
  private func markOfThousands(_ text: String, in column: String) -> DecimalMark? {
    if let shown = decimalMark(of: column), shown == .comma { return .comma }
    if let own = header.decimalMark(of: column) { return own }
    let isOfPoints = header.sharedMark.map { $0 == .point } ?? true
    if isOfPoints, DecimalMark(shownBy: row) == .point { return .point }
    return DecimalMark(ofProductIn: row, with: text)
  }

  /// A number without grouped thousands, unless other numbers show that a comma is decimal.
  package func ungrouped(_ text: String) -> String {
    decimalMark == .comma ? text : withoutThousands(text)
  }

  /// The decimal separator of a column: by its own numbers, else by all others if they agree.
  private func decimalMark(of column: String) -> DecimalMark? {
    if let own = header.decimalMark(of: column) { return own }
    guard let shown = header.sharedMark else { return decimalMark }
    let ofRow = DecimalMark(shownBy: row, isPlain: true) ?? shown
    return ofRow == shown ? shown : .both
  }

  /// The decimal separator: by the row's numbers, else by the file's.
  private var decimalMark: DecimalMark? { DecimalMark(shownBy: row) ?? header.decimalMark }

  /// A required number.
  package func someNumber(_ column: String) throws(RefusalReason) -> ExactDecimal {
    guard let number = try number(column) else { throw .missingCell(column) }
    return number
  }

  /// A number without its sign; zero if the cell marks a missing value.
  package func magnitude(_ column: String) throws(RefusalReason) -> ExactDecimal {
    abs(try number(column) ?? 0)
  }

  /// A coin or currency by its symbol.
  package func asset(_ column: String) throws(RefusalReason) -> Asset {
    Asset(symbol: try filled(column))
  }

  /// An amount and its asset from two cells, without a sign; `nil` if empty or zero.
  package func quantity(_ amount: String, _ asset: String) throws(RefusalReason) -> AssetAmount? {
    let magnitude = try magnitude(amount)
    return magnitude == 0 ? nil : AssetAmount(amount: magnitude, asset: try self.asset(asset))
  }

  /// As ``quantity(_:_:)``, but zero if the cell is zero: the amount was below its last digit.
  package func roundedQuantity(_ amount: String, _ asset: String) throws(RefusalReason)
    -> AssetAmount?
  {
    guard let number = try number(amount) else { return nil }
    return AssetAmount(amount: abs(number), asset: try self.asset(asset))
  }

  /// A fee from two cells, as a list with one or no element.
  package func fee(_ amount: String, _ asset: String) throws(RefusalReason) -> [AssetAmount] {
    guard let fee = try number(amount), fee != 0 else { return [] }
    return [AssetAmount(amount: fee, asset: try self.asset(asset))]
  }

  /// A required instant.
  package func date(
    _ column: String, _ forms: DateFormat..., zone: Zone = .utc
  ) throws(RefusalReason) -> Date {
    try date(column, in: forms, zone: zone)
  }

  /// A required instant, in one of several formats.
  ///
  /// Spreadsheets rewrite dates as `3/31/2024` or `31.3.2024`. Such dates are read in the order
  /// that the file's rows show, else in the format's own.
  package func date(_ column: String, in forms: [DateFormat], zone: Zone) throws(RefusalReason)
    -> Date
  {
    let text = try filled(column)
    let zone = header.zone(of: column, orOwn: zone)
    if DateOrder.maySpeak(text),
      DateOrder.isSlashed(text) || DateOrder.isDotted(text) || DateOrder.hasShortYear(text)
    {
      return try instant(text, column, forms, zone: zone)
    }
    // Workbook cells are always converted to this format.
    guard let date = parsedDate(text, forms + [.yearFirst], zone: zone) else {
      throw .notADate(column: column, text)
    }
    return date
  }
}
