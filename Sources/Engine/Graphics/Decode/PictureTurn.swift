/// How a picture is turned to be looked at, put together from quarter turns and mirrors.
package struct PictureTurn {
  /// First left and right are exchanged, and then it is turned to the right.
  private var isMirrored = false
  /// 0…3.
  private var quarters = 0

  package init() {}

  /// Turns it further, in quarters against the clock as `irot` counts them (ISO/IEC 23008-12, 6.5.10).
  package mutating func rotateLeft(_ count: Int) { quarters = (quarters + 4 - count % 4) % 4 }

  /// Exchanges top and bottom, or left and right, of what is seen by now.
  ///
  /// ISO/IEC 23008-12:2022, 6.5.12: axis 0 of `imir` exchanges top and bottom. That is what libheif and libavif
  /// do; the first edition was read either way.
  package mutating func mirror(upsideDown: Bool) {
    isMirrored.toggle()
    quarters = ((upsideDown ? 2 : 0) + 4 - quarters) % 4
  }

  /// As EXIF numbers it (Exif 2.32, 4.6.4, tag 0112).
  package var orientation: Int { (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarters] }
}
