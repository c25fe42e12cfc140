/// The terminal that a screen uses for output and keys.
public struct ScreenTerminal: Hashable, Sendable {
  /// The terminfo name; nil for `TERM`.
  public var name: String?
  /// The locale for the character set; nil for the environment's.
  public var locale: String?
  /// The descriptor for reading keys.
  public var input: Int32
  /// The descriptor for output.
  public var output: Int32
  /// The size to use if the output is a file.
  public var fileSize: Size?
  /// Whether 24-bit colors are supported even if the terminal's description lacks them.
  public var hasTrueColor: Bool

  /// Number of columns and rows.
  public struct Size: Hashable, Sendable {
    /// Columns, from 1.
    public var columns: Int
    /// Rows, from 1.
    public var rows: Int

    /// Creates a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The terminal that the program was started in.
  public static let standard = ScreenTerminal(input: 0, output: 1)

  /// Creates a terminal, or with a size, a file that replaces one.
  public init(
    name: String? = nil, locale: String? = nil, input: Int32, output: Int32,
    fileSize: Size? = nil, hasTrueColor: Bool = false
  ) {
    self.name = name
    self.locale = locale
    self.input = input
    self.output = output
    self.fileSize = fileSize
    self.hasTrueColor = hasTrueColor
  }
}
