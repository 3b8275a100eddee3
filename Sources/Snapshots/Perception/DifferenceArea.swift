/// A part of two pictures in which something differs, or a difference beside it can be seen.
struct DifferenceArea: Sendable {
  let rect: PixelRect
  /// The difference of each pixel, 0…1, row by row.
  let map: [Float]
  /// Which of them count as seen.
  var seen: [Bool]
  var different = 0
  var visible = 0
  var smoothed = 0
  var most: Float = 0
  var visibleBox: PixelRect?
  var differentBox: PixelRect?
}
