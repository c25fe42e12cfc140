/// A filter of a list.
struct Filter: Equatable, Sendable {
  var text = ""
  /// Whether the filter line is open for typing.
  var isEditing = false

  /// More than any useful filter.
  private static let limit = 200

  /// Appends a text up to the limit.
  mutating func append(_ text: String) {
    self.text += text.prefix(max(0, Self.limit - self.text.count))
  }

  /// The parsed filter.
  var key: SearchWords { SearchWords(text) }
}
