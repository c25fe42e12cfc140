import ArgumentParser
import ConfigurationFile

/// Whether amounts are masked.
struct PrivacyOptions: ParsableArguments {
  @Flag(
    name: .customLong("private"), inversion: .prefixedNo,
    help: "Mask amounts, but not percentages, market prices and data (--json, --csv, exports).")
  var asked: Bool?

  /// The choice on the command line, or else in the configuration.
  func isPrivate(_ configuration: Configuration) -> Bool { asked ?? configuration.isPrivate }
}

/// A command whose results and errors can be masked.
protocol PrivateCommand: ParsableCommand {
  var privacy: PrivacyOptions { get }
}
