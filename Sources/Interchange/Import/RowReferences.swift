import Portfolio

/// Gives each row of one file the reference by which a later import knows it again.
struct RowReferences {
  private let format: ImportFormat
  private var counts: [String: Int] = [:]

  init(format: ImportFormat) { self.format = format }

  /// The reference of the next row.
  ///
  /// - Parameter stated: The exchange's id with its source before it, or empty: then the reference
  ///   follows from the row's cells and from how many equal rows the file had before.
  mutating func next(stated: String, source: RowSource) -> Reference {
    next(Self.split(stated) ?? Reference(source: format.rawValue, id: source.digest.text))
  }

  /// The reference of the next row that states none and has a digest.
  mutating func next(_ digest: RowDigest) -> Reference {
    next(Reference(source: format.rawValue, id: digest.text))
  }

  private mutating func next(_ base: Reference) -> Reference {
    let key = base.source + " " + base.id
    let count = (counts[key] ?? 0) + 1
    counts[key] = count
    return count == 1 ? base : Reference(source: base.source, id: "\(base.id)#\(count)")
  }

  private static func split(_ text: String) -> Reference? {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let id = text[text.index(after: space)...]
    return id.isEmpty ? nil : Reference(source: String(text[..<space]), id: String(id))
  }
}

extension Reference {
  /// The reference of a part of what this one stands for; of the thing itself where the part has no
  /// name.
  func part(_ name: String) -> Reference {
    name.isEmpty ? self : Reference(source: source, id: "\(id):\(name)")
  }
}
