/// How a table fits a narrow terminal, in a command's help.
///
/// - Parameter columns: The columns that are left out, the first one first.
func givingWay(_ columns: String) -> String {
  "Where the terminal is too narrow, columns are left out in this order: \(columns).\n\n"
}

/// The examples at the end of a command's help.
func examples(_ commands: String...) -> String {
  "EXAMPLES:\n" + commands.map { "  \($0)" }.joined(separator: "\n")
}
