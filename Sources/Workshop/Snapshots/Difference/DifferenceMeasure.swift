/// A measure of a pixel's error, from 0 to 1.
public enum DifferenceMeasure: String, Sendable, Hashable, CaseIterable {
  /// The visible error by FLIP.
  case flip
  /// The largest difference of a color channel.
  case color

  /// The name of the error in reports.
  var title: String {
    switch self {
    case .flip: "FLIP"
    case .color: "color difference"
    }
  }
}
