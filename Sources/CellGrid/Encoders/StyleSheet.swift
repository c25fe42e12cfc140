/// CSS rules for the role colors of a page, for light and dark.
///
/// Only the property `color` is set and everything is drawn in the current color, because some
/// renderers do not support CSS variables.
struct StyleSheet {
  let theme: Theme
  /// Occasional roles on the page; absent ones need no rule.
  private let occasional: Set<Role>

  init(theme: Theme, of grids: Grid...) { self.init(theme: theme, of: grids) }

  init(theme: Theme, of grids: [Grid]) {
    self.theme = theme
    occasional = Set(grids.flatMap { $0.cells.map(\.style.role) })
      .filter { theme.roles[$0].isOccasional }
  }

  private var roles: [Role] {
    theme.roles.roles.filter { !theme.roles[$0].isOccasional || occasional.contains($0) }
  }

  /// The rules; if the background is unknown, they follow the reader's light or dark setting.
  var text: String {
    let weights = roles.filter { isBold($0) }.map { ".grid .\($0.name)" }
    let bold = "\(weights.joined(separator: ",")){font-weight:bold}\n"
    let (page, other) = pages
    let dark = other.map { "@media (prefers-color-scheme:dark){\n\(colors($0))}\n" } ?? ""
    return colors(page) + bold + dark
  }

  /// The page's scheme, and a different one for readers in dark mode, if any.
  var pages: (ColorScheme, inTheDark: ColorScheme?) {
    if let scheme = theme.scheme { return (scheme, nil) }
    return switch theme.appearance {
    case .light: (.light, nil)
    case .dark: (.dark, nil)
    case .unknown: (.light, .dark)
    }
  }

  private func isBold(_ role: Role) -> Bool {
    theme.look(of: Style(role), depth: .trueColor).isBold
  }

  private func colors(_ scheme: ColorScheme) -> String {
    var byColor: [(color: RGB, classes: [String])] = [
      (scheme.color(of: .ink, palette: theme.palette), [".grid"])
    ]
    for role in roles {
      let color = scheme.color(of: theme.roles[role].hue, palette: theme.palette)
      let name = ".grid .\(role.name)"
      if let index = byColor.firstIndex(where: { $0.color == color }) {
        byColor[index].classes.append(name)
      } else {
        byColor.append((color, [name]))
      }
    }
    byColor.append((scheme.page, [".grid .\(Self.page)"]))
    byColor.append((scheme.selection, [".grid .\(Self.selected)"]))
    return byColor.map { "\($0.classes.joined(separator: ",")){color:\($0.color.css)}\n" }.joined()
  }

  /// The class of the page background.
  static let page = "ground"
  /// The class of a selected row's background.
  static let selected = "selected"
}

/// Escapes the special characters of XML and HTML.
public func markupEscaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
