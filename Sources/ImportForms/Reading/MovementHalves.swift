import FoundationEssentials
import ImportText
import Portfolio

extension [[Leg]] {
  /// The groups of rows, those that are halves of one trade joined.
  var joined: [[Leg]] {
    var groups = self
    groups.joinNear()
    return groups.joiningHalves
  }

  /// The groups of rows, with two of one row each made one where each is the only one that can be
  /// the other's half.
  ///
  /// A row that has several such becomes a sale or purchase at its own worth, because it is one of
  /// them.
  private var joiningHalves: [[Leg]] {
    var indices: [String: [Int]] = [:]
    for (index, group) in enumerated() where group.count == 1 {
      if let half = group[0].half { indices[half.name, default: []].append(index) }
    }
    guard !indices.isEmpty else { return self }
    var groups = self
    for lone in indices.values where lone.count > 1 {
      for index in lone where !groups[index].isEmpty {
        let others = lone.filter { isOtherHalf($0, of: index) }
        guard let other = others.first else { continue }
        if others.count == 1, lone.filter({ isOtherHalf($0, of: other) }).count == 1 {
          groups[Swift.min(index, other)] =
            self[Swift.min(index, other)] + self[Swift.max(index, other)]
          groups[Swift.max(index, other)] = []
        } else {
          groups[index][0].lone = nil
        }
      }
    }
    return groups.filter { !$0.isEmpty }
  }

  private func isOtherHalf(_ index: Int, of other: Int) -> Bool {
    let (one, two) = (self[index][0], self[other][0])
    return one.asset != two.asset && (one.change < 0) != (two.change < 0)
      && abs(one.date.millisecondsSince1970 - two.date.millisecondsSince1970)
        <= (one.half?.seconds ?? 0) * 1000
  }
}
