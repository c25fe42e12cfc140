import ArgumentParser
import ConfigurationFile

/// Whether amounts are masked.
struct PrivacyOptions: ParsableArguments {
  @Flag(
    name: .customLong("private"), inversion: .prefixedNo,
    help: "Mask amounts, but not percentages, market prices and data (--json, --csv, exports).")
  var asked: Bool?

  /// What the command line says, else what the configuration does.
  func isPrivate(_ configuration: Configuration) -> Bool { asked ?? configuration.isPrivate }
}

/// A command whose results and errors can be masked.
protocol PrivateCommand: ParsableCommand {
  var privacy: PrivacyOptions { get }
}
