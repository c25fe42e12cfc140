/// Where a screen is shown and its keys come from.
public struct ScreenTerminal: Hashable, Sendable {
  /// The terminfo name; nil for `TERM`.
  public var name: String?
  /// The locale that decides the character set; nil for the environment's.
  public var locale: String?
  /// The descriptor keys are read from.
  public var input: Int32
  /// The descriptor the picture is written to.
  public var output: Int32
  /// The size to assume when the output is a file.
  public var fileSize: Size?
  /// Whether the terminal is known to show 24-bit colors; its description may say so as well.
  public var hasTrueColor: Bool

  /// A number of columns and rows.
  public struct Size: Hashable, Sendable {
    /// Columns, from 1.
    public var columns: Int
    /// Rows, from 1.
    public var rows: Int

    /// Makes a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The terminal the program was started in.
  public static let standard = ScreenTerminal(input: 0, output: 1)

  /// Makes a terminal, or with a size a file that stands for one.
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
