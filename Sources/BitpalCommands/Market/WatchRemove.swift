import AppGroup
import ArgumentParser
import WidgetTimeline

/// `bitpal watch remove`.
struct WatchRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Stop following coins.",
    discussion: examples("bitpal watch remove ethereum", "bitpal watch remove btc sol"))

  @Argument(help: .init("Coins, by id or symbol.", valueName: "coin")) var coins: [String]

  func run() throws {
    let context = try AppContext()
    let followed = Set(context.store.watchlist()?.coinIds ?? [])
    let ids = try coins.map { followed.contains($0) ? $0 : try context.coinId(of: $0) }
    let missing = ids.filter { !followed.contains($0) }
    guard missing.isEmpty else {
      throw CommandFailure(
        "\(missing.joined(separator: ", ")) is not followed. `bitpal watch list` names the coins "
          + "that are.", .refused)
    }
    try context.store.update { files in
      var list = files.watchlist ?? Watchlist()
      for id in ids { _ = list.remove(id) }
      files.watchlist = list
    }
    for id in ids {
      Console.print("\(id) is no longer followed. `bitpal watch add \(id)` follows it again.")
    }
  }
}
