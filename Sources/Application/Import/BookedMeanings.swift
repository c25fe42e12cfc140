import Exact
import FoundationEssentials
import Import
import Portfolio

/// The coins that names in files meant when rows were booked, where they mean others by now.
///
/// A newer catalog may rank another coin of a symbol first. What was booked keeps its coin, and so
/// does what later files say of the same name: only names that mean the same by now had the same
/// meaning then, so that a symbol that changed hands on a day is still two coins.
struct BookedMeanings {
  /// A coin's row as it was booked.
  struct Row {
    let coinId: String
    let amount: Quantity
  }

  private struct Name: Hashable {
    let name: String
    let known: AssetMeaning?
  }

  private var coins: [Name: String] = [:]

  /// Whether every name means what it meant.
  var isEmpty: Bool { coins.isEmpty }

  /// What a name means, by what is known of it now.
  func meaning(_ name: String, known: AssetMeaning?) -> AssetMeaning? {
    coins[Name(name: name, known: known)].map { .coin($0) } ?? known
  }

  /// Adds what other rows say.
  mutating func merge(_ other: BookedMeanings) { coins.merge(other.coins) { first, _ in first } }

  /// Finds which names of an event meant another coin when its rows were booked.
  ///
  /// - Parameters:
  ///   - rows: The rows; a person changed none of them.
  ///   - known: What a name means now; a name that a person explained is not looked up.
  mutating func add(_ event: Event, _ rows: [Row], known: (String) -> AssetMeaning??) {
    var unexplained = rows
    var names: [(name: Name, amount: Quantity)] = []
    for amount in [event.amount, event.counter, event.fee].compactMap(\.self) + event.otherFees {
      guard let meaning = known(amount.asset) else { continue }
      switch meaning {
      case .money?, .dollars?: continue
      case .coin(let id)? where rows.contains(where: { $0.coinId == id }):
        unexplained.removeAll { $0.coinId == id }
      case .coin?, nil:
        names.append(
          (Name(name: amount.asset, known: meaning), amount.value.magnitude))
      }
    }
    guard !unexplained.isEmpty, !names.isEmpty else { return }
    let areSingle =
      Set(names.map(\.name)).count == 1 && Set(unexplained.map(\.coinId)).count == 1
    for (name, amount) in names where coins[name] == nil {
      let row = unexplained.first { $0.amount == amount } ?? (areSingle ? unexplained[0] : nil)
      if let row { coins[name] = row.coinId }
    }
  }
}
