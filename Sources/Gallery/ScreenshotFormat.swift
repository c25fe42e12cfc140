package import CellGrid
import Widgets

/// The file format of a picture.
package enum ScreenshotFormat: String, CaseIterable, Sendable {
  case text, ansi, svg, html, json, snapshot

  /// The file extension, without the dot.
  package var fileExtension: String { self == .text ? "txt" : rawValue }

  /// The format that a path's extension indicates.
  package init?(endingOf path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: ".") else { return nil }
    let ending = name[point...].dropFirst().lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtension == ending }) else {
      return nil
    }
    self = format
  }

  /// The text of a picture, identical on every run and machine.
  package func text(of picture: GalleryPicture, theme: Theme = Theme()) -> String {
    switch self {
    case .text: PlainText.text(of: picture.grid)
    case .ansi:
      ANSIText(theme: theme, depth: theme.scheme == nil ? .ansi16 : .trueColor, hasLinks: true)
        .text(of: picture.grid)
    case .svg: Self.svg(picture, theme)
    case .html: Self.html(picture, theme)
    case .json: JSONText.text(of: picture.grid)
    case .snapshot: picture.snapshot.text
    }
  }
  private static func svg(_ picture: GalleryPicture, _ theme: Theme) -> String {
    var svg = SVGText(theme: theme, title: picture.name, description: picture.spoken)
    svg.credit = picture.credit
    return svg.text(of: picture.grid)
  }

  private static func html(_ picture: GalleryPicture, _ theme: Theme) -> String {
    var html = HTMLText(theme: theme, title: picture.name)
    html.credit = picture.credit
    return html.text(of: picture.grid)
  }
}
