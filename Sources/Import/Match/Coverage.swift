/// Which files must report an instant, if they are what they seem.
struct Coverage {
  private let spans: [[Span]]
  private let ofFile: [Int: Span]
  private let traits: [FormTraits]

  /// The stretch of time that a file reports.
  private struct Span {
    let low: Int64
    var high: Int64
    var width: Int64
    /// The assets and markets that the file names; `nil` where it has all.
    var subjects: Set<AssetPair>?
    /// Whether a program saved the file with less time or fewer digits than the form has.
    var isCoarse: Bool
  }

  /// Measures the files of a scope.
  ///
  /// - Parameter traits: The traits of the forms by position.
  init(_ movements: [Movement], traits: [FormTraits]) {
    self.traits = traits
    var ofFile: [Int: Span] = [:]
    var forms: [Int: Int] = [:]
    for movement in movements {
      let file = movement.origin.file
      let isComplete = traits[movement.origin.form].isComplete
      let low = min(movement.start ?? movement.instant.at, movement.instant.at)
      let old = ofFile[file]
      var subjects = isComplete ? nil : old?.subjects ?? []
      subjects?.insert(movement.subject)
      ofFile[file] = Span(
        low: min(low, old?.low ?? low),
        high: max(movement.instant.at, old?.high ?? movement.instant.at),
        width: max(movement.instant.width, old?.width ?? 0), subjects: subjects,
        isCoarse: !movement.instant.hasSeconds || old?.isCoarse ?? false)
      forms[file] = movement.origin.form
    }
    var spans: [[Span]] = Array(repeating: [], count: traits.count)
    for (file, span) in ofFile.sorted(by: { $0.key < $1.key }) {
      if let form = forms[file] { spans[form].append(span) }
    }
    (self.spans, self.ofFile) = (spans, ofFile)
  }

  /// Whether a file is coarse: its clock has no seconds.
  func isCoarse(file: Int) -> Bool { ofFile[file]?.isCoarse ?? false }

  /// Whether a movement is of the first or last instant of its file, whose other rows may be in
  /// another one.
  func isAtEdge(_ movement: Movement) -> Bool {
    guard let span = ofFile[movement.origin.file] else { return false }
    return movement.instant.at <= span.low || movement.instant.at >= span.high
  }

  /// Whether a file of a form contains the instant of a movement that the form reports.
  ///
  /// Where one of the clocks has no seconds, the files must share a stretch longer than that
  /// clock: files that meet within a minute prove nothing about it.
  ///
  /// - Parameter isCoarse: Only files that are coarse, or only those that are not.
  func contains(_ movement: Movement, form: Int, isCoarse: Bool? = nil) -> Bool {
    guard traits[form].roles.contains(movement.role), let mine = ofFile[movement.origin.file] else {
      return false
    }
    let (first, end) = (movement.instant.at, movement.instant.last + 1)
    return spans[form].contains { span in
      if let isCoarse, span.isCoarse != isCoarse { return false }
      guard span.low < end, first < span.high + span.width, names(span, movement) else {
        return false
      }
      let width = max(span.width, mine.width)
      return width <= PrintedInstant.second
        || min(span.high, mine.high) - max(span.low, mine.low) > width
    }
  }

  /// Whether a file of a form reaches so far over a movement that only a contradiction explains
  /// that the file lacks it.
  func mustContain(_ movement: Movement, form: Int, lateness: Int64) -> Bool {
    guard traits[form].roles.contains(movement.role), let mine = ofFile[movement.origin.file] else {
      return false
    }
    return spans[form].contains { span in
      let margin = lateness + max(span.width, mine.width)
      return span.low + margin <= (movement.start ?? movement.instant.at)
        && movement.instant.at + margin <= span.high && names(span, movement)
    }
  }

  private func names(_ span: Span, _ movement: Movement) -> Bool {
    span.subjects?.contains(movement.subject) ?? true
  }
}
