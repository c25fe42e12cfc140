import Portfolio

/// Lines of a file that other reports have, too.
struct OverlappingLines {
  /// Lines that are left out, each with why.
  var leftOut: [Int: LeftOutReason] = [:]
  /// Lines that take the place of what other reports tell, each with what goes.
  var replacing: [Int: Replaced] = [:]
  /// Lines of which the ledger has a part that the user changed.
  var partly: [Int: Set<ReportedChange.Origin>] = [:]
  /// Lines that would take the place of something and cannot come in.
  var refused: Set<Int> = []
  /// Whether one report has only a part of what another tells.
  var hasParts = false

  /// What says the same as a line, or a part of it.
  struct Replaced {
    var origins: Set<ReportedChange.Origin> = []
    var isPart = false
  }
}

/// What other reports have of the lines of a file, collected change by change.
struct LinesElsewhere {
  private var lines: [Int: Line] = [:]
  /// Lines of which nothing else has one side: both sides of a swap must be in the other report, or
  /// the line stays.
  private var others: Set<Int> = []
  private var hasParts = false

  private struct Line {
    var first: ReportedChange
    var replaced = OverlappingLines.Replaced()
    var isReplaceable = true
  }

  /// Takes one side of a line.
  ///
  /// - Parameters:
  ///   - report: What the line tells.
  ///   - all: What its file tells of the change.
  ///   - twin: What another report tells of it; `nil` for nothing.
  ///   - isPart: Whether one of the two tells only a part of the other.
  mutating func add(
    _ report: ReportedChange, _ all: ReportedChange?, _ twin: ReportedChange?, isPart: Bool
  ) {
    guard let twin, let all else {
      others.insert(report.line)
      return
    }
    hasParts = hasParts || isPart
    var line = lines[report.line] ?? Line(first: twin)
    if twin.place < line.first.place { line.first = twin }
    let isMore = isPart ? all.gross > twin.gross : all.isMoreComplete(than: twin)
    if isMore, isPart || twin.isReplaceable {
      line.replaced.origins.formUnion(twin.origins)
      line.replaced.isPart = line.replaced.isPart || isPart
      line.isReplaceable = line.isReplaceable && twin.isReplaceable
    }
    lines[report.line] = line
  }

  /// What becomes of the lines.
  ///
  /// - Parameter refused: Lines that cannot come in. What they would replace stays, and so the other
  ///   lines that would replace it, too, tell nothing new.
  func overlapping(refused: Set<Int>) -> OverlappingLines {
    var overlapping = OverlappingLines()
    overlapping.hasParts = hasParts
    let kept = lines.lazy.filter { refused.contains($0.key) }.flatMap(\.value.replaced.origins)
    let staying = Set(kept)
    for (number, line) in lines where !others.contains(number) {
      let origins = line.replaced.origins
      if !origins.isDisjoint(with: staying), refused.contains(number) {
        overlapping.refused.insert(number)
      } else if origins.isEmpty || !origins.isDisjoint(with: staying) {
        overlapping.leftOut[number] = line.first.reason
      } else if line.isReplaceable {
        overlapping.replacing[number] = line.replaced
      } else {
        overlapping.partly[number] = origins
      }
    }
    return overlapping
  }
}
