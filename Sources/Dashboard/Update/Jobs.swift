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
    keep(lines.dropLast())
    showMessage(lines.last ?? "\(result.job.title): done", isError: result.status != 0)
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
