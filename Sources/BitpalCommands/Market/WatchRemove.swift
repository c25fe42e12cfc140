import AppGroup
import ArgumentParser
import WidgetTimeline

/// `bitpal watch remove`.
struct WatchRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "remove", abstract: "Stop following coins.",
    discussion: examples("bitpal watch remove ethereum", "bitpal watch remove btc sol"))

  @Argument(help: .init("Coins, by id or symbol.", valueName: "coin")) var coins: [String] = []
  @Flag(
    name: .long, help: "Remove every entry that cannot be read; the damaged file is kept aside.")
  var unreadable = false

  func validate() throws {
    guard unreadable || !coins.isEmpty else {
      throw ValidationError(
        "No coin is named.",
        help: "Name one that `bitpal watch` lists, or use --unreadable.")
    }
  }

  func run() throws {
    let context = try AppContext()
    let followed = Set(try context.store.readWatchlist().coinIds)
    let ids = try coins.map { followed.contains($0) ? $0 : try context.coinId(of: $0) }
    let missing = ids.filter { !followed.contains($0) }
    guard missing.isEmpty else {
      throw CommandFailure(
        "\(missing.joined(separator: ", ")) is not followed.",
        help: "`bitpal watch list` names the coins "
          + "that are.", .refused)
    }
    let damaged = try context.store.update { files in
      var list = files.watchlist ?? Watchlist()
      for id in ids { _ = list.remove(id) }
      let damaged = unreadable ? list.unreadable : []
      if unreadable { list.unreadable = [] }
      files.watchlist = list
      return damaged
    }
    for id in ids {
      Console.print("\(id) is no longer followed. `bitpal watch add \(id)` follows it again.")
    }
    for coin in damaged { Console.print("Removed coin \(coin.words), which could not be read.") }
    if unreadable, damaged.isEmpty { Console.print("Every coin on the watchlist can be read.") }
  }
}
