/// The examples at the end of a command's help.
func examples(_ commands: String...) -> String {
  "EXAMPLES:\n" + commands.map { "  \($0)" }.joined(separator: "\n")
}
