import PhotoFormats
import WallfarmPluginKit

/// The crop and orientation of a coded picture.
///
/// The properties `clap`, `irot` and `imir` are applied in file order (ISO/IEC 23008-12, 6.5.9 to
/// 6.5.12).
struct HEIFGeometry {
  /// The size of the coded picture.
  let coded: PixelSize
  /// The visible columns of the coded picture.
  private(set) var columns: Range<Int>
  private(set) var rows: Range<Int>
  private var turn = PictureTurn()

  init(of item: HEIFItems.Item, coded: PixelSize, _ items: HEIFItems) {
    self.coded = coded
    (columns, rows) = (0..<coded.width, 0..<coded.height)
    for index in item.properties where items.properties.indices.contains(index - 1) {
      let property = items.properties[index - 1]
      turn.read(property.name, property.body, items.bytes)
      if property.name == "clap" { crop(property.body, items.bytes) }
    }
  }

  /// The size of the visible part in stored orientation.
  var size: PixelSize { PixelSize(width: columns.count, height: rows.count) }

  var orientation: Orientation { Orientation(rawValue: turn.orientation) ?? .upright }

  /// Applies `clap`, which specifies the width, height and center offset as four fractions (ISO/IEC
  /// 14496-12, 12.1.4).
  private mutating func crop(_ body: Range<Int>, _ bytes: PhotoBytes) {
    var numbers: [Double] = []
    for index in 0..<4 {
      guard let top = bytes.number(at: body.lowerBound + index * 8, 4),
        let bottom = bytes.number(at: body.lowerBound + index * 8 + 4, 4), body.count >= 32,
        bottom > 0
      else { return }
      numbers.append(Double(Int32(truncatingIfNeeded: top)) / Double(bottom))
    }
    let seen = size.turned(by: orientation)
    guard let across = HEIFGeometry.range(seen.width, numbers[0], numbers[2]),
      let down = HEIFGeometry.range(seen.height, numbers[1], numbers[3])
    else { return }
    func stored(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
      orientation.stored(x, y, width: seen.width, height: seen.height)
    }
    let one = stored(across.lowerBound, down.lowerBound)
    let other = stored(across.upperBound - 1, down.upperBound - 1)
    let (left, top) = (columns.lowerBound, rows.lowerBound)
    columns = left + min(one.x, other.x)..<left + max(one.x, other.x) + 1
    rows = top + min(one.y, other.y)..<top + max(one.y, other.y) + 1
  }

  /// Returns the range that remains after cropping; nil if it is empty.
  private static func range(_ whole: Int, _ length: Double, _ offset: Double) -> Range<Int>? {
    let first = (offset + Double(whole - 1) / 2 - (length - 1) / 2).rounded(.down)
    guard length >= 1, first.isFinite, abs(first) < 1e9, length < 1e9 else { return nil }
    let (low, high) = (max(0, Int(first)), min(whole, Int((first + length).rounded())))
    return low < high ? low..<high : nil
  }
}
