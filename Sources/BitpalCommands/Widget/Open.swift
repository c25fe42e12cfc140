import ArgumentParser
import CellGrid
import ConfigurationFile
import Dashboard
import Widgets

/// `bitpal open`.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "open",
    abstract: "Open a bitpal link, such as \(Link.portfolio), in the dashboard.",
    discussion: examples(
      "bitpal open", "bitpal open \(Link.portfolio)",
      "xdg-open \(Link.portfolio)"))

  @Argument(help: "The link.") var url = Link.portfolio

  func run() throws {
    guard url == Link.portfolio || url == "\(Link.portfolio)/" else {
      throw CommandFailure("bitpal opens \(Link.portfolio), not \"\(url)\".", .usage)
    }
    guard Console.isTerminal else {
      throw CommandFailure("The dashboard needs a terminal.", .usage)
    }
    let context = try AppContext()
    try DashboardSession(
      context, refresher: context.refresher, tab: .portfolio,
      look: OutputAppearance(context.environment, context.configuration)
    ).run()
  }
}
