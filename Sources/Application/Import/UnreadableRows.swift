import Import
import LedgerStore

/// File rows that cannot be read without an answer, grouped by cause.
struct UnreadableRows {
  private struct Cause: Hashable {
    let form: String
    let text: String
  }

  private var rows: [Cause: [Fact.ID]] = [:]

  var isEmpty: Bool { rows.isEmpty }

  func reason(of row: Fact.ID) -> String {
    rows.first { $0.value.contains(row) }.map { RowCause($0.key.text).reason } ?? ""
  }

  mutating func add(_ cause: String, form: String, _ row: Fact.ID) {
    rows[Cause(form: form, text: cause), default: []].append(row)
  }

  mutating func remove(_ files: Set<String>) {
    rows = rows.mapValues { $0.filter { !files.contains($0.file) } }.filter { !$0.value.isEmpty }
  }

  private func key(_ cause: Cause) -> Question.Key {
    let parts = RowCause(cause.text)
    let format = FormName(cause.form).format
    return Question.Key("row|\(format)|\(parts.kind)|\(parts.subject)")
  }

  func questions(_ answers: [Question.Key: Choice]) -> [Question] {
    var open: [Question.Key: [Fact.ID]] = [:]
    for (cause, rows) in rows { open[key(cause), default: []] += rows }
    return open.filter { answers[$0.key] != .skip && answers[.every(.unreadable)] != .skip }
      .map { key, rows in
        Question(
          key: key, kind: .unreadable, cause: key.text, waiting: rows.sorted(), choices: [.skip])
      }
  }

  func states(_ answers: [Question.Key: Choice]) -> [(Fact.ID, RecordState)] {
    rows.flatMap { cause, rows in
      let key = key(cause)
      let isSkipped = answers[key] == .skip || answers[.every(.unreadable)] == .skip
      let state =
        isSkipped
        ? RecordState(.skipped, reason: key.text)
        : RecordState(.asks, reason: RowCause(cause.text).reason)
      return rows.map { ($0, state) }
    }
  }
}

/// Why a row cannot be read, stored as one text.
struct RowCause {
  let kind: String
  let subject: String
  let reason: String

  init(_ question: RowQuestion) {
    (kind, subject, reason) = (question.kind.rawValue, question.subject, question.reason)
  }

  init(_ text: String) {
    let parts = text.split(
      separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
    func part(_ index: Int) -> String { parts.indices.contains(index) ? String(parts[index]) : "" }
    (kind, subject, reason) = (part(0), part(1), part(2))
  }

  var text: String { [kind, subject, reason].joined(separator: String(Self.separator)) }

  private static let separator: Character = "\u{1F}"
}
