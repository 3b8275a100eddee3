/// Accumulates the rotations and mirror operations to apply to a picture before it is displayed.
package struct PictureTurn {
  /// Whether the picture is mirrored horizontally before it is rotated.
  private var isMirrored = false
  /// The number of clockwise quarter turns, 0…3, which are applied after mirroring.
  private var quarters = 0

  package init() {}

  /// Applies an `irot` or `imir` property; other properties are ignored.
  ///
  /// `irot` counts counterclockwise quarter turns (ISO/IEC 23008-12, 6.5.10). Axis 0 of `imir`
  /// swaps the top and bottom of the picture that results from the previous operations (ISO/IEC
  /// 23008-12:2022, 6.5.12). The first edition of the standard was ambiguous, but libheif and
  /// libavif do the same.
  package mutating func read(_ property: FourCC, _ body: Range<Int>, _ bytes: PhotoBytes) {
    guard property == "irot" || property == "imir", !body.isEmpty,
      let byte = bytes.number(at: body.lowerBound, 1)
    else { return }
    if property == "irot" {
      quarters = (quarters + 4 - byte & 3) % 4
    } else {
      isMirrored.toggle()
      quarters = ((byte & 1 == 0 ? 2 : 0) + 4 - quarters) % 4
    }
  }

  /// The value of the EXIF orientation tag, 1…8 (Exif 2.32, 4.6.4, tag 0112).
  package var orientation: Int { (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarters] }
}
