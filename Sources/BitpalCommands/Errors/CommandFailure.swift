import AppGroup
import Application
import ArgumentParser
import CellGrid
import LedgerStore
import Portfolio
import Reports

/// How a command ends when it does not do what it was asked for (SPEC §7).
enum ExitStatus: Int32 {
  /// A comparison found a difference.
  case checkFailed = 1
  /// Data was refused or is damaged.
  case refused = 2
  /// The figures are older than was allowed.
  case stale = 3
  /// Figures are missing because prices are.
  case unpriced = 4
  /// The command line makes no sense.
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
    (refused.rawValue, "Data was refused or is damaged; nothing was written."),
    (stale.rawValue, "The prices are older than --max-age allows."),
    (unpriced.rawValue, "With --max-age, some or all prices are missing."),
    (usage.rawValue, "The command line cannot be understood."),
    (unavailable.rawValue, "Prices are unavailable; the last known prices are kept."),
    (inputOutput.rawValue, "A file cannot be read or written."),
  ]
}

/// An error as the user meets it: a sentence and an exit code.
struct CommandFailure: Error {
  let sentence: String
  let code: ExitStatus

  /// Makes a failure of a command's own; an empty sentence means that all was said already.
  init(_ sentence: String, _ code: ExitStatus) {
    self.sentence = sentence
    self.code = code
  }

  /// Turns an error of any target into its sentence; `nil` for the command line parser's own.
  ///
  /// - Parameters:
  ///   - error: What was thrown.
  ///   - isPrivate: Whether its sentence must not name amounts.
  init?(_ error: any Error, isPrivate: Bool = false) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as PortfolioError:
      self.init(error.statement(isPrivate: isPrivate), error.exitStatus)
    case let error as EventError:
      self.init(Self.stopped(error.sentence(isPrivate: isPrivate)), .refused)
    case let error as UnknownColumn:
      self.init(
        "There is no column \"\(error.name)\". Choose from "
          + error.known.map { $0.lowercased() }.joined(separator: ", ") + ".", .usage)
    case let error as UnknownTaxZone: self.init(error.sentence, .refused)
    case let error as ContainerError: self.init(error.sentence, .inputOutput)
    case let error as LedgerStoreError: self.init(error.namingNewestBackup, error.exitStatus)
    default: return nil
    }
  }
}

extension CommandFailure {
  /// A sentence with its full stop, which those of the data model do not all have.
  fileprivate static func stopped(_ sentence: String) -> String {
    ".?!".contains(sentence.last ?? " ") ? sentence : sentence + "."
  }
}

extension PortfolioError {
  /// What is wrong, with its full stop, and what to do where the sentence does not say.
  func statement(isPrivate: Bool = false) -> String {
    let statement = CommandFailure.stopped(sentence(isPrivate: isPrivate))
    guard case .coinNotFound = self else { return statement }
    return "\(statement) `bitpal coins search NAME` finds coins by name."
  }

  /// The sentence, without amounts while they are masked.
  fileprivate func sentence(isPrivate: Bool) -> String {
    guard isPrivate, case .insufficientBalance(let coinId, _, _, let date, _) = self else {
      return sentence(by: .system)
    }
    let day = date.map { LocalCalendar.system.dayText($0) }
    return "You do not own that much \(coinId)\(day.map { " on \($0)" } ?? "")."
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
    case .busy, .io, .folderMissing, .missing: .inputOutput
    default: .refused
    }
  }
}
