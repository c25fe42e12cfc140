/// Row images of one table in order, stored as one: the rows that undoing an import removed.
///
/// They are compressed together, because rows of one export repeat each other, and read back one by
/// one, so hashing and redoing do not depend on runs.
struct ImageRun {
  /// The sequence number of the first row.
  private(set) var first: Int?
  private var count = 0
  private var images: [UInt8] = []

  /// Marks a run; no row image begins with this byte.
  private static let tag: UInt8 = 4
  /// The compressor's window.
  private static let full = 1 << 16

  /// Whether adding more rows would not improve compression.
  var isFull: Bool { images.count >= Self.full }

  /// Appends the image of a row whose first value is its sequence number.
  mutating func add(_ image: [UInt8], of sequence: Int) {
    first = first ?? sequence
    count += 1
    RowImage.append(image, to: &images)
  }

  /// The encoded run: the tag, the number of rows, the length of their images, and the packed
  /// images.
  var image: [UInt8] {
    var image = [Self.tag]
    RowImage.append(count, to: &image)
    RowImage.append(images.count, to: &image)
    return image + packed(images)
  }

  /// How many bytes are needed to read the number of rows.
  static let headLength = 10

  /// The number of rows in an image, from its first bytes: 1 unless it is a run.
  static func rows(in head: [UInt8]) -> Int {
    isRun(head) ? RowImage.firstInteger(in: Array(head.dropFirst())) ?? 1 : 1
  }

  /// Whether bytes encode a run rather than a row.
  static func isRun(_ bytes: [UInt8]) -> Bool { bytes.first == tag }

  /// The images of a run in order; `nil` if malformed.
  static func images(in bytes: [UInt8]) -> [(sequence: Int, image: [UInt8])]? {
    let length = Array(bytes.dropFirst(headLength).prefix(9))
    guard isRun(bytes), let count = RowImage.firstInteger(in: length),
      let unpacked = unpacked(Array(bytes.dropFirst(headLength + length.count)), count: count),
      let values = RowImage.decode(unpacked), values.count == rows(in: bytes)
    else { return nil }
    var images: [(sequence: Int, image: [UInt8])] = []
    for value in values {
      guard case .blob(let image) = value, let sequence = RowImage.firstInteger(in: image),
        images.last.map({ $0.sequence < sequence }) ?? true
      else { return nil }
      images.append((sequence, image))
    }
    return images
  }
}
