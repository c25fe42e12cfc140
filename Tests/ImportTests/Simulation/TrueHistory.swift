import Exact
import Import

/// An event with everything that any report of it may contain.
struct TrueEvent {
  var platform: Platform
  var owner: String
  /// Microseconds since 1970.
  var at: Int64
  var role: Role
  var asset: String
  /// Includes the fee if the event is a withdrawal.
  var amount: Quantity
  var counter: (asset: String, value: Quantity)?
  var fee: (asset: String, value: Quantity)?
  var order: Int?
  var hash: String?
  /// The number of the transfer that the event is one half of.
  var transfer: Int?
  var id = 0
}

/// An order and the time it was placed.
struct TrueOrder {
  var start: Int64
  var end: Int64
  var fills: [Int]
}

/// A simulated history: the events at up to four places.
struct TrueHistory {
  private(set) var events: [TrueEvent] = []
  private(set) var orders: [TrueOrder] = []
  let platforms: [Platform]
  private var chance: SeededGenerator
  private var transfers = 0

  /// 2024-01-01 00:00:00 UTC.
  private static let start: Int64 = 1_704_067_200 * PrintedInstant.second
  private static let coins = ["BTC", "ETH", "SOL"]
  private static let usualFees = ["BTC": 20_000, "ETH": 120_000, "SOL": 1_000_000]

  /// The usual network fees, as the program knows them.
  static let networkFees = usualFees.mapValues { units($0) }

  /// Makes a history, by default at two to four places whose orders have ends.
  init(chance: SeededGenerator, platforms: [Platform]? = nil) {
    var chance = chance
    let others = Platform.allCases.filter { !$0.ordersLackEnds }
    self.platforms =
      platforms ?? Array(others.shuffled(using: &chance).prefix(chance.int(2...4)))
    self.chance = chance
    for platform in self.platforms where platform != .wallet {
      for _ in 0..<self.chance.int(3...6) { add(at: platform) }
    }
    for _ in 0..<self.chance.int(1...3) { addTransfers() }
    if self.chance.chance(15) { addPayment() }
    events.sort { ($0.at, $0.id) < ($1.at, $1.id) }
    number()
  }

  /// Renumbers the events by time.
  private mutating func number() {
    var position: [Int: Int] = [:]
    for index in events.indices {
      position[events[index].id] = index
      events[index].id = index
    }
    for index in orders.indices {
      orders[index].fills = orders[index].fills.map { position[$0] ?? 0 }
    }
  }

  /// A time on one of thirty days, between 3:00 and 21:00.
  private mutating func moment() -> Int64 {
    let minutes = chance.int(0...29) * 1440 + chance.int(180...1200)
    return Self.start + (Int64(minutes) * 60 + Int64(chance.int(0...59))) * PrintedInstant.second
      + Int64(chance.int(0...999_999))
  }

  private mutating func owner(of platform: Platform) -> String {
    platform.namesOwners ? (chance.chance(15) ? "222" : "111") : ""
  }

  private mutating func add(_ event: TrueEvent) {
    var event = event
    event.id = events.count
    events.append(event)
  }

  private mutating func add(at platform: Platform) {
    let time = moment()
    switch chance.int(0...9) {
    case 0...1:
      for _ in 0..<chance.int(1...3) { addTrade(platform, owner(of: platform), at: moment()) }
    case 2: addRobot(platform, at: time)
    case 3: addPairsAtOnce(platform, at: time)
    case 4: addRewardAndTrade(platform, at: time)
    case 5...6: addOrders(platform, at: time)
    case 7: addConvert(platform, at: time)
    case 8: addDeposits(platform, at: time)
    default: addRewards(platform, at: time)
    }
  }

  @discardableResult
  private mutating func addTrade(
    _ platform: Platform, _ owner: String, at time: Int64, coin: String? = nil,
    quote: String? = nil,
    amount: Int? = nil, price: Int? = nil, isBought: Bool = true, order: Int? = nil
  ) -> Int {
    let coin = coin ?? chance.pick(Self.coins)
    let amount = amount ?? chance.int(1...500) * 100_000
    let quote = quote ?? chance.pick(["USDT", "EUR"])
    let price = price ?? chance.int(100...60_000)
    let paid = units(amount) * ExactDecimal(price)
    // A thousandth, in the currency that pays.
    let fee = units(amount / 1_000 * price)
    add(
      TrueEvent(
        platform: platform, owner: owner, at: time, role: .trade, asset: coin,
        amount: isBought ? units(amount) : -units(amount),
        counter: (quote, isBought ? -paid : paid), fee: (quote, fee), order: order))
    return events.count - 1
  }

  /// A bot that buys equal amounts on full minutes, and sometimes on another market at :30.
  private mutating func addRobot(_ platform: Platform, at time: Int64) {
    let owner = owner(of: platform)
    let minute = 60 * PrintedInstant.second
    let start = time / minute * minute
    let (amount, price) = (chance.int(1...20) * 1_000_000, chance.int(10...400) * 100)
    let (isFixed, hasSecond) = (chance.chance(40), chance.chance(50))
    let step = chance.pick([minute, 60 * minute, minute / 6])
    for index in 0..<chance.int(2...6) {
      let at = start + Int64(index) * step
      addTrade(
        platform, owner, at: at, coin: "BTC", quote: "USDT", amount: amount,
        price: isFixed ? price : price + index)
      if hasSecond {
        addTrade(
          platform, owner, at: at + minute / 2, coin: "BTC", quote: chance.pick(["USDT", "EUR"]),
          amount: amount, price: price - 5)
      }
    }
  }

  /// Two trades in one second: equal amounts on two markets, or two coins.
  private mutating func addPairsAtOnce(_ platform: Platform, at time: Int64) {
    let owner = owner(of: platform)
    let amount = chance.int(1...50) * 1_000_000
    let coins = chance.chance(50) ? ["BTC", "BTC"] : ["BTC", "ETH"]
    addTrade(
      platform, owner, at: time, coin: coins[0], quote: "USDT", amount: amount, price: 42_000)
    addTrade(
      platform, owner, at: time + Int64(chance.int(0...1)) * 300_000, coin: coins[1],
      quote: chance.chance(50) ? "USDT" : "EUR", amount: amount, price: 39_000)
  }

  private mutating func addRewardAndTrade(_ platform: Platform, at time: Int64) {
    let owner = owner(of: platform)
    let amount = chance.int(1...50) * 100_000
    addTrade(platform, owner, at: time, coin: "ETH", quote: "EUR", amount: amount, price: 3_150)
    add(
      TrueEvent(
        platform: platform, owner: owner,
        at: time + Int64(chance.int(0...1)) * PrintedInstant.second,
        role: .reward, asset: "ETH", amount: units(amount)))
  }

  private mutating func addRewards(_ platform: Platform, at time: Int64) {
    let owner = owner(of: platform)
    let amount = units(chance.int(1...50) * 1_000)
    for index in 0..<chance.int(1...4) {
      add(
        TrueEvent(
          platform: platform, owner: owner,
          at: time + Int64(index) * chance.pick([1, 3600]) * PrintedInstant.second,
          role: .reward, asset: "SOL", amount: amount))
    }
  }

  /// Orders filled over up to an hour, or two days, which may overlap on one market.
  private mutating func addOrders(_ platform: Platform, at time: Int64) {
    let owner = owner(of: platform)
    let isLong = platform.ordersLackEnds
    let fixed = isLong && chance.chance(70) ? 2_000 : nil
    for _ in 0..<chance.int(isLong ? 2...4 : 1...2) {
      let number = orders.count
      let start = time + Int64(chance.int(0...600)) * PrintedInstant.second
      let lasts = chance.pick(isLong ? [0, 10, 3_000, 200_000] : [10, 120, 3_000])
      let price = fixed ?? chance.int(1_000...3_000)
      let equal = chance.chance(40) ? chance.int(1...(isLong ? 3 : 20)) * 1_000_000 : nil
      let offsets = (0..<chance.int(1...5)).map { _ in chance.int(0...lasts) }.sorted()
      let fills = offsets.map { offset in
        addTrade(
          platform, owner, at: start + Int64(offset) * PrintedInstant.second, coin: "ETH",
          quote: "USDT", amount: equal ?? chance.int(1...50) * 1_000_000,
          price: price + chance.int(0...1), order: number)
      }
      let end = start + Int64(offsets.last ?? 0) * PrintedInstant.second
      let placed = isLong ? start : start - PrintedInstant.second
      orders.append(TrueOrder(start: placed, end: end, fills: fills))
    }
  }

  private mutating func addConvert(_ platform: Platform, at time: Int64) {
    let owner = owner(of: platform)
    let amount = units(chance.int(1...50) * 100_000)
    add(
      TrueEvent(
        platform: platform, owner: owner, at: time, role: .convert, asset: "BTC", amount: amount,
        counter: ("EUR", -(amount * 41_000))))
    // A trade of the same coins a second later.
    if chance.chance(30) {
      add(
        TrueEvent(
          platform: platform, owner: owner, at: time + PrintedInstant.second, role: .trade,
          asset: "BTC",
          amount: amount, counter: ("USDT", -(amount * 42_000)),
          fee: ("USDT", amount * 42)))
    }
  }

  /// Deposits from third parties: some equal, half an hour apart, with different transactions.
  private mutating func addDeposits(_ platform: Platform, at time: Int64) {
    let owner = owner(of: platform)
    let (coin, amount) = (chance.pick(Self.coins), units(chance.int(1...20) * 10_000_000))
    for index in 0..<chance.int(1...2) {
      add(
        TrueEvent(
          platform: platform, owner: owner, at: time + Int64(index) * 1800 * PrintedInstant.second,
          role: .deposit, asset: coin, amount: amount, hash: hash()))
    }
  }

  private mutating func hash() -> String { "0x\(String(chance.next(), radix: 16))" }

  /// Transfers between two platforms; some are sent twice.
  private mutating func addTransfers() {
    let origin = chance.pick(platforms)
    let others = platforms.filter { $0 != origin }
    let target = chance.pick(others)
    let owners = (owner(of: origin), owner(of: target))
    let coin = chance.pick(Self.coins)
    let amount = chance.int(1...20) * 10_000_000
    let usual = Self.usualFees[coin] ?? 0
    let fee = usual * chance.int(1...3) / chance.int(1...2)
    let time = moment()
    for index in 0..<(chance.chance(25) ? 2 : 1) {
      let hash = hash()
      let at = time + Int64(index * chance.int(20...3_000)) * PrintedInstant.second
      add(
        TrueEvent(
          platform: origin, owner: owners.0, at: at, role: .withdrawal, asset: coin,
          amount: -units(amount + fee), fee: (coin, units(fee)), hash: hash, transfer: transfers))
      add(
        TrueEvent(
          platform: target, owner: owners.1,
          at: at + Int64(chance.int(60...5_000)) * PrintedInstant.second, role: .deposit,
          asset: coin, amount: units(amount), hash: hash, transfer: transfers))
      transfers += 1
    }
  }

  /// A withdrawal to a third party, and some hours later a slightly smaller deposit from another.
  private mutating func addPayment() {
    let origin = chance.pick(platforms)
    let target = chance.pick(platforms.filter { $0 != origin })
    let coin = chance.pick(Self.coins)
    let usual = Self.usualFees[coin] ?? 0
    let amount = chance.int(50...200) * usual
    let owners = (owner(of: origin), owner(of: target))
    let at = moment()
    add(
      TrueEvent(
        platform: origin, owner: owners.0, at: at, role: .withdrawal, asset: coin,
        amount: -units(amount + usual), fee: (coin, units(usual)), hash: hash()))
    add(
      TrueEvent(
        platform: target, owner: owners.1,
        at: at + Int64(chance.int(600...36_000)) * PrintedInstant.second, role: .deposit,
        asset: coin, amount: units(amount - usual * chance.int(4...8)), hash: hash()))
  }
}
