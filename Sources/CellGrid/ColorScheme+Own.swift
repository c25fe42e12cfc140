extension ColorScheme {
  /// The colors that a scheme of one's own may name, in the order in which they are explained.
  public static let colorNames = Self.colors.map(\.name)

  private static var colors: [(name: String, color: WritableKeyPath<ColorScheme, RGB>)] {
    [
      ("page", \.page), ("selection", \.selection), ("ink", \.ink), ("muted", \.muted),
      ("faint", \.faint), ("shade", \.shade), ("green", \.green), ("red", \.red),
      ("amber", \.amber), ("accent", \.accent), ("blue", \.blue), ("orange", \.orange),
    ]
  }

  /// A scheme of one's own: another one, with some colors changed.
  ///
  /// - Parameters:
  ///   - name: What the user calls it.
  ///   - base: The scheme whose colors hold where none is named.
  ///   - colors: Colors by their names, those of ``colorNames``.
  public init(name: String, from base: ColorScheme, colors: [String: RGB]) {
    self = base
    self.name = name
    for (name, color) in Self.colors { self[keyPath: color] = colors[name] ?? self[keyPath: color] }
    let page = TableColor(page)
    let isDark =
      page.contrast(to: TableColor(RGB(0xFFFFFF))) > page.contrast(to: TableColor(RGB(0x000000)))
    appearance = isDark ? .dark : .light
    leastContrast = 4.5
  }

  /// The first text color that cannot be read on the page or on a selected row; frames and
  /// placeholders need not be.
  public var unreadableColor: String? {
    let backgrounds = [page, selection].map(TableColor.init)
    return Self.colors.first { name, color in
      !["page", "selection", "faint", "shade"].contains(name)
        && backgrounds.contains {
          TableColor(self[keyPath: color]).contrast(to: $0) < leastContrast
        }
    }?.name
  }
}
