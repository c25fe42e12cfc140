/// A folder of pictures, which may hold other files too.
package struct GalleryFolder {
  /// Its path.
  package let path: String

  /// Names a folder.
  package init(path: String) { self.path = path }

  /// The file of a picture.
  package func file(_ name: String, _ format: ScreenshotFormat) -> String {
    "\(path)\(path.hasSuffix("/") ? "" : "/")\(name).\(format.fileExtension)"
  }
}
