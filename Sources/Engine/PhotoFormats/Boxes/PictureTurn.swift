/// How a picture is turned to be looked at, put together from quarter turns and mirrors.
package struct PictureTurn {
  /// First left and right are exchanged, and then it is turned to the right.
  private var isMirrored = false
  /// 0…3.
  private var quarters = 0

  package init() {}

  /// Turns it further, as a property `irot` or `imir` says; other properties turn nothing.
  ///
  /// `irot` counts quarters against the clock (ISO/IEC 23008-12, 6.5.10). Axis 0 of `imir` exchanges top and bottom
  /// of what is seen by now (ISO/IEC 23008-12:2022, 6.5.12). That is what libheif and libavif do; the first edition
  /// was read either way.
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

  /// As EXIF numbers it (Exif 2.32, 4.6.4, tag 0112).
  package var orientation: Int { (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarters] }
}
