extension LineBitmap {
  /// The picture in sixels: six pixels, one above the other, to a character.
  ///
  /// What has no ink is not painted. Sixels know no half-clear color: inks are mixed with the page.
  /// A VT340 and terminals that follow it have sixteen colors.
  func sixels(_ theme: Theme) -> String { reduced(to: 16).plainSixels(theme) }

  private func plainSixels(_ theme: Theme) -> String {
    let page = Color(theme.pictureScheme.page, alpha: 255)
    // Pixels are square, and those without a color stay as they are.
    var text = "\u{1B}P0;1q\"1;1;\(width);\(height)"
    for (index, color) in colors(theme).enumerated().dropFirst() {
      let mixed = color.over(page)
      let percent = [mixed.red, mixed.green, mixed.blue].map { "\(($0 * 100 + 127) / 255)" }
      text += "#\(index);2;" + percent.joined(separator: ";")
    }
    let bands = stride(from: 0, to: height, by: 6).map { layers(from: $0).joined(separator: "$") }
    return text + bands.joined(separator: "-") + "\u{1B}\\"
  }

  /// Six rows of pixels, color by color.
  private func layers(from top: Int) -> [String] {
    var layers = [[UInt8]](repeating: [], count: inks.count)
    for row in top..<min(top + 6, height) {
      for column in 0..<width {
        let ink = Int(pixels[row * width + column])
        guard ink > 0 else { continue }
        if layers[ink].isEmpty { layers[ink] = Array(repeating: 0, count: width) }
        layers[ink][column] |= 1 << UInt8(row - top)
      }
    }
    return layers.enumerated().filter { !$1.isEmpty }.map { ink, layer in
      "#\(ink)" + Self.runs(of: layer)
    }
  }

  /// The characters of a layer, `!n` before one that stands for several.
  private static func runs(of layer: [UInt8]) -> String {
    var text = ""
    var start = 0
    while start < layer.count {
      let end = layer[start...].firstIndex { $0 != layer[start] } ?? layer.count
      // The end of a row needs no blanks.
      guard end < layer.count || layer[start] != 0 else { break }
      let sign = String(Unicode.Scalar(63 + layer[start]))
      let count = end - start
      text += count > 3 ? "!\(count)\(sign)" : String(repeating: sign, count: count)
      start = end
    }
    return text
  }
}
