/// The name of a form: a format and the columns of its table.
///
/// Rows with equal cells are the same only under equal columns, so tables of one format with other
/// columns are different reports.
public struct FormName: Sendable, Hashable {
  /// The format, a key of ``DerivationRules/traits``.
  public let format: String
  /// The name with the digest of the columns; equal to the format for a file without a table.
  public let text: String

  private static let separator: Character = "#"

  /// Reads a name.
  public init(_ text: String) {
    self.text = text
    format = text.firstIndex(of: Self.separator).map { String(text[..<$0]) } ?? text
  }

  /// Names the form of a table.
  ///
  /// - Parameter columns: A digest of the names of its columns in order.
  public init(format: String, columns: String) {
    self.format = format
    text = "\(format)\(Self.separator)\(columns)"
  }
}

extension FactSource {
  /// The name of the format of its form.
  public var format: String { FormName(form).format }
}
