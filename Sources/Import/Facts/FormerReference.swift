public import Portfolio

extension Reference {
  /// The reference as stored in facts.
  public var text: String { "\(source) \(id)" }

  /// The reference of the event that this sale, fee or balancing gift belongs to.
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
