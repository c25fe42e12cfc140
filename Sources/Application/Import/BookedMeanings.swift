import Exact
import FoundationEssentials
import Import
import Portfolio

/// The coins that names in files meant when rows were booked, if they mean others now.
///
/// A newer catalog may rank another coin of a symbol first. Booked rows keep their coin, and later
/// files that use the same name get it too. Only names with the same meaning now share one, so a
/// symbol that switched to another coin on some day is still two coins.
struct BookedMeanings {
  /// A coin's row as booked.
  struct Row {
    let id: UUID
    let coinId: String
    let amount: Quantity
  }

  private struct Name: Hashable {
    let name: String
    let known: AssetMeaning?
  }

  private var coins: [Name: String] = [:]

  /// Whether every name keeps its meaning.
  var isEmpty: Bool { coins.isEmpty }

  /// The meaning of a name, given its present meaning.
  func meaning(_ name: String, known: AssetMeaning?) -> AssetMeaning? {
    coins[Name(name: name, known: known)].map { .coin($0) } ?? known
  }

  /// Adds the meanings found in other rows.
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
