import CellGrid
import FoundationEssentials

extension DashboardState {
  /// Runs a job: in the background, one at a time, or in the terminal if it prompts.
  mutating func run(_ job: DashboardJob, replaces: Bool = false) -> [DashboardEffect] {
    if case .importFile = job { return [.runInTerminal(job)] }
    if let runningJob {
      showMessage("Wait for this to end: \(runningJob.activity)", isError: true)
      return []
    }
    runningJob = job
    return [.run(job, replaces: replaces)]
  }

  /// Reports a job's last line, or a single summary for a sound ledger; logs every line.
  mutating func end(_ result: DashboardJobResult) {
    runningJob = nil
    let lines = result.lines.filter { !$0.trimmingBlanks.isEmpty }
    if result.job == .verify, result.status == 0 {
      keep(lines)
      let key = keyMap.label(of: .messages).map { "; \($0) lists what was checked" } ?? ""
      return showMessage("Verified: the ledger is sound\(key)", isError: false)
    }
    guard let last = lines.last else {
      return showMessage("\(result.job.title): done", isError: result.status != 0)
    }
    let error = lines.lastIndex { $0.hasPrefix("error: ") }
    let shown = error.map { lines[$0...].map(\.withoutPrefix).joined(separator: " ") }
    keep(lines.prefix(error ?? lines.count - 1))
    showMessage(shown ?? last.withoutPrefix, isError: result.status != 0)
  }

  /// Asks whether to replace an existing file.
  mutating func askToReplace(_ job: DashboardJob) {
    runningJob = nil
    guard DashboardContext.pages.contains(context) else {
      return showMessage("\(job.file ?? "The file") exists; nothing was written", isError: true)
    }
    ask(.replace(job))
  }
}

extension String {
  /// A line of a command's output without the word that shells need to tell its kind.
  fileprivate var withoutPrefix: String {
    let prefix = ["error: ", "help: ", "note: ", "warning: "].first(where: hasPrefix) ?? ""
    return String(dropFirst(prefix.count))
  }
}
