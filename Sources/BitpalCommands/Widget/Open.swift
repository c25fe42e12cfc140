import ArgumentParser
import CellGrid
import ConfigurationFile
import Dashboard

/// `bitpal open`.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open a bitpal link, such as \(Link.portfolio), in the dashboard.")

  @Argument(help: "The link.") var url: String

  func run() throws {
    guard url == Link.portfolio || url == "\(Link.portfolio)/" else {
      throw CommandFailure("bitpal opens \(Link.portfolio), not '\(url)'.", .usage)
    }
    guard Console.isTerminal else {
      throw CommandFailure("The dashboard needs a terminal.", .usage)
    }
    let program = try Program()
    try DashboardSession(
      program, refresher: program.refresher, tab: .portfolio,
      isPrivate: program.configuration.isPrivate,
      look: OutputAppearance(program.environment, program.configuration)
    ).run()
  }
}
