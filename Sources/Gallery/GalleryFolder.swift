/// A folder of pictures, which may also contain other files.
package struct GalleryFolder {
  /// Its path.
  package let path: String

  /// Refers to the folder at a path.
  package init(path: String) { self.path = path }

  /// The path of a picture's file.
  package func file(_ name: String, _ format: ScreenshotFormat) -> String {
    "\(path)\(path.hasSuffix("/") ? "" : "/")\(name).\(format.fileExtension)"
  }
}
