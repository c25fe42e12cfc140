import ArgumentParser
import BitpalCommands

@main
enum Main {
  static func main() { BitpalCommand.main() }
}
