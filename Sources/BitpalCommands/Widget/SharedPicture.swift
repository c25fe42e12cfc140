import FoundationEssentials
import Gallery
import Glibc

/// The format of a picture file, by its extension.
enum PictureFormat: String {
  case svg, png, html

  init?(path: String) {
    guard let ending = path.split(separator: ".", omittingEmptySubsequences: false).last,
      path.contains(".")
    else { return nil }
    self.init(rawValue: ending.lowercased())
  }
}

/// A picture in the two formats that need no external program.
struct SharedPicture {
  let svg: String
  let html: String

  /// Writes the picture atomically.
  ///
  /// - Throws: A refusal if the format needs a program that is not installed.
  func write(to path: String, as format: PictureFormat) throws {
    switch format {
    case .svg: try GalleryFolder.write(svg, to: path)
    case .html: try GalleryFolder.write(html, to: path)
    case .png: try writePNG(to: path)
    }
  }

  /// Renders at twice the size, so that the picture stays sharp when posted.
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

  /// Runs a program found in `PATH` and waits for it.
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
