import ArgumentParser

/// `bitpal watch`.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "watch",
    abstract: "Follow coins without holding them.",
    discussion: examples(
      "bitpal watch add ethereum solana", "bitpal watch", "bitpal watch remove solana"),
    subcommands: [WatchList.self, WatchAdd.self, WatchRemove.self],
    defaultSubcommand: WatchList.self)
}
