/// A named group of devices.
package enum DeviceGroup: Sendable, Hashable {
  /// Every device.
  case all
  /// The iPhones.
  case iPhones
  /// The iPads.
  case iPads
  /// Phones, and all screens of foldable phones.
  case phones
  /// Devices of a kind.
  case kind(DeviceKind)
  /// Android phones and tablets.
  case android
  /// The devices in families whose names begin with the given text.
  case family(String)
  /// The devices released in a range of years.
  case years(ClosedRange<Int>)

  /// The group names, in the order in which the documentation lists them.
  package static let words: [(word: String, group: DeviceGroup)] = [
    ("all", .all), ("iphones", .iPhones), ("ipads", .iPads), ("phones", .phones),
    ("tablets", .kind(.tablet)), ("foldables", .kind(.foldable)), ("android", .android),
    ("pixel", .family("google-pixel")), ("galaxy", .family("samsung-galaxy")),
    ("laptops", .kind(.laptop)), ("desktops", .kind(.desktop)), ("tvs", .kind(.tv)),
  ]

  /// Parses a group name, or years such as `2022…`, `2020…2023` or `…2019`.
  package init?(_ word: String) {
    if let known = Self.words.first(where: { $0.word == word }) {
      self = known.group
      return
    }
    let ends = word.replacing("...", with: "…")
      .split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.contains(where: { !$0.isEmpty }),
      ends.allSatisfy({ $0.isEmpty || Int($0) != nil })
    else { return nil }
    let (first, last) = (Int(ends[0]) ?? 1, Int(ends[1]) ?? 9999)
    // A range with its years in the wrong order matches no device.
    self = .years(first <= last ? first...last : 10_000...10_000)
  }

  /// Whether a device belongs to the group.
  package func contains(_ device: Device) -> Bool {
    switch self {
    case .all: true
    case .iPhones: device.isIPhone
    case .iPads: device.isIPad
    case .phones: device.kind == .phone || device.kind == .foldable
    case .kind(let kind): device.kind == kind
    case .android: device.isAndroid
    case .family(let start): device.family.hasPrefix(start)
    case .years(let years): years.contains(device.year)
    }
  }
}
