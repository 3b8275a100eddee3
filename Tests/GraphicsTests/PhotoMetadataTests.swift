import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Removing a photo's metadata keeps every pixel, as verified by Pillow.
@Suite(.tags(.torture)) struct PhotoMetadataTests {
  /// Every text in the photos' metadata starts with this word.
  private static let word = "Grimselpass"
  private static let names = [
    "told.jpg", "progressive.jpg", "cmyk.jpg", "told.png", "animated.png", "told.webp",
    "animated.webp", "plain.webp",
  ]

  @Test(arguments: names)
  func allThatAPhotoTellsGoesAndItsLookStays(_ name: String) throws {
    let folder = try TemporaryFolder()
    let bytes = try ToldPhotos.bytes(name)
    try #require(tells(bytes), "the photo has nothing to take out")
    let removed = try PhotoMetadata.removed(from: bytes)
    #expect(!tells(removed))
    #expect(removed.count < bytes.count)
    let before = try seen(folder.write(bytes, to: "before-\(name)"))
    let after = try seen(folder.write(removed, to: "after-\(name)"))
    #expect(after["look"] == before["look"])
    #expect(after["turn"] == before["turn"])
    #expect(after["profile"] == before["profile"])
    #expect(after["tags"] == (before["turn"] == "6" ? "274" : ""))
    #expect(try PhotoMetadata.removed(from: removed) == removed)
    let (ours, theirs) = (
      try PhotoDecoder(bytes, file: name), try PhotoDecoder(removed, file: name)
    )
    #expect(ours.size == theirs.size)
    #expect(pixels(of: try ours.decode().surface) == pixels(of: try theirs.decode().surface))
  }

  /// The samples contain the metadata on which the test above relies.
  @Test func theSamplesHaveAPlaceATurnAndAProfile() throws {
    let folder = try TemporaryFolder()
    for name in ["told.jpg", "told.png", "told.webp"] {
      let seen = try seen(folder.write(try ToldPhotos.bytes(name), to: name))
      #expect(seen["turn"] == "6")
      #expect(seen["profile"]?.count == 64)
      #expect(seen["tags"]?.contains("34853") == true, "\(name) has no GPS")
    }
  }

  @Test(arguments: Orientation.allCases, ["jpg", "png", "webp"])
  func everyTurnStays(_ turn: Orientation, _ ending: String) throws {
    let name = "turn-\(turn.rawValue).\(ending)"
    let removed = try PhotoMetadata.removed(from: try Photos.bytes(name))
    let photo = try PhotoDecoder(removed, file: name).decode()
    #expect(photo.orientation == turn)
    let holdsEXIF = [Array("Exif\0\0".utf8), Array("eXIf".utf8), Array("EXIF".utf8)]
      .contains { removed.firstRange(of: $0) != nil }
    #expect(holdsEXIF == (turn != .upright))
  }

  /// Data after the picture is removed, because a second picture written by a phone may show parts
  /// that were cropped away.
  @Test func whatIsBehindThePictureIsCut() throws {
    for name in ["baseline.jpg", "progressive.jpg", "rgba.png", "lossy.webp"] {
      let bytes = try Photos.bytes(name)
      let removed = try PhotoMetadata.removed(from: bytes)
      for tail in [bytes, Array(PhotoMetadataTests.word.utf8), [0xFF, 0xD9], [0]] {
        #expect(try PhotoMetadata.removed(from: bytes + tail) == removed, "\(name)")
      }
    }
  }

  @Test func aJPEGWithoutAnEndKeepsItsScan() throws {
    let bytes = try PhotoMetadata.removed(from: try Photos.bytes("baseline.jpg"))
    let cut = Array(bytes.dropLast(2))
    #expect(try PhotoMetadata.removed(from: cut) == cut)
  }

  @Test func theThumbnailWithinTheHeaderGoes() throws {
    var bytes = try PhotoMetadata.removed(from: try Photos.bytes("baseline.jpg"))
    try #require(Array(bytes[2..<6]) == [0xFF, 0xE0, 0, 16])
    let clean = bytes
    bytes.replaceSubrange(18..<20, with: [2, 1])
    bytes.insert(contentsOf: [1, 2, 3, 4, 5, 6], at: 20)
    bytes[5] = 22
    #expect(try PhotoMetadata.removed(from: bytes) == clean)
  }

  @Test(arguments: ["told.heic", "told.avif"])
  func aHEIFFileKeepsItsLengthAndItsPixels(_ name: String) throws {
    let folder = try TemporaryFolder()
    let bytes = try ToldPhotos.bytes(name)
    try #require(tells(bytes), "the photo has nothing to take out")
    let removed = try PhotoMetadata.removed(from: bytes)
    #expect(!tells(removed))
    #expect(removed.count == bytes.count)
    #expect(try PhotoMetadata.removed(from: removed) == removed)
    var digests: [[String]] = []
    for (title, bytes) in [("before", bytes), ("after", removed)] {
      let file = try folder.write(bytes, to: "\(title)-\(name)")
      let png = folder.file("\(title).png")
      _ = try #require(Tool.output(of: "heif-convert", [file, png]))
      digests.append(try Pillow.digests(of: [png]))
    }
    #expect(digests[0] == digests[1])
    let ours = try PhotoDecoder(bytes, file: name).decode()
    let theirs = try PhotoDecoder(removed, file: name).decode()
    #expect(pixels(of: ours.surface) == pixels(of: theirs.surface))
  }

  /// Metadata removal fails if a text item shares data with the picture, because erasing the text
  /// would damage the picture.
  @Test func dataThatAPictureSharesIsNotErased() throws {
    _ = try PhotoMetadata.removed(from: SharedData.file(pictureAt: 0..<8, textAt: 8..<16))
    for text in [0..<8, 7..<9, 4..<20] {
      let error = #expect(throws: RenderError.self) {
        try PhotoMetadata.removed(
          from: SharedData.file(pictureAt: 0..<8, textAt: text), file: "a.heic")
      }
      #expect(error?.code == .photoUnreadable)
      #expect(error?.origin == .file("a.heic"))
      #expect(error?.hint != nil)
    }
  }

  @Test func dataOfNoPictureIsErased() throws {
    let bytes = SharedData.file(pictureAt: 4..<8, textAt: 8..<16)
    let removed = try PhotoMetadata.removed(from: bytes)
    #expect(Array(removed.suffix(24)) == zeros(4) + [5, 6, 7, 8] + zeros(16))
  }

  @Test func anotherFormatIsNamed() throws {
    let error = #expect(throws: RenderError.self) {
      try PhotoMetadata.removed(from: Array("GIF89a".utf8))
    }
    #expect(error?.code == .photoFormat && error?.origin == nil)
    #expect(throws: RenderError.self) { try PhotoMetadata.removed(from: []) }
  }

  /// A RIFF file that declares a length shorter than its own header.
  @Test(arguments: UInt8(0)...4)
  func aWebPFileOfNoLengthIsNoTrap(_ length: UInt8) throws {
    let bytes = Array("RIFF".utf8) + [length, 0, 0, 0] + Array("WEBPVP8 ".utf8) + zeros(8)
    _ = try? PhotoMetadata.removed(from: bytes)
  }

  /// A file that declares many empty parts is rejected in time proportional to its size.
  @Test(.timeLimit(.minutes(1)))
  func manyPlacesOfNoBytesAreRefused() throws {
    var places: [UInt8] = [0, 0, 0xFF, 0xFF]
    for _ in 0..<0xFFFF { places += [0, 1, 0, 0, 0xFF, 0xFF] }
    let bytes = SharedData.file(places: zeros(4) + places)
    let error = #expect(throws: RenderError.self) { try PhotoMetadata.removed(from: bytes) }
    #expect(error?.message.contains("'iloc'") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: names + ["told.heic", "told.avif"])
  func aPhotoCutShortAnywhereIsNoTrap(_ name: String) throws {
    let bytes = try ToldPhotos.bytes(name)
    for length in bytes.indices where length < 3000 || length % 37 == 0 {
      _ = try? PhotoMetadata.removed(from: Array(bytes.prefix(length)))
    }
  }

  @Test(arguments: names + ["told.heic", "told.avif"])
  func noiseInAPhotoIsNoTrap(_ name: String) throws {
    let bytes = try ToldPhotos.bytes(name)
    var random = SeededGenerator()
    print("seed \(random.seed)")
    for _ in 0..<(Torture.isOn ? 20_000 : 500) {
      var damaged = bytes
      // In half of the cases, damage only the start of the file, where the lengths and offsets are.
      let most = Bool.random(using: &random) ? min(600, bytes.count) : bytes.count
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let byte = [0, 1, 255, UInt8.random(in: 0...255, using: &random)]
        damaged[Int.random(in: 0..<most, using: &random)] =
          byte[
            Int.random(in: 0..<4, using: &random)]
      }
      guard let removed = try? PhotoMetadata.removed(from: damaged) else { continue }
      let again = try? PhotoMetadata.removed(from: removed)
      #expect(again == removed, "seed \(random.seed)")
    }
  }

  // MARK: - Metadata as other programs see it

  private func tells(_ bytes: [UInt8]) -> Bool {
    bytes.firstRange(of: Array(PhotoMetadataTests.word.utf8)) != nil
      || bytes.firstRange(of: Array("2021:05:06".utf8)) != nil
  }

  /// Returns the digests of all frames, the orientation, the digest of the profile, and the EXIF
  /// tags.
  private func seen(_ file: String) throws -> [String: String] {
    let script = """
      import hashlib, sys
      from PIL import Image, ImageSequence
      with Image.open(sys.argv[1]) as image:
          exif = image.getexif()
          look = [(frame.mode, frame.size, frame.info.get('duration'),
                   hashlib.sha256(frame.tobytes()).hexdigest())
                  for frame in ImageSequence.Iterator(image)]
          print('look', look)
          print('turn', exif.get(0x0112, 1))
          print('profile', hashlib.sha256(image.info.get('icc_profile') or b'').hexdigest())
          print('tags', *sorted(exif))
      """
    let report = try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, file]))
    let rows = report.split(separator: "\n").map { line in
      line.split(separator: " ", maxSplits: 1).map(String.init)
    }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0.count > 1 ? $0[1] : "") })
  }
}

/// Photos with full metadata, created once by Pillow and heif-enc.
private enum ToldPhotos {
  private static let folder: TemporaryFolder? = {
    guard let folder = try? TemporaryFolder() else { return nil }
    let made = Tool.run("/usr/bin/python3", ["-c", script, folder.path], withErrors: true)
    if made.status != 0 { Issue.record("no photos: \(made.text)") }
    return folder
  }()

  static func bytes(_ name: String) throws -> [UInt8] { try #require(folder).bytes(name) }

  private static let script = #"""
    import os, struct, subprocess, sys, zlib
    from PIL import Image, ImageCms, ImageOps, PngImagePlugin

    WORD = b'Grimselpass'
    folder = sys.argv[1]

    def path(name):
        return os.path.join(folder, name)

    image = Image.new('RGB', (40, 24))
    image.putdata([(x * 6, y * 10, 90) for y in range(24) for x in range(40)])
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB')).tobytes()
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = 'Grimselpass camera'
    exif[0x013B] = 'Grimselpass artist'
    exif[0x0132] = '2021:05:06 07:08:09'
    exif[0x8825] = {1: 'N', 2: (46.0, 33.0, 40.0), 3: 'E', 4: (8.0, 20.0, 15.0), 29: '2021:05:06'}
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>' + WORD + b'</a></x:xmpmeta>'

    def segment(marker, data):
        return b'\xff' + bytes([marker]) + struct.pack('>H', len(data) + 2) + data

    def jpeg(name, picture, **options):
        picture.save(path(name), quality=90, icc_profile=options.pop('icc', None),
                     exif=exif, comment=WORD, **options)
        with open(path(name), 'rb') as file:
            data = file.read()
        told = (segment(0xE1, b'http://ns.adobe.com/xap/1.0/\0' + xmp)
                + segment(0xE2, b'MPF\0' + WORD) + segment(0xED, b'Photoshop 3.0\0' + WORD)
                + segment(0xEB, WORD) + segment(0xE0, b'JFXX\0\x10' + WORD))
        with open(path(name), 'wb') as file:
            file.write(data[:2] + told + data[2:] + data + WORD)

    jpeg('told.jpg', image, icc=profile)
    jpeg('progressive.jpg', image, progressive=True)
    jpeg('cmyk.jpg', image.convert('CMYK'))

    def chunk(name, data):
        return (struct.pack('>I', len(data)) + name + data
                + struct.pack('>I', zlib.crc32(name + data)))

    texts = PngImagePlugin.PngInfo()
    texts.add_text('Author', 'Grimselpass')
    texts.add_text('Packed', 'Grimselpass ' * 9, zip=True)
    texts.add_itxt('XML:com.adobe.xmp', xmp.decode())

    def png(name, **options):
        image.save(path(name), exif=exif, pnginfo=texts, icc_profile=profile, **options)
        with open(path(name), 'rb') as file:
            data = file.read()
        told = (chunk(b'tIME', struct.pack('>H5B', 2021, 5, 6, 7, 8, 9)) + chunk(b'prVt', WORD)
                + chunk(b'gAMA', struct.pack('>I', 45455)))
        with open(path(name), 'wb') as file:
            file.write(data[:33] + told + data[33:] + WORD)

    png('told.png')
    png('animated.png', save_all=True, append_images=[ImageOps.invert(image)], duration=70)

    def riff(name, data):
        return name + struct.pack('<I', len(data)) + data + b'\0' * (len(data) % 2)

    def webp(name, told, **options):
        image.save(path(name), **options)
        with open(path(name), 'rb') as file:
            data = file.read()
        data = data[:4] + struct.pack('<I', len(data) - 8 + len(told)) + data[8:] + told
        with open(path(name), 'wb') as file:
            file.write(data + WORD)

    all = dict(exif=exif.tobytes(), xmp=xmp, icc_profile=profile)
    webp('told.webp', riff(b'zzzz', WORD), lossless=True, **all)
    webp('animated.webp', riff(b'zzzz', WORD), save_all=True, duration=70,
         append_images=[ImageOps.invert(image)], **all)
    webp('plain.webp', riff(b'EXIF', WORD))

    def heif(name, *options):
        image.resize((160, 96)).save(path('source.jpg'), quality=95, exif=exif)
        subprocess.run(['heif-enc', *options, path('source.jpg'), '-o', path(name)], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(path(name), 'ab') as file:
            for kind in (b'uuid', b'free', b'mpvd'):
                file.write(struct.pack('>I', 24 + len(WORD)) + kind + b'0123456789abcdef' + WORD)

    heif('told.heic', '-q', '90')
    heif('told.avif', '-A', '-q', '90')
    """#
}

/// A HEIF file with a picture, a text item and 24 bytes of data: the numbers 1 to 16, followed by
/// eight eights.
private enum SharedData {
  static func file(pictureAt picture: Range<Int>, textAt text: Range<Int>) -> [UInt8] {
    let first = file(places: iloc(picture, text, start: 0)).count - 24
    return file(places: iloc(picture, text, start: first))
  }

  static func file(places: [UInt8]) -> [UInt8] {
    let items = box("iinf", zeros(4) + [0, 2] + item(1, "hvc1") + item(2, "Exif"))
    let handler = box("hdlr", zeros(8) + Array("pict".utf8) + zeros(13))
    let inner = handler + box("pitm", zeros(4) + [0, 1]) + items + box("iloc", places)
    return box("ftyp", Array("heic".utf8) + zeros(4) + Array("mif1heic".utf8))
      + box("meta", zeros(4) + inner)
      + box("mdat", Array(1...16) + [UInt8](repeating: 8, count: 8))
  }

  private static func iloc(_ picture: Range<Int>, _ text: Range<Int>, start: Int) -> [UInt8] {
    func place(_ id: UInt8, _ range: Range<Int>) -> [UInt8] {
      [0, id, 0, 0, 0, 1] + PNGFile.four(start + range.lowerBound) + PNGFile.four(range.count)
    }
    return zeros(4) + [0x44, 0, 0, 2] + place(1, picture) + place(2, text)
  }

  private static func item(_ id: UInt8, _ type: String) -> [UInt8] {
    box("infe", [2, 0, 0, 0, 0, id, 0, 0] + Array(type.utf8) + [0])
  }

  private static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
    PNGFile.four(data.count + 8) + Array(name.utf8) + data
  }
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
