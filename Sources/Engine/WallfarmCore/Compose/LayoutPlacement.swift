public import WallfarmPluginKit

/// Where a layout stands, and what is known of it.
public struct LayoutPlacement: Sendable, Hashable {
  /// Its name.
  public let layout: String
  /// The area that it was given, in points.
  public let area: Rect
  /// Its type size, in points; nil when it shows no text.
  public let fontSize: Double?
  /// The numbers of the notes that it shows.
  public let notes: [Int]
  /// The settings that it considered, the one that it chose first; empty where there was no choice.
  public let considered: [ConsideredSetting]
  /// When it has another picture to show; nil: never.
  public let expires: Moment?
  /// Which of the stacks of the template it is in; nil: none.
  let stack: Int?
  /// Its layers in the foreground of the scene.
  let layers: Range<Int>
}
