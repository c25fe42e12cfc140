import FoundationEssentials
import Gallery
import Glibc

/// What a picture's file is, by the ending of its name.
enum PictureFormat: String {
  case svg, png, html

  init?(path: String) {
    guard let ending = path.split(separator: ".", omittingEmptySubsequences: false).last,
      path.contains(".")
    else { return nil }
    self.init(rawValue: ending.lowercased())
  }
}

/// A picture in the two forms that need no other program.
struct SharedPicture {
  let svg: String
  let html: String

  /// Writes the picture whole, or leaves what was there.
  ///
  /// - Throws: A refusal that says what is missing, when the format needs a program that is not
  ///   installed.
  func write(to path: String, as format: PictureFormat) throws {
    switch format {
    case .svg: try GalleryFolder.write(svg, to: path)
    case .html: try GalleryFolder.write(html, to: path)
    case .png: try writePNG(to: path)
    }
  }

  /// Points at twice the picture's size, so that they stay sharp where it is posted.
  private func writePNG(to path: String) throws {
    let (drawing, points) = ("\(path).new-\(getpid()).svg", "\(path).new-\(getpid()).png")
    defer {
      unlink(drawing)
      unlink(points)
    }
    try GalleryFolder.write(svg, to: drawing)
    let status = try Self.run(["rsvg-convert", "--zoom", "2", "--output", points, "--", drawing])
    guard status == 0, rename(points, path) == 0 else {
      throw CommandFailure(
        "rsvg-convert could not draw \(path).",
        help: "Write the SVG instead: -o portfolio.svg.",
        .inputOutput)
    }
  }

  /// Runs a program of the user's path and waits for its end.
  private static func run(_ words: [String]) throws -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var pid: pid_t = 0
    guard posix_spawnp(&pid, words[0], nil, nil, &arguments, environ) == 0 else {
      throw CommandFailure(
        "A PNG needs rsvg-convert, which is not installed (Debian: apt install librsvg2-bin).",
        help: "Write the SVG instead: -o portfolio.svg.", .inputOutput)
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
