public import WallfarmPluginKit

/// The part of a photo that a layer shows, including the margin that resampling needs.
///
/// The part is measured in pixels of the upright picture at full size. A portrait screen shows only
/// a third of a landscape photo, so the rest does not have to be decoded.
public struct PhotoPart: Hashable, Sendable {
  /// The range of columns, counted from the left edge.
  public let columns: Range<Int>
  /// The range of rows, counted from the top edge.
  public let rows: Range<Int>

  /// Creates a part that covers the whole picture.
  public init(wholeOf picture: PixelSize) {
    columns = 0..<picture.width
    rows = 0..<picture.height
  }

  /// Creates the part of a picture that a layer shows.
  public init(of content: ImageContent, picture: PixelSize, scale: Scale) {
    let content = content.single(picture: picture, scale: scale)
    let placement = ImagePlacement(content, picture: picture, scale: scale)
    columns = PhotoPart.range(
      from: content.frame.x * scale.x, length: content.frame.width * scale.x,
      offset: placement.left, scale: placement.scaleX, most: picture.width)
    rows = PhotoPart.range(
      from: content.frame.y * scale.y, length: content.frame.height * scale.y,
      offset: placement.top, scale: placement.scaleY, most: picture.height)
  }

  private init(columns: Range<Int>, rows: Range<Int>) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Returns the source pixels for a range of target pixels, including the resampling filter's
  /// margin.
  private static func range(
    from start: Double, length: Double, offset: Double, scale: Double, most: Int
  ) -> Range<Int> {
    // The margin covers the filter, which extends over three pixels of the coarser grid, and the
    // rounding of the target to whole pixels. It also covers the edges of a cropped JPEG, where
    // chroma upsampling is inexact within two MCUs of 16 pixels.
    let margin = 5 * max(1, 1 / scale) + 34
    let low = min(max(0, (start - offset) / scale - margin), Double(most - 1))
    let high = min(max(low + 1, (start + length - offset) / scale + margin), Double(most))
    return Int(low)..<Int(high.rounded(.up))
  }

  /// Whether this part contains another part.
  public func contains(_ other: PhotoPart) -> Bool {
    columns.contains(other.columns) && rows.contains(other.rows)
  }

  /// Returns the smallest part that contains this part and another one.
  public func union(_ other: PhotoPart) -> PhotoPart {
    PhotoPart(
      columns: min(
        columns.lowerBound, other.columns.lowerBound)..<max(
          columns.upperBound, other.columns.upperBound),
      rows: min(
        rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }

  /// Returns the range of columns in the stored picture that contains this part.
  func storedColumns(_ orientation: Orientation, picture: PixelSize) -> Range<Int> {
    func column(_ x: Int, _ y: Int) -> Int {
      orientation.stored(x, y, width: picture.width, height: picture.height).x
    }
    let one = column(columns.lowerBound, rows.lowerBound)
    let other = column(columns.upperBound - 1, rows.upperBound - 1)
    return min(one, other)..<max(one, other) + 1
  }
}
