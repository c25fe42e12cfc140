import AppGroup
import ArgumentParser
import Glibc

/// `bitpal man`.
struct Man: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "man",
    abstract: "Print a manual page.",
    discussion: """
      Without installed manual pages, read one with `bitpal man import | man -l -`.


      """ + examples("bitpal man buy | man -l -", "bitpal man --all man1"))

  @Option(name: .long, help: .init("Write all pages to this folder.", valueName: "folder"))
  var all: String?

  @Argument(help: "The command (default: bitpal itself).") var command: [String] = []

  func run() throws {
    let tree = try CommandTree.all()
    if let all { return try Self.writeAll(tree, into: all) }
    if command == ["config.5"] { return Console.write(ManPage.configuration().text) }
    let command = CommandLineCheck.withoutAliases(command)
    let found = tree.command(command)
    guard found.depth == command.count else {
      throw CommandFailure(
        "bitpal has no command \"\(command.joined(separator: " "))\".",
        help: "`bitpal --help` lists them.",
        .usage)
    }
    let path = ([tree.name] + command).dropLast()
    Console.write(ManPage(of: found.command, path: Array(path)).text)
  }

  private static func writeAll(_ tree: CommandTree, into folder: String) throws {
    func write(_ page: ManPage, _ name: String) throws {
      try AtomicFile.write(Array(page.text.utf8), to: "\(folder)/\(name)")
    }
    func walk(_ command: CommandTree, _ path: [String]) throws {
      let name = (path + [command.name]).joined(separator: "-")
      try write(ManPage(of: command, path: path), "\(name).1")
      for sub in command.subcommands { try walk(sub, path + [command.name]) }
    }
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw CommandFailure(
        "\(String(cString: strerror(errno))): the folder \(folder) cannot be made.", .inputOutput)
    }
    try walk(tree, [])
    try write(.configuration(), "bitpal-config.5")
  }
}
