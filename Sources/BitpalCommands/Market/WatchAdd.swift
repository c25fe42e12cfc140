import AppGroup
import ArgumentParser
import WidgetTimeline

/// `bitpal watch add`.
struct WatchAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "add", abstract: "Follow coins; the next refresh fetches their prices too.",
    discussion: examples("bitpal watch add ethereum", "bitpal watch add sol ada"))

  @Argument(help: .init("Coins, by id or symbol.", valueName: "coin")) var coins: [String]

  func run() throws {
    let context = try AppContext()
    let ids = try coins.map(context.coinId(of:))
    let added = try context.store.update { files in
      var list = files.watchlist ?? Watchlist()
      let added = ids.filter { list.add($0, at: context.now) }
      list.unreadable.removeAll { entry in ids.contains { $0 == entry.coinId } }
      files.watchlist = list
      return added
    }
    for id in ids {
      Console.print(added.contains(id) ? "Following \(id)." : "\(id) is already on the watchlist.")
    }
  }
}
