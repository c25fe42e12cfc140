import BitpalCommands

@main
enum Main {
  static func main() { BitpalCommand.run(Array(CommandLine.arguments.dropFirst())) }
}
