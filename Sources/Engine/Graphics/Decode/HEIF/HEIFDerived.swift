/// The data of a derived picture of type `grid` (ISO/IEC 23008-12, 6.6.2); for the type `iovl`, see
/// ``HEIFOverlay``.
struct HEIFGrid {
  let rows: Int
  let columns: Int
  let width: Int
  let height: Int

  init?(_ data: [UInt8]) {
    guard data.count >= 8 else { return nil }
    (rows, columns) = (Int(data[2]) + 1, Int(data[3]) + 1)
    let bytes = data[1] & 1 == 1 ? 4 : 2
    guard data.count >= 4 + 2 * bytes else { return nil }
    width = data[4..<4 + bytes].reduce(0) { $0 << 8 | Int($1) }
    height = data[4 + bytes..<4 + 2 * bytes].reduce(0) { $0 << 8 | Int($1) }
  }
}

struct HEIFOverlay {
  let width: Int
  let height: Int
  /// The fill color of the canvas: red, green, blue and alpha with 16 bits each.
  let fill: [Int]
  /// The position of each picture's top-left corner on the canvas.
  let offsets: [(x: Int, y: Int)]

  init?(_ data: [UInt8], pictures: Int) {
    let bytes = data.count > 1 && data[1] & 1 == 1 ? 4 : 2
    guard data.count >= 10 + 2 * bytes * (pictures + 1) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int {
      data[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func signed(_ offset: Int) -> Int {
      let value = number(offset, bytes)
      return value >= 1 << (bytes * 8 - 1) ? value - 1 << (bytes * 8) : value
    }
    fill = (0..<4).map { number(2 + $0 * 2, 2) }
    (width, height) = (number(10, bytes), number(10 + bytes, bytes))
    offsets = (0..<pictures).map { index in
      let place = 10 + 2 * bytes * (index + 1)
      return (signed(place), signed(place + bytes))
    }
  }
}
