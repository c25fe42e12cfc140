import BitpalTesting
import FoundationEssentials
import Gallery
import Testing

@testable import BitpalCommands

/// A gallery writes only its own pictures to a folder and reads them back byte for byte.
///
/// - Other files stay, and a file that is not one of bitpal's pictures is not overwritten.
/// - A picture from an earlier run is replaced.
/// - A missing folder, or a file in its place, is an error that changes nothing.
struct GalleryFolderTests {
  private let folder: TemporaryFolder
  private let pictures: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    pictures = try recorded(Array(DrawnGallery.pictures.prefix(3)))
  }

  @Test func `what is written is read back`() throws {
    let deeper = GalleryFolder(path: folder.path + "/of/pictures/")
    try deeper.write(pictures, as: .snapshot)
    #expect(try deeper.snapshots() == pictures.mapValues { Array($0.utf8) })
    try deeper.write(pictures, as: .snapshot)
    #expect(try deeper.snapshots().count == 3)
  }

  @Test func `other files stay`() throws {
    try GalleryFolder.write("mine", to: folder.path + "/README.md")
    try folder.gallery.write(pictures, as: .snapshot)
    #expect(try folder.files["README.md"] == "mine")
    #expect(try folder.gallery.snapshots().count == 3)
  }

  @Test(arguments: ScreenshotFormat.allCases)
  func `a file that is something else is not overwritten`(_ format: ScreenshotFormat) throws {
    let path = folder.gallery.file("small-fresh", format)
    try GalleryFolder.write("notes of mine\n", to: path)
    let failure = try #require(throws: CommandFailure.self) {
      let small = try DrawnGallery.pictures { $0.hasPrefix("small-") }
      let texts = small.map { ($0.name, format.text(of: $0)) }
      try folder.gallery.write(Dictionary(uniqueKeysWithValues: texts), as: format)
    }
    #expect(failure.code == .refused && failure.sentence.contains(path))
    #expect(try folder.files == ["small-fresh.\(format.fileExtension)": "notes of mine\n"])
  }

  @Test func `a picture of an earlier time is replaced`() throws {
    try folder.gallery.write(pictures.mapValues { $0 + "older\n" }, as: .snapshot)
    try folder.gallery.write(pictures, as: .snapshot)
    #expect(try folder.gallery.snapshots() == pictures.mapValues { Array($0.utf8) })
  }

  @Test func `a folder that is missing is said`() throws {
    let failure = try #require(throws: CommandFailure.self) {
      try GalleryFolder(path: folder.path + "/none").snapshots()
    }
    #expect(failure.code == .inputOutput)
    #expect(failure.sentence.contains("/none"))
  }

  @Test func `a file in the folder's place is said`() throws {
    try GalleryFolder.write("mine", to: folder.path + "/file")
    let failure = try #require(throws: CommandFailure.self) {
      try GalleryFolder(path: folder.path + "/file").write(pictures, as: .snapshot)
    }
    #expect(failure.code == .inputOutput)
    #expect(try folder.files == ["file": "mine"])
  }
}
