import ArgumentParser

/// `bitpal alert`.
struct Alert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alert",
    abstract: "Be notified once when a price reaches a limit.",
    discussion: """
      Every refresh, whoever makes it, checks the alerts; one that fires does so once. `bitpal \
      refresh` prints it on standard output, with --quiet too, so that a timer can mail or show \
      it; with --check-alerts it ends with exit code 1 then. A price older than an hour fires \
      nothing.


      """
        + examples(
          "bitpal alert add bitcoin above 100000", "bitpal alert add ethereum change 5% in 24h",
          "bitpal alert", "bitpal alert remove 3f2a"),
    subcommands: [AlertList.self, AlertAdd.self, AlertRemove.self],
    defaultSubcommand: AlertList.self)
}
