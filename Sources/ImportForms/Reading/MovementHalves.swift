import FoundationEssentials
import ImportText
import Portfolio

extension [[Movement]] {
  /// The groups of rows, those that are halves of one trade joined.
  var joined: [[Movement]] {
    var groups = self
    groups.joinNear()
    return groups.joiningHalves
  }

  /// The groups of rows, with two of one row each made one where each is the only one that can be
  /// the other's half.
  ///
  /// A row that has several such becomes a sale or purchase at its own worth, because it is one of
  /// them.
  private var joiningHalves: [[Movement]] {
    var places: [String: [Int]] = [:]
    for (place, group) in enumerated() where group.count == 1 {
      if let half = group[0].half { places[half.name, default: []].append(place) }
    }
    guard !places.isEmpty else { return self }
    var groups = self
    for lone in places.values where lone.count > 1 {
      for place in lone where !groups[place].isEmpty {
        let others = lone.filter { isOtherHalf($0, of: place) }
        guard let other = others.first else { continue }
        if others.count == 1, lone.filter({ isOtherHalf($0, of: other) }).count == 1 {
          groups[Swift.min(place, other)] =
            self[Swift.min(place, other)] + self[Swift.max(place, other)]
          groups[Swift.max(place, other)] = []
        } else {
          groups[place][0].lone = nil
        }
      }
    }
    return groups.filter { !$0.isEmpty }
  }

  private func isOtherHalf(_ place: Int, of other: Int) -> Bool {
    let (one, two) = (self[place][0], self[other][0])
    return one.asset != two.asset && (one.change < 0) != (two.change < 0)
      && abs(one.date.millisecondsSince1970 - two.date.millisecondsSince1970)
        <= (one.half?.seconds ?? 0) * 1000
  }
}
