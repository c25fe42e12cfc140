extension LineBitmap {
  /// Encodes the picture in sixels: six vertical pixels per character.
  ///
  /// Pixels without ink are not painted. Sixels have no transparency, so inks are mixed with the
  /// page. A VT340 and compatible terminals have sixteen colors.
  func sixels(_ theme: Theme) -> String { reduced(to: 16).plainSixels(theme) }

  private func plainSixels(_ theme: Theme) -> String {
    let page = Color(theme.pictureScheme.page, alpha: 255)
    // Pixels are square; those without color are left unchanged.
    var text = "\u{1B}P0;1q\"1;1;\(width);\(height)"
    for (index, color) in colors(theme).enumerated().dropFirst() {
      let mixed = color.over(page)
      let percent = [mixed.red, mixed.green, mixed.blue].map { "\(($0 * 100 + 127) / 255)" }
      text += "#\(index);2;" + percent.joined(separator: ";")
    }
    let bands = stride(from: 0, to: height, by: 6).map { layers(from: $0).joined(separator: "$") }
    return text + bands.joined(separator: "-") + "\u{1B}\\"
  }

  /// Encodes six rows of pixels, color by color.
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

  /// The characters of a layer, with `!n` before a repeated one.
  private static func runs(of layer: [UInt8]) -> String {
    var text = ""
    var start = 0
    while start < layer.count {
      let end = layer[start...].firstIndex { $0 != layer[start] } ?? layer.count
      // Trailing blanks of a row are not needed.
      guard end < layer.count || layer[start] != 0 else { break }
      let sign = String(Unicode.Scalar(63 + layer[start]))
      let count = end - start
      text += count > 3 ? "!\(count)\(sign)" : String(repeating: sign, count: count)
      start = end
    }
    return text
  }
}
