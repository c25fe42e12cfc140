import Foundation
import Testing

@testable import CellGrid

/// Chart lines become smooth pictures that terminals read back pixel by pixel.
///
/// - A line covers its area, a flat line is even and a single point is a dot.
/// - A picture covers only the cells that its lines touch; without lines there is none.
/// - Sixels and Kitty's protocol decode to the colors that were drawn.
/// - Sixteen colors are enough for two lines with areas.
/// - A line has the color of its role, and its area a quarter of that opacity.
struct LineBitmapTests {
  private static let summit = [(250, 1_750), (2_000, 500), (3_750, 1_750)]

  private func line(_ role: Role, _ points: [(Int, Int)], isFilled: Bool = false) -> GridLine {
    GridLine(role, points.map { GridPoint(x: $0.0, y: $0.1) }, isFilled: isFilled)
  }

  private func grid(columns: Int, rows: Int, _ lines: [GridLine]) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    grid.lines = lines
    return grid
  }

  /// Coverage of a line in quarters, `+` for an area, `.` for nothing.
  private func text(_ bitmap: LineBitmap) -> [String] {
    (0..<bitmap.height).map { row in
      (0..<bitmap.width).map { column in
        let ink = bitmap.inks[Int(bitmap.pixels[row * bitmap.width + column])]
        return ink.line != nil ? "\(ink.coverage)" : ink.area != nil ? "+" : "."
      }.joined()
    }
  }

  @Test func `a line is smooth, and lies over its area`() throws {
    let grid = grid(
      columns: 4, rows: 2,
      [line(.gain, Self.summit, isFilled: true), line(.accent, Self.summit)])
    let bitmap = try #require(LineBitmap(of: grid, cell: CellSize(width: 4, height: 8)))
    #expect(
      text(bitmap) == [
        "................", "................", "................", ".......22.......",
        "......1441......", "......4334......", ".....341143.....", "....242++242....",
        "...143++++341...", "...341++++143...", "..242++++++242..", ".143++++++++341.",
        ".34++++++++++43.", "241++++++++++142", "22............22", "................",
      ])
  }

  @Test func `a flat line is even and a point is a dot`() throws {
    let flat = grid(columns: 3, rows: 1, [line(.accent, [(500, 500), (2_500, 500)])])
    let row = ".2333333332."
    let blank = String(repeating: ".", count: 12)
    let bitmap = try #require(LineBitmap(of: flat, cell: CellSize(width: 4, height: 8)))
    #expect(text(bitmap) == [blank, blank, blank, row, row, blank, blank, blank])
    let dot = grid(columns: 3, rows: 1, [line(.accent, [(1_500, 500)])])
    let dotted = try #require(LineBitmap(of: dot, cell: CellSize(width: 6, height: 8)))
    #expect(dotted.columns == 1..<2)
    #expect(text(dotted).filter { $0 != "......" } == ["..22..", "..22.."])
  }

  @Test func `only the cells that lines touch are drawn, and none without lines`() throws {
    let cell = CellSize(width: 10, height: 20)
    let low = grid(columns: 80, rows: 20, [line(.accent, [(10_500, 3_500), (40_500, 12_950)])])
    let bitmap = try #require(LineBitmap(of: low, cell: cell))
    #expect(bitmap.columns == 10..<41 && bitmap.rows == 3..<14, "the edge of a line has room")
    #expect(bitmap.width == 310 && bitmap.height == 220)
    #expect(LineBitmap(of: grid(columns: 80, rows: 20, []), cell: cell) == nil)
    let outside = grid(columns: 8, rows: 2, [line(.accent, [(9_500, 500), (12_500, 500)])])
    #expect(LineBitmap(of: outside, cell: cell) == nil)
  }

  /// Ten crossing lines and two areas.
  private var tangle: Grid {
    var lines = [
      line(.gain, Self.summit, isFilled: true),
      line(.loss, [(3_000, 300), (3_900, 300), (3_900, 1_900)], isFilled: true),
    ]
    let roles: [Role] = [.accent, .secondary, .gain, .loss, .badge]
    for number in 0..<10 {
      lines.append(
        line(roles[number % 5], [(100, 100 + 190 * number), (3_900, 1_900 - 150 * number)]))
    }
    return grid(columns: 4, rows: 2, lines)
  }

  @Test(arguments: [(7, 13), (10, 20), (1, 2), (40, 64)], [Appearance.light, .dark, .unknown])
  func `a terminal reads from sixels what was drawn`(size: (Int, Int), appearance: Appearance)
    throws
  {
    let theme = Theme(appearance: appearance)
    let bitmap = try #require(
      LineBitmap(of: tangle, cell: CellSize(width: size.0, height: size.1)))
    let text = bitmap.sixels(theme)
    let reduced = bitmap.reduced(to: 16)
    #expect(text.unicodeScalars.dropFirst().dropLast(2).allSatisfy { $0.value >= 0x20 })
    let read = try PictureReader(sixels: text)
    #expect(read.width == bitmap.width && read.height == bitmap.height)
    let page = LineBitmap.Color(theme.pictureScheme.page, alpha: 255)
    let colors = reduced.colors(theme).map { color in
      let mixed = color.over(page)
      return [mixed.red, mixed.green, mixed.blue].map { ($0 * 100 + 127) / 255 }
    }
    for (index, ink) in reduced.pixels.enumerated() {
      let expected = ink == 0 ? nil : colors[Int(ink)]
      guard read.pixels[index] == expected else {
        Issue.record("pixel \(index): \(read.pixels[index] ?? []), not \(expected ?? [])")
        return
      }
    }
  }

  @Test func `two lines with areas have the sixteen colors of a VT340, and stay lines`() throws {
    let lines = [
      line(.gain, [(100, 100), (2_000, 900), (100, 1_900)], isFilled: true),
      line(.loss, [(3_900, 100), (2_000, 900), (3_900, 1_900)], isFilled: true),
      line(.secondary, [(100, 300), (3_900, 1_700)]), line(.accent, [(100, 1_800), (3_900, 200)]),
    ]
    let drawn = LineBitmap(
      of: grid(columns: 4, rows: 2, lines), cell: CellSize(width: 20, height: 40))
    let bitmap = try #require(drawn)
    let reduced = bitmap.reduced(to: 16)
    #expect(bitmap.inks.count > 16 && (9...16).contains(reduced.inks.count))
    for (ink, few) in zip(bitmap.pixels, reduced.pixels).map({
      (bitmap.inks[Int($0)], reduced.inks[Int($1)])
    }) {
      #expect(ink.area == few.area && abs(ink.coverage - few.coverage) <= 1)
    }
  }

  @Test(arguments: [(7, 13), (10, 20), (1, 2), (40, 64)])
  func `a terminal reads from Kitty's protocol what was drawn`(size: (Int, Int)) throws {
    let theme = Theme(appearance: .dark)
    let bitmap = try #require(
      LineBitmap(of: tangle, cell: CellSize(width: size.0, height: size.1)))
    let read = try PictureReader(kitty: bitmap.kitty(theme))
    #expect(read.width == bitmap.width && read.height == bitmap.height)
    let colors = bitmap.colors(theme).map { [$0.red, $0.green, $0.blue, $0.alpha] }
    for (index, ink) in bitmap.pixels.enumerated() {
      let expected = ink == 0 ? nil : colors[Int(ink)]
      guard read.pixels[index] == expected else {
        Issue.record("pixel \(index): \(read.pixels[index] ?? []), not \(expected ?? [])")
        return
      }
    }
  }

  @Test func `a line has the color of its role, and an area is a quarter of it`() throws {
    let bitmap = try #require(
      LineBitmap(
        of: grid(
          columns: 4, rows: 2,
          [line(.gain, Self.summit, isFilled: true), line(.accent, Self.summit)]),
        cell: CellSize(width: 10, height: 20)))
    for appearance in [Appearance.light, .dark] {
      let read = try PictureReader(kitty: bitmap.kitty(Theme(appearance: appearance)))
      let scheme: ColorScheme = appearance == .light ? .light : .dark
      func parts(_ hue: Hue) -> [Int] {
        let color = scheme.color(of: hue)
        return [color.red, color.green, color.blue].map(Int.init)
      }
      #expect(read[20, 10] == parts(.accent) + [255])
      #expect(read[20, 30] == parts(.green) + [64])
      #expect(read[0, 0] == nil)
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
  ])
  func `base 64 is that of the standard`(text: String, encoded: String) {
    #expect(base64(Array(text.utf8)) == encoded)
  }

  @Test(arguments: [1, 2, 3, 5, 64, 65, 66, 67, 1_000, 40_003])
  func `every length of a run is read back`(length: Int) throws {
    let (first, second): ([UInt8], [UInt8]) = ([0, 143, 144, 255], [7, 8, 9, 10])
    var data = DeflatedPixels()
    data.add(first, count: length)
    data.add(second, count: 1)
    data.add(first, count: 0)
    let bytes = data.finished()
    let runs = [first, second].flatMap { pixel in
      (0..<(pixel == first ? length : 1)).flatMap { _ in pixel }
    }
    #expect(try inflated(bytes) == runs)
    if length > 40_000 { #expect(bytes.count < 1_200) }
  }
}
