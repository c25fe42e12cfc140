import AppGroup
import Application
import ArgumentParser
import CellGrid
import LedgerStore
import Portfolio
import Reports

/// The exit code of a command that fails or refuses (SPEC §7).
enum ExitStatus: Int32 {
  /// A comparison found a difference.
  case checkFailed = 1
  /// Data was refused, or is damaged.
  case refused = 2
  /// Figures are older than allowed.
  case stale = 3
  /// Figures are incomplete because prices are missing.
  case unpriced = 4
  /// The command line is invalid.
  case usage = 64
  /// Prices could not be fetched.
  case unavailable = 69
  /// A file could not be read or written.
  case inputOutput = 74
}

extension ExitStatus {
  /// Every code with its meaning, for the manual.
  static let manual: [(code: Int32, meaning: String)] = [
    (0, "Done."),
    (
      checkFailed.rawValue,
      "A check found something: screenshot --check, verify, doctor, refresh --check-alerts, "
        + "coins search without a match."
    ),
    (refused.rawValue, "Data was refused or is damaged, or you said no; nothing was written."),
    (stale.rawValue, "The prices are older than --max-age allows."),
    (unpriced.rawValue, "With --max-age, some or all prices are missing."),
    (usage.rawValue, "The command line cannot be understood."),
    (unavailable.rawValue, "Prices are unavailable; the last known prices are kept."),
    (inputOutput.rawValue, "A file cannot be read or written."),
  ]
}

/// An error as the user sees it: the reason, a suggested fix if there is one, and an exit code.
struct CommandFailure: Error {
  let message: ErrorMessage
  let code: ExitStatus

  /// The reason and the suggested fix on one line.
  var sentence: String { message.sentence }

  /// Makes a command-specific failure; an empty reason means that everything was already reported.
  init(_ reason: String, help: String? = nil, _ code: ExitStatus) {
    self.init(ErrorMessage(reason, help: help), code)
  }

  /// Makes a failure from a message.
  init(_ message: ErrorMessage, _ code: ExitStatus) {
    (self.message, self.code) = (message, code)
  }

  /// The refusal of a file, whose own message may be long.
  static func refused(_ name: String, _ message: ErrorMessage) -> CommandFailure {
    CommandFailure(
      clipped(cleaned("\(name): \(message.reason)"), to: 400), help: message.help.map(cleaned),
      .refused)
  }

  /// Converts any target's error to a failure; `nil` for errors of the command line parser.
  ///
  /// - Parameters:
  ///   - error: The error thrown.
  ///   - isPrivate: Whether to mask amounts in the message.
  init?(_ error: any Error, isPrivate: Bool = false) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as PortfolioError:
      self.init(error.message(isPrivate: isPrivate), error.exitStatus)
    case let error as EventError:
      self.init(Self.stopped(error.message(isPrivate: isPrivate)), .refused)
    case let error as UnknownColumn:
      self.init(
        "There is no column \"\(error.name)\".",
        help: "Choose from \(error.known.joined(separator: ", ")).", .usage)
    case let error as UnknownTaxZone: self.init(error.message, .refused)
    case let error as ContainerError: self.init(error.message, .inputOutput)
    case let error as LedgerStoreError: self.init(error.namingNewestBackup, error.exitStatus)
    default: return nil
    }
  }
}

extension CommandFailure {
  /// Ends a command after the user said no; the sentence is written without an error label.
  static func declined(_ sentence: String) -> CommandFailure {
    Console.writeError(sentence)
    return CommandFailure("", .refused)
  }

  /// Adds the full stop that some messages of the data model lack.
  fileprivate static func stopped(_ message: ErrorMessage) -> ErrorMessage {
    guard !".?!".contains(message.reason.last ?? " ") else { return message }
    return ErrorMessage(message.reason + ".", help: message.help)
  }
}

extension PortfolioError {
  /// The reason with a full stop, amounts masked if needed, and the suggested fix.
  func message(isPrivate: Bool = false) -> ErrorMessage {
    let message = CommandFailure.stopped(message(by: .system))
    switch self {
    case .saveFailed(let cause as LedgerStoreError), .deleteFailed(let cause as LedgerStoreError):
      return cause.message
    case .coinNotFound:
      return ErrorMessage(
        message.reason, help: "`bitpal coins search NAME` finds coins by name.")
    case .insufficientBalance(let coinId, _, _, let date, _) where isPrivate:
      let day = date.map { " on \(LocalCalendar.system.dayText($0))" } ?? ""
      return ErrorMessage("You do not own that much \(coinId)\(day).")
    default: return message
    }
  }

  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .saveFailed, .deleteFailed: .inputOutput
    case .priceDataUnavailable: .unavailable
    default: .refused
    }
  }
}

extension LedgerStoreError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .busy, .io, .folderMissing, .missing, .brokenLink: .inputOutput
    default: .refused
    }
  }
}
