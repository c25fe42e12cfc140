/// What a list is narrowed to.
struct Filter: Equatable, Sendable {
  var text = ""
  /// Whether typed characters go into the text.
  var isEditing = false

  /// Longer than anything that is looked for.
  private static let limit = 200

  /// Types a text, as far as there is room.
  mutating func append(_ text: String) {
    self.text += text.prefix(max(0, Self.limit - self.text.count))
  }

  /// The text as it is compared.
  var key: SearchWords { SearchWords(text) }
}
