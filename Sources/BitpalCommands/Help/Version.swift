import ArgumentParser

/// `bitpal version`.
struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version.", discussion: examples("bitpal version", "bitpal --version"))

  func run() { Console.print(BitpalCommand.version) }
}
