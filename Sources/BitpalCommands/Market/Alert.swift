import ArgumentParser

/// `bitpal alert`.
struct Alert: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "alert",
    abstract: "Be notified when a price reaches a limit.",
    discussion: """
      Every refresh checks the alerts. Each alert fires once, or with --repeat again after a \
      pause. The dashboard shows what fired until you have seen it; the desktop shows it \
      (alerts.notify), and alerts.command runs a program of yours. `bitpal refresh` prints fired \
      alerts on standard output, even with --quiet, so that a timer can mail them; with \
      --check-alerts it then exits with 1, and with 2 if an alert cannot be read. Prices older \
      than an hour fire nothing.


      """
        + examples(
          "bitpal alert add bitcoin above 100000", "bitpal alert add ethereum change 5% in 24h",
          "bitpal alert", "bitpal alert remove 3f2a"),
    subcommands: [AlertList.self, AlertAdd.self, AlertRemove.self],
    defaultSubcommand: AlertList.self)
}
