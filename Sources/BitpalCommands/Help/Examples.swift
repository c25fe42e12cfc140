/// A help paragraph on how a table fits a narrow terminal.
///
/// - Parameter columns: The columns that are left out, in order.
func collapseOrder(_ columns: String) -> String {
  "Where the terminal is too narrow, columns are left out in this order: \(columns).\n\n"
}

/// The examples section of a command's help.
func examples(_ commands: String...) -> String {
  "EXAMPLES:\n" + commands.map { "  \($0)" }.joined(separator: "\n")
}
