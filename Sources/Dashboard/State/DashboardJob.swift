import CellGrid
import Portfolio
public import FoundationEssentials

/// A shell command run by the dashboard, in the background unless it prompts.
public enum DashboardJob: Equatable, Sendable {
  /// Imports a file, whose name may still be missing; runs in the terminal because it prompts.
  case importFile(String)
  /// Exports every transaction to a file, whose name may still be missing.
  case export(String)
  /// Backs up the ledger to a file, by default at the usual path.
  case backup(String)
  /// Checks the ledger.
  case verify
  /// Adds an alert from its text.
  case alert(String)
  /// Removes an alert; the text is its label.
  case removeAlert(UUID, String)

  /// The file it reads or writes.
  public var file: String? {
    switch self {
    case .importFile(let file), .export(let file), .backup(let file):
      file.isEmpty ? nil : file
    case .verify, .alert, .removeAlert: nil
    }
  }

  var title: String {
    switch self {
    case .importFile(let file): file.isEmpty ? "Import a file: type import FILE" : "Import \(file)"
    case .export(let file):
      file.isEmpty ? "Export to a file: type export FILE" : "Export to \(file)"
    case .backup(let file):
      file.isEmpty ? "Back up the ledger, or type backup FILE" : "Back up the ledger to \(file)"
    case .verify: "Verify the ledger"
    case .alert(let words): "Add the alert \(words)"
    case .removeAlert(_, let words): "Remove the alert: \(words)"
    }
  }

  /// Shown in the status line while it runs.
  var activity: String {
    switch self {
    case .importFile(let file): "Reading \(file)…"
    case .export(let file): "Writing \(file)…"
    case .backup: "Copying the ledger…"
    case .verify: "Verifying the ledger…"
    case .alert, .removeAlert: "Saving…"
    }
  }

  /// Additional search terms.
  var words: String {
    switch self {
    case .importFile: "import"
    case .export: "export"
    case .backup: "backup"
    case .verify: "verify"
    case .alert: "alert"
    case .removeAlert: "remove alert"
    }
  }

  /// Whether a file name is still to be typed.
  var isWaitingForFile: Bool {
    switch self {
    case .importFile(let file), .export(let file): file.isEmpty
    default: false
    }
  }

  /// Whether it may replace an existing file.
  public var isReplacing: Bool {
    switch self {
    case .export, .backup: file != nil
    default: false
    }
  }

  static let all: [DashboardJob] = [.importFile(""), .export(""), .backup(""), .verify]

  /// Parses a command line with a file name; `nil` for any other text.
  init?(typed text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let file = parts.last.map({ String($0).trimmingBlanks }),
      !file.isEmpty
    else { return nil }
    switch parts[0].lowercased() {
    case "import": self = .importFile(file)
    case "export": self = .export(file)
    case "backup": self = .backup(file)
    default: return nil
    }
  }
}

/// The result of a job.
public struct DashboardJobResult: Equatable, Sendable {
  /// The job.
  public var job: DashboardJob
  /// Its exit code.
  public var status: Int32
  /// Lines of its output.
  public var lines: [String]

  /// Creates a result.
  public init(_ job: DashboardJob, status: Int32, lines: [String]) {
    self.job = job
    self.status = status
    self.lines = lines
  }
}
