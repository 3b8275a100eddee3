import Diagnostics
import FontFormats
import Testing

/// Facts that the bundled fonts do not show, in handmade fonts.
@Suite struct HandmadeFactsTests {
  private func face(_ edit: (inout HandmadeFont) -> Void = { _ in }) throws -> FontFace {
    var font = HandmadeFont()
    edit(&font)
    return try #require(try FontFile(font.bytes, file: "handmade.ttf").faces.first)
  }

  @Test func theUnchangedFontIsFine() throws {
    let face = try face()
    #expect(face.name == "Handmade Regular" && face.families == ["Handmade"])
    #expect(face.glyphCount == 3 && face.unitsPerEm == 1000)
    #expect(face.characters.ranges == [0x41...0x42])
    #expect(face.license == nil && face.designer == nil && face.axes == [])
  }

  @Test func theAxesOfAVariableFontAreRead() throws {
    let face = try face {
      $0["fvar"] = HandmadeFont.axes([("wght", 100, 400, 900), ("slnt", -12.5, 0, 0)])
    }
    #expect(face.axes.map(\.tag) == ["wght", "slnt"])
    #expect(face.axes.map(\.minimum) == [100, -12.5])
    #expect(face.axes.map(\.standard) == [400, 0])
    #expect(face.axes.map(\.maximum) == [900, 0])
  }

  @Test(arguments: [
    (4, 0, FontEmbedding.installable), (4, 2, .restricted), (4, 4, .previewAndPrint),
    (4, 8, .editable), (4, 0x100, .installable), (4, 0x200, .bitmapOnly), (4, 0x202, .restricted),
    (4, 0x208, .bitmapOnly), (2, 0xE, .editable), (2, 6, .previewAndPrint), (3, 0xA, .restricted),
  ])
  func thePermissionIsRead(_ version: Int, _ fsType: Int, _ expected: FontEmbedding) throws {
    let face = try face { $0["OS/2"] = HandmadeFont.styles(version: version, fsType: fsType) }
    #expect(face.embedding == expected)
    #expect(face.embedding.isPermitted == ![.restricted, .bitmapOnly].contains(expected))
  }

  @Test func aRestrictedFontIsAnErrorWithItsName() throws {
    let face = try face { $0["OS/2"] = HandmadeFont.styles(fsType: 2) }
    let error = RenderError.fontRestricted(file: "fonts/a.ttf", face: face)
    #expect(error.code == .fontRestricted && error.code.errorClass == .invalid)
    #expect(error.message.contains("'Handmade Regular'"))
    #expect(error.origin == .file("fonts/a.ttf"))
    #expect(error.hint?.contains("license that permits embedding") == true)
  }

  @Test(arguments: [(0, 400), (1, 100), (7, 700), (10, 10), (350, 350), (1000, 1000), (9999, 1000)])
  func theWeightIsInRange(_ stored: Int, _ weight: Int) throws {
    #expect(try face { $0["OS/2"] = HandmadeFont.styles(weight: stored) }.weight == weight)
  }

  @Test(arguments: [(0x100, true), (0x700, true), (0x600, false), (0x800, false), (0, false)])
  func serifsAreReadFromTheFamilyClass(_ family: Int, _ isSerif: Bool) throws {
    #expect(try face { $0["OS/2"] = HandmadeFont.styles(family: family) }.isSerif == isSerif)
  }

  @Test(arguments: [(1, true), (0x200, true), (0x40, false)])
  func obliqueIsItalic(_ selection: Int, _ isItalic: Bool) throws {
    let face = try face { $0["OS/2"] = HandmadeFont.styles(selection: selection) }
    #expect(face.isItalic == isItalic)
  }

  @Test func theStyleOfAnOldMacFontIsInItsHeader() throws {
    let face = try face {
      $0["OS/2"] = nil
      $0.set("head", at: 44, two(3))
    }
    #expect(face.weight == 700 && face.isItalic && face.embedding == .installable)
  }

  @Test func englishTypographicNamesComeFirst() throws {
    let face = try face {
      $0["name"] = HandmadeFont.names([
        (1, 0, 0, 1, "On the Mac"), (3, 1, 0x411, 1, "手製"), (3, 1, 0x409, 1, "Made Light"),
        (3, 1, 0x411, 16, "手"), (3, 1, 0x809, 16, "Made"), (3, 1, 0x409, 17, "Light"),
        (3, 1, 0x409, 2, "Regular"), (3, 1, 0x409, 9, "  A\r\nB\u{7}\u{202E}C  "),
        (3, 1, 0x409, 13, String(repeating: "long ", count: 100)),
      ])
    }
    #expect(face.name == "Made Light")
    #expect(face.families == ["Made", "On the Mac", "手製", "Made Light", "手"])
    #expect(face.designer == "A BC")
    #expect(face.license?.unicodeScalars.count == 300 && face.license?.hasSuffix("…") == true)
  }

  /// Formats of character maps, and the best of several.
  @Test func everyFormatOfACharacterMapIsRead() throws {
    func ranges(_ subtables: [(platform: Int, encoding: Int, bytes: [UInt8])]) throws
      -> [ClosedRange<UInt32>]
    {
      try face { $0["cmap"] = HandmadeFont.map(subtables) }.characters.ranges
    }
    let array = two(6) + two(16) + two(0) + two(0x50) + two(3) + [1, 0, 2].flatMap(two)
    #expect(try ranges([(0, 3, array)]) == [0x50...0x50, 0x52...0x52])
    let long =
      two(10) + two(0) + four(24) + four(0) + four(0x1F600) + four(2) + two(2) + two(1)
    #expect(try ranges([(3, 10, long)]) == [0x1F600...0x1F601])
    let groups = HandmadeFont.groups([(0x20, 0x21, 0), (0x41, 0x42, 1), (0x43, 0x43, 2)])
    #expect(try ranges([(3, 10, groups)]) == [0x21...0x21, 0x41...0x43])
    let same = HandmadeFont.groups([(0x20, 0x21, 0), (0x41, 0x10_FFFF, 1)], format: 13)
    #expect(try ranges([(0, 6, same)]) == [0x41...0x10_FFFF])
    let bytes = two(0) + two(262) + two(0) + (0..<256).map { $0 == 0x7A ? 1 : 0 }
    #expect(try ranges([(0, 0, bytes)]) == [0x7A...0x7A])
    let segments = HandmadeFont.segments([(0x41, 0x42, 1)])
    #expect(try ranges([(3, 1, segments), (3, 10, groups)]) == [0x21...0x21, 0x41...0x43])
    #expect(try ranges([(1, 0, bytes), (3, 1, segments)]) == [0x41...0x42])
  }

  @Test(arguments: [
    ("Inter", "INTER", true), ("Noto Sans", "notosans", true), ("Straße", "STRASSE", true),
    ("ΣΊΣΥΦΟΣ", "σίσυφος", true), ("Inter", "Inter Display", false), ("I", "ı", false),
    ("\u{E9}", "e\u{301}", false), ("A-B", "AB", false),
  ])
  func familiesAreComparedAsFontconfigDoes(_ one: String, _ other: String, _ isSame: Bool) {
    #expect(FontFamilyName.isSame(one, other) == isSame)
    #expect(FontFamilyName.isSame(other, one) == isSame)
  }
}
