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

  /// A number as bitpal itself writes it.
  package func plainNumber(_ column: String) throws(RefusalReason) -> ExactDecimal {
    let text = try filled(column)
    do throws(DecimalTextError) {
      return try ExactDecimal(exact: text)
    } catch {
      throw .notANumber(column: column, error)
    }
  }

  /// A number as the exchange writes it, `nil` where the cell says there is none.
  package func number(_ column: String) throws(RefusalReason) -> ExactDecimal? {
    try fileNumber(self[column], column: column)
  }

  /// As ``localizedNumber(_:column:)``; `1,234` and `1.234` are read as the other numbers of the
  /// column show, else those of the row or file, and `kr12.50` where the file names kronor.
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

  /// The mark before fractions of `1,234`: a comma where the column, the row or the file shows one;
  /// a point where the column shows one, where the row does and nothing in the file has a comma, or
  /// where the row's figures multiply out that way.
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

  /// The mark before fractions in a column: what its own numbers show, else what all the others
  /// show, where they do not contradict each other.
  private func decimalMark(of column: String) -> DecimalMark? {
    if let own = header.decimalMark(of: column) { return own }
    guard let shown = header.sharedMark else { return decimalMark }
    let ofRow = DecimalMark(shownBy: row, isPlain: true) ?? shown
    return ofRow == shown ? shown : .both
  }

  /// The mark before fractions: what the numbers of the row show, else those of the file.
  private var decimalMark: DecimalMark? { DecimalMark(shownBy: row) ?? header.decimalMark }

  /// A number that must be there.
  package func someNumber(_ column: String) throws(RefusalReason) -> ExactDecimal {
    guard let number = try number(column) else { throw .missingCell(column) }
    return number
  }

  /// A number without its sign, zero where the cell says there is none.
  package func magnitude(_ column: String) throws(RefusalReason) -> ExactDecimal {
    abs(try number(column) ?? 0)
  }

  /// A coin or currency by its symbol.
  package func asset(_ column: String) throws(RefusalReason) -> Asset {
    Asset(symbol: try filled(column))
  }

  /// So much of something from two cells, without its sign; `nil` when the amount is empty or zero.
  package func quantity(_ amount: String, _ asset: String) throws(RefusalReason) -> AssetAmount? {
    let magnitude = try magnitude(amount)
    return magnitude == 0 ? nil : AssetAmount(amount: magnitude, asset: try self.asset(asset))
  }

  /// As ``quantity(_:_:)``, and zero where the cell says so: what was less than its last digit.
  package func roundedQuantity(_ amount: String, _ asset: String) throws(RefusalReason)
    -> AssetAmount?
  {
    guard let number = try number(amount) else { return nil }
    return AssetAmount(amount: abs(number), asset: try self.asset(asset))
  }

  /// A fee from two cells, in a list of one, or of none.
  package func fee(_ amount: String, _ asset: String) throws(RefusalReason) -> [AssetAmount] {
    guard let fee = try number(amount), fee != 0 else { return [] }
    return [AssetAmount(amount: fee, asset: try self.asset(asset))]
  }

  /// An instant that must be there.
  package func date(
    _ column: String, _ forms: DateFormat..., zone: Zone = .utc
  ) throws(RefusalReason) -> Date {
    try date(column, in: forms, zone: zone)
  }

  /// An instant that must be there, in one of several forms.
  ///
  /// Spreadsheets write every date as `3/31/2024` or `31.3.2024`: such dates are read in the order
  /// that the rows of the file show, and where none shows it in the format's own.
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
    // Workbook cells are converted to this format only.
    guard let date = parsedDate(text, forms + [.yearFirst], zone: zone) else {
      throw .notADate(column: column, text)
    }
    return date
  }
}
