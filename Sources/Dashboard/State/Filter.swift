/// What a list is narrowed to.
struct Filter: Equatable, Sendable {
  var text = ""
  /// Whether typed characters go into the text.
  var isEditing = false

  /// The text as it is compared.
  var key: SearchWords { SearchWords(text) }
}
