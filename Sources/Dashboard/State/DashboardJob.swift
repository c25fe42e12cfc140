import CellGrid
import Portfolio
public import FoundationEssentials

/// A shell command that the dashboard runs, in the background if it asks nothing.
public enum DashboardJob: Equatable, Sendable {
  /// Reads a file, which may need a name yet; it asks, and so has the terminal.
  case importFile(String)
  /// Writes every transaction to a file, which may need a name yet.
  case export(String)
  /// Copies the ledger to a file, without a name to its usual place.
  case backup(String)
  /// Checks the ledger.
  case verify
  /// Adds an alert, as its words say.
  case alert(String)
  /// Removes an alert, which is called so.
  case removeAlert(UUID, String)

  /// The file that it reads or writes.
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

  /// What the status line says while it runs.
  var activity: String {
    switch self {
    case .importFile(let file): "Reading \(file)…"
    case .export(let file): "Writing \(file)…"
    case .backup: "Copying the ledger…"
    case .verify: "Verifying the ledger…"
    case .alert, .removeAlert: "Saving…"
    }
  }

  /// Other words that find it.
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

  /// The word that is typed before a file.
  var isWaitingForFile: Bool {
    switch self {
    case .importFile(let file), .export(let file): file.isEmpty
    default: false
    }
  }

  /// Whether it writes a file that may exist already.
  public var isReplacing: Bool {
    switch self {
    case .export, .backup: file != nil
    default: false
    }
  }

  static let all: [DashboardJob] = [.importFile(""), .export(""), .backup(""), .verify]

  /// A job with the file typed after its word; `nil` if the line is about something else.
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

/// What came of a job.
public struct DashboardJobResult: Equatable, Sendable {
  /// What was run.
  public var job: DashboardJob
  /// Its exit code.
  public var status: Int32
  /// What it wrote, line by line.
  public var lines: [String]

  /// Makes a result.
  public init(_ job: DashboardJob, status: Int32, lines: [String]) {
    self.job = job
    self.status = status
    self.lines = lines
  }
}
