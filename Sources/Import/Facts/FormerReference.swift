public import Portfolio

extension Reference {
  /// The reference as facts name it.
  public var text: String { "\(source) \(id)" }

  /// That of the event whose sale, fee or balancing gift this is.
  public var ofEvent: Reference {
    guard let colon = id.lastIndex(of: ":") else { return self }
    let part = id[id.index(after: colon)...].prefix { $0.isLetter }
    guard Self.parts.contains(part) else { return self }
    return Reference(source: source, id: String(id[..<colon]))
  }

  private static let parts: Set<Substring> = [
    "sale", "other", "fee", "loss", "missing", "gift", "needed",
  ]
}
