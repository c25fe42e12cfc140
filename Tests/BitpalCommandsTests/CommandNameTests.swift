import ArgumentParser
import Testing
import BitpalCommands

/// A command without an explicit name finds it by reflection, which looks at everything in the
/// program: for all verbs together that took a fifth of a short command's time.
@Test func `every command says its name`() {
  func check(_ command: any ParsableCommand.Type) {
    #expect(command.configuration.commandName != nil, "\(command)")
    for subcommand in command.configuration.subcommands { check(subcommand) }
  }
  check(BitpalCommand.self)
  #expect(BitpalCommand.configuration.subcommands.count > 20)
}
