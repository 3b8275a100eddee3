import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// End-to-end tests of the selection of pictures: candidates, near duplicates and rejects.
@Suite struct BodyProgramTests {
  private let folder: TemporaryFolder

  /// Creates the photos of a day: three shots of one scene, only one of them sharp; a copy and
  /// smaller versions of that shot; and other scenes.
  init() throws {
    folder = try TemporaryFolder()
    let script = """
      import os, random, subprocess
      from PIL import Image, ImageDraw, ImageFilter
      os.makedirs("photos/more", exist_ok=True)
      def scene(seed):
          random.seed(seed)
          image = Image.new("RGB", (1600, 1200), (110, 120, 130))
          draw = ImageDraw.Draw(image)
          for _ in range(150):
              x, y, side = random.randrange(1600), random.randrange(1200), random.randrange(20, 300)
              draw.rectangle([x, y, x + side, y + side], fill=tuple(random.randrange(20, 235) for _ in range(3)))
          return image
      def save(image, name, time, *tags):
          image.save(name, quality=90)
          subprocess.run(["exiftool", "-q", "-overwrite_original", f"-DateTimeOriginal=2025:03:04 {time}", *tags, name],
              check=True)
      one = scene(1)
      save(one.filter(ImageFilter.GaussianBlur(12)), "photos/a.jpg", "10:00:01")
      save(one, "photos/b.jpg", "10:00:02")
      save(one.filter(ImageFilter.GaussianBlur(6)), "photos/c.jpg", "10:00:03")
      save(scene(2), "photos/other.jpg", "11:00:00")
      # Turned on its side, and upright again by its orientation.
      save(one.resize((800, 600)).rotate(90, expand=True), "photos/more/small.jpg", "10:03:00", "-Orientation#=6")
      open("photos/more/copy.jpg", "wb").write(open("photos/b.jpg", "rb").read())
      for name in ["webp", "png"]:
          save(one.resize((1000, 750)), "photos/more/b." + name, "10:04:00")
      # A film of a Live Photo, a raw file beside its picture, and one without.
      os.makedirs("pairs")
      save(scene(4), "pairs/IMG_1.jpg", "10:00:00")
      open("pairs/IMG_1.mov", "wb").write(b"film")
      for name in ["IMG_1", "IMG_2"]:
          scene(4).save(f"pairs/{name}.dng", "TIFF")
          subprocess.run(["exiftool", "-q", "-overwrite_original", "-DateTimeOriginal=2025:03:04 11:00:00",
              f"pairs/{name}.dng"], check=True)
      # Its head and its end are whole.
      save(scene(3), "photos/broken.jpg", "12:00:00")
      whole = bytearray(open("photos/broken.jpg", "rb").read())
      middle = len(whole) // 2
      whole[middle:middle + 4000] = bytes([0xFF, 0xC3]) * 2000
      open("photos/broken.jpg", "wb").write(bytes(whole))
      """
    let made = folder.python(script)
    try #require(made.status == 0, "\(made.text)")
  }

  private func library(_ words: String...) throws -> String {
    let done = try Program.run(["library"] + words + ["--index", "l.sqlite"], in: folder)
    #expect(done.status == 0, "\(words): \(done.output) \(done.error)")
    return done.output
  }

  @Test func theSharpOneIsChosenAndCopiesAreToldFromWhatLooksAlike() throws {
    let scanned = try library("scan", "photos")
    #expect(scanned.contains("1 unusable"), "\(scanned)")
    #expect(try library("problems").contains("broken.jpg: body: "))
    // Each picture is decoded only once.
    #expect(try library("scan", "photos").numbers.dropFirst() == [0])

    let content = try library("content", "2025-03-04", "--count", "5")
    #expect(content.contains("photos/b.jpg") && content.contains("photos/other.jpg"))
    for name in ["a.jpg", "c.jpg", "small.jpg", "copy.jpg", "b.png", "broken.jpg"] {
      #expect(!content.contains("/" + name), "\(content)")
    }

    let list = try JSONNode(parsing: try library("list", "duplicates", "--json")).elements ?? []
    func paths(_ kind: String) -> [String] {
      list.filter { $0["kind"]?.string == kind }.compactMap {
        $0["path"]?.string?.components(separatedBy: "/").last
      }
    }
    #expect(paths("copy").sorted() == ["b.jpg", "copy.jpg"])
    let alike = paths("alike")
    #expect(alike.first == "b.jpg", "the best of a group comes first: \(alike)")
    #expect(Set(alike) == ["a.jpg", "b.jpg", "b.png", "b.webp", "c.jpg", "small.jpg"])
  }

  /// All files of a shot count as one photo; a raw file alone also counts, but cannot be drawn.
  @Test func filesOfOnePhotoAreOne() throws {
    #expect(try library("scan", "pairs").contains("3 photos, 3 read"))
    let days = try JSONNode(parsing: try library("list", "days", "--json")).elements ?? []
    #expect(days.compactMap { $0["photos"]?.number } == [2])
    let content = try JSONNode(parsing: try library("content", "2025-03-04"))["photos"]?.elements
    #expect(content?.compactMap { $0["file"]?.string?.hasSuffix("IMG_1.jpg") } == [true])
  }

  /// A picture is not decoded again after it moves.
  @Test func aMovedPhotoIsNotDecodedAgain() throws {
    _ = try library("scan", "photos")
    let files = FileManager.default
    // The file is copied, so that only the content is the same.
    try files.createDirectory(atPath: folder.file("photos/new"), withIntermediateDirectories: true)
    try folder.write(try folder.bytes("photos/a.jpg"), to: "photos/new/a2.jpg")
    try files.removeItem(atPath: folder.file("photos/a.jpg"))
    let scanned = try library("scan", "photos")
    #expect(scanned.contains(" 1 read") && !scanned.contains("looked"), "\(scanned)")
  }
}
