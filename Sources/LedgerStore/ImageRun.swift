/// Images of rows of one table in the order of their places, kept as one: what undoing removed of
/// what an import had added.
///
/// They are packed together, because rows of one export repeat each other, and are read back one by
/// one: what is hashed and what is redone knows nothing of runs.
struct ImageRun {
  /// The place of the first row.
  private(set) var first: Int?
  private var count = 0
  private var images: [UInt8] = []

  /// No image of a row begins with it.
  private static let tag: UInt8 = 4
  /// As far as packing looks back for what occurred before.
  private static let full = 1 << 16

  /// Whether more rows would shrink no better.
  var isFull: Bool { images.count >= Self.full }

  /// Appends the image of a row whose first value is its place.
  mutating func add(_ image: [UInt8], of place: Int) {
    first = first ?? place
    count += 1
    RowImage.append(image, to: &images)
  }

  /// The run in bytes: after the tag how many rows it has, the length of their images, and these.
  var image: [UInt8] {
    var image = [Self.tag]
    RowImage.append(count, to: &image)
    RowImage.append(images.count, to: &image)
    return image + packed(images)
  }

  /// Bytes of a run from which it is known how many rows it has.
  static let headLength = 10

  /// How many rows an image is of, from its first bytes: one, unless it is a run.
  static func rows(in head: [UInt8]) -> Int {
    isRun(head) ? RowImage.firstInteger(in: Array(head.dropFirst())) ?? 1 : 1
  }

  /// Whether bytes are a run, and no row.
  static func isRun(_ bytes: [UInt8]) -> Bool { bytes.first == tag }

  /// The images of a run in the order of their places; `nil` for one that no program wrote.
  static func images(in bytes: [UInt8]) -> [(place: Int, image: [UInt8])]? {
    let length = Array(bytes.dropFirst(headLength).prefix(9))
    guard isRun(bytes), let count = RowImage.firstInteger(in: length),
      let unpacked = unpacked(Array(bytes.dropFirst(headLength + length.count)), count: count),
      let values = RowImage.decode(unpacked), values.count == rows(in: bytes)
    else { return nil }
    var images: [(place: Int, image: [UInt8])] = []
    for value in values {
      guard case .blob(let image) = value, let place = RowImage.firstInteger(in: image),
        images.last.map({ $0.place < place }) ?? true
      else { return nil }
      images.append((place, image))
    }
    return images
  }
}
