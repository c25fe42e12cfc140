/// The rules that give each role its color on a page, in the light and in the dark.
///
/// Only the property `color` is set and everything is drawn in the current color, because some
/// renderers know no CSS variables.
struct StyleSheet {
  let theme: Theme
  /// The occasional roles that the page has; those it has not need no rule.
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

  /// The rules; a theme of unknown appearance follows the reader's own light or dark.
  var text: String {
    let weights = roles.filter { isBold($0) }.map { ".grid .\($0.name)" }
    let bold = "\(weights.joined(separator: ",")){font-weight:bold}\n"
    let (page, other) = pages
    let dark = other.map { "@media (prefers-color-scheme:dark){\n\(colors($0))}\n" } ?? ""
    return colors(page) + bold + dark
  }

  /// The scheme of the page, and the one for readers in the dark where it is another.
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
  /// The class of a selected row's bar.
  static let selected = "selected"
}

/// A text with the characters that mean something to XML and HTML written as entities.
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
