import BitpalTesting
import FoundationEssentials
import Gallery
import BitpalCommands

extension TemporaryFolder {
  var gallery: GalleryFolder { GalleryFolder(path: path) }

  /// Every file's name and text.
  var files: [String: String] {
    get throws {
      var files: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        files[name] = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
      }
      return files
    }
  }
}

/// The whole gallery, drawn once for all tests.
enum DrawnGallery {
  private static let drawn = Result { try GalleryPicture.all() }
  private static let recordings = Result { recorded(try drawn.get()) }

  static var pictures: [GalleryPicture] { get throws { try drawn.get() } }

  /// Its recorded snapshots, by name.
  static var texts: [String: String] { get throws { try recordings.get() } }

  /// Its pictures with matching names.
  static func pictures(where isNamed: (String) -> Bool) throws -> [GalleryPicture] {
    try pictures.filter { isNamed($0.name) }
  }
}

/// The snapshots of a gallery as recorded, by name.
func recorded(_ pictures: [GalleryPicture]) -> [String: String] {
  Dictionary(
    pictures.map { ($0.name, ScreenshotFormat.snapshot.text(of: $0)) },
    uniquingKeysWith: { first, _ in first })
}

extension GalleryCheck {
  /// Compares the current gallery with texts, as if a folder `shots` contained them.
  init(_ texts: [String: String]) throws {
    self.init(
      GalleryFolder(path: "shots"), recorded: texts.mapValues { Array($0.utf8) },
      drawn: try DrawnGallery.pictures)
  }
}
