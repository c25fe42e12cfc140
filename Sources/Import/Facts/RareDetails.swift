import Exact
import Portfolio

/// Details that few facts have; takes eight bytes if empty, because there may be a million facts.
struct RareDetails: Sendable, Hashable {
  private var box: Boxed<Fields>?

  /// The details themselves.
  private struct Fields: Sendable, Hashable {
    var otherFees: [Amount] = []
    var pair: AssetPair?
    var orderStart: Int64?
    var half: NearHalf?
    var worth: Boxed<StatedWorth>?
    var own: OwnRow?
    var legacyReference: String?
  }

  private var fields: Fields {
    get { box?.value ?? Fields() }
    set { box = newValue == Fields() ? nil : .value(newValue) }
  }

  init() {}

  init(
    otherFees: [Amount], pair: AssetPair?, orderStart: Int64?, half: NearHalf?,
    worth: StatedWorth?, own: OwnRow?, legacyReference: String?
  ) {
    fields = Fields(
      otherFees: otherFees, pair: pair, orderStart: orderStart, half: half,
      worth: worth.map(Boxed.value), own: own, legacyReference: legacyReference)
  }

  var otherFees: [Amount] {
    get { box?.value.otherFees ?? [] }
    set { fields.otherFees = newValue }
  }
  var pair: AssetPair? {
    get { box?.value.pair }
    set { fields.pair = newValue }
  }
  var orderStart: Int64? {
    get { box?.value.orderStart }
    set { fields.orderStart = newValue }
  }
  var half: NearHalf? {
    get { box?.value.half }
    set { fields.half = newValue }
  }
  var worth: StatedWorth? {
    get { box?.value.worth?.value }
    set { fields.worth = newValue.map(Boxed.value) }
  }
  var own: OwnRow? {
    get { box?.value.own }
    set { fields.own = newValue }
  }
  var legacyReference: String? {
    get { box?.value.legacyReference }
    set { fields.legacyReference = newValue }
  }
}
