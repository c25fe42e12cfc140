/// Determines which files should report an instant.
struct Coverage {
  private let spans: [[Span]]
  private let ofFile: [Span]
  private let traits: [FormTraits]

  private typealias Span = FileExtents.Span

  /// Collects the files of a scope.
  ///
  /// - Parameters:
  ///   - files: Their spans, by position, with the positions of their forms.
  ///   - traits: The traits of the forms by position.
  init(_ files: [(form: Int, span: FileExtents.Span)], traits: [FormTraits]) {
    self.traits = traits
    ofFile = files.map(\.span)
    var spans: [[Span]] = Array(repeating: [], count: traits.count)
    for (form, span) in files { spans[form].append(span) }
    self.spans = spans
  }

  /// Whether a file is coarse: its clock has no seconds.
  func isCoarse(file: Int) -> Bool { ofFile[file].isCoarse }

  /// Whether a movement is at the first or last instant of its file, so related rows may be in
  /// another file.
  func isAtEdge(_ movement: Movement) -> Bool {
    let span = ofFile[movement.origin.file]
    return movement.instant.at <= span.low || movement.instant.at >= span.high
  }

  /// Whether a file of a form covers the instant of a movement that the form reports.
  ///
  /// If one of the clocks has no seconds, the files must share a span longer than that clock: files
  /// that overlap only within a minute prove nothing about it.
  ///
  /// - Parameter isCoarse: Only files that are coarse, or only those that are not.
  func contains(_ movement: Movement, form: Int, isCoarse: Bool? = nil) -> Bool {
    guard traits[form].roles.contains(movement.role) else { return false }
    let mine = ofFile[movement.origin.file]
    let (first, end) = (movement.instant.at, movement.instant.last + 1)
    return spans[form].contains { span in
      if let isCoarse, span.isCoarse != isCoarse { return false }
      guard span.low < end, first < span.high + span.width, names(span, movement, form) else {
        return false
      }
      let width = max(span.width, mine.width)
      return width <= PrintedInstant.second
        || min(span.high, mine.high) - max(span.low, mine.low) > width
    }
  }

  /// Whether a file of a form extends so far around a movement that its absence from the file is a
  /// contradiction.
  func mustContain(_ movement: Movement, form: Int, lateness: Int64) -> Bool {
    guard traits[form].roles.contains(movement.role) else { return false }
    let mine = ofFile[movement.origin.file]
    return spans[form].contains { span in
      let margin = lateness + max(span.width, mine.width)
      return span.low + margin <= (movement.start ?? movement.instant.at)
        && movement.instant.at + margin <= span.high && names(span, movement, form)
    }
  }

  /// Whether a file has rows of the asset or market, or covers all of them.
  private func names(_ span: Span, _ movement: Movement, _ form: Int) -> Bool {
    traits[form].isComplete || span.subjects.contains(movement.subject)
  }
}
