import Foundation
import LibraryPages
import SourceJSON
import Testing
import WallfarmTesting

/// Library pages, made by the program and tested in a browser.
@Suite struct PageTests {
  private let folder: TemporaryFolder

  /// Creates photos of daily life in Prague, of four days in Lisbon and of a night in Suva.
  ///
  /// Some photos have unusual names, one is rotated, one cannot be decoded, and one has no
  /// location. Pillow makes the pictures, and exiftool writes camera metadata.
  init() throws {
    folder = try TemporaryFolder()
    let script = """
      import os, subprocess
      import random
      from PIL import Image, ImageDraw
      lines = []
      def photo(name, date, place, size=(400, 300), **more):
          os.makedirs(os.path.dirname(name), exist_ok=True)
          image, number = Image.new("RGB", size), len(lines)
          draw = ImageDraw.Draw(image)
          for y in range(size[1]):
              draw.line([(0, y), (size[0], y)], fill=(y * 200 // size[1], number * 37 % 255, 120))
          # No two look alike: of those that do, content has one.
          chance = random.Random(number)
          for column in range(8):
              for row in range(6):
                  draw.rectangle([column * size[0] // 8, row * size[1] // 6, (column + 1) * size[0] // 8,
                      (row + 1) * size[1] // 6], fill=(chance.randrange(256), number * 37 % 255, 120))
          draw.ellipse([20, 20, 60 + number % 90, 60 + number % 90], fill=(250, 240, 200))
          image.save(name, quality=80, **more)
          lines.append((name, date, place))
      prague, lisbon, suva = (50.08, 14.43), (38.71, -9.14), (-18.14, 178.44)
      for day in range(1, 21):
          for number in range(2):
              photo(f"photos/home/{day}-{number}.jpg", f"2025:05:{day:02} 1{number}:00:00", prague,
                  (300, 400) if day % 3 == 0 else (400, 300))
      for day in range(12, 16):
          for number in range(5):
              photo(f"photos/trip/l-{day}-{number}.jpg", f"2025:07:{day:02} 1{number}:30:00", lisbon)
      for day in range(20, 30):
          photo(f"photos/home/after-{day}.jpg", f"2025:07:{day:02} 12:00:00", prague)
      for day in (3, 4):
          for number in range(3):
              photo(f"photos/suva/{day}-{number}.jpg", f"2024:12:{day:02} 1{number}:00:00", suva)
      for day in range(8, 18):
          photo(f"photos/home/before-{day}.jpg", f"2024:12:{day:02} 12:00:00", prague, (1200, 300))
      photo("photos/x</script><script>window.harmed=1</script>.jpg", "2025:05:02 14:00:00", prague)
      photo("photos/<img src=x onerror=window.harmed=2>.jpg", "2025:05:02 15:00:00", None)
      photo("photos/\\u202egpj.\\U0001f600 'quoted' \\"name\\" {{data}}.jpg", "2025:05:02 16:00:00", prague)
      turned = Image.Exif()
      turned[0x0112] = 6
      photo("photos/turned.jpg", "2025:05:03 15:00:00", prague, exif=turned)
      arguments = []
      for name, date, place in lines:
          arguments += [f"-EXIF:DateTimeOriginal={date}", "-EXIF:OffsetTimeOriginal=+01:00"]
          if place:
              lat, lon = place
              arguments += [f"-EXIF:GPSLatitude={abs(lat)}", f"-EXIF:GPSLatitudeRef={'N' if lat > 0 else 'S'}",
                  f"-EXIF:GPSLongitude={abs(lon)}", f"-EXIF:GPSLongitudeRef={'E' if lon > 0 else 'W'}"]
          arguments += ["-charset", "filename=utf8", "-overwrite_original", "-q", name, "-execute"]
      with open("arguments", "w") as file:
          file.write("\\n".join(arguments) + "\\n")
      subprocess.run(["exiftool", "-@", "arguments"], check=True, stdout=subprocess.DEVNULL)
      """
    let made = folder.python(script)
    try #require(made.status == 0, "\(made.text)")
    try library("scan", "photos")
    // A photo whose pixels were damaged after the scan; its header is valid.
    let file = folder.file("photos/home/5-1.jpg")
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
    let scan = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    for place in scan + 40..<min(scan + 1400, bytes.count) {
      bytes[place] = [0xFF, 0xD8, 0x00, 0x11][place % 4]
    }
    try Data(bytes).write(to: URL(fileURLWithPath: file))
  }

  @discardableResult
  private func library(_ words: String..., status: Int32 = 0) throws -> String {
    let done = try Program.run(["library"] + words + ["--index", "index/l.sqlite"], in: folder)
    #expect(done.status == status, "\(words): \(done.output) \(done.error)")
    return status == 0 ? done.output : done.error
  }

  private func trip() throws -> String {
    let trips = try JSONNode(parsing: try library("list", "trips", "--json")).elements ?? []
    return try #require(trips.last?["id"]?.string)
  }

  /// The data that the page's script reads.
  private func data(_ page: String) throws -> JSONNode {
    let text = try folder.text(page)
    let opening = "id=\"data\">"
    let start = try #require(text.range(of: opening)?.upperBound)
    let end = try #require(text.range(of: "</script>", range: start..<text.endIndex)?.lowerBound)
    return try JSONNode(parsing: String(text[start..<end]))
  }

  /// Tests the page in a real browser: in light and dark mode, on phone and desktop, and with
  /// mouse, touch and keyboard.
  @Test(.tags(.web)) func aPageIsLookedThroughInABrowser() throws {
    let told = try library("page", "--pictures", "--with-places", "-o", "full.html")
    #expect(told.hasPrefix("full.html  90 photos  ") && told.contains("KB"), "\(told)")
    try library("page", "-q", "-o", "plain.html")
    try library(
      "page", "-q", "--pictures", "--with-places", "--language", "ar", "-o", "arabic.html")
    try folder.write(
      try library("content", try trip(), "--count", "1000", "--with-places"), to: "truth.json")
    let paths = Tool.run(
      "/usr/bin/python3",
      [
        "-c",
        "import json, os, sys; print(json.dumps([f'{d}/{n}' for d, _, names in os.walk(sys.argv[1]) for n in names]))",
        folder.path + "/photos",
      ])
    try folder.write(paths.text, to: "photos-of-all.json")
    let script = Workspace.root + "/Tests/LibraryPagesTests/look-through.py"
    let judge = Tool.run("/usr/bin/python3", [script, folder.path], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count >= 150)
    // The copied text is valid content.
    let memory = try Program.run(
      [
        "render", "--template", "memory", "--device", "iphonese3", "--content", "copied.json", "-q",
        "-o", "memory.png",
      ],
      in: folder)
    #expect(memory.status == 0, "\(memory.error)")
  }

  @Test func aPageShowsAPart() throws {
    try library("page", "--trip", try trip(), "-q", "-o", "trip.html")
    #expect(try data("trip.html")["names"]?.elements?.count == 20)
    try library("page", "--from", "2025-07-13", "--to", "2025-07-21", "-q", "-o", "days.html")
    #expect(try data("days.html")["names"]?.elements?.count == 17)
    try library("page", "--limit", "3", "-q", "-o", "last.html")
    #expect(
      try data("last.html")["names"]?.elements?.compactMap(\.string) == [
        "after-27.jpg", "after-28.jpg", "after-29.jpg",
      ])
    #expect(try library("page", "--from", "2030-01-01", status: 65).contains("no-photos"))
    #expect(try library("page", "--trip", "of-nobody", status: 65).contains("unknown-trip"))
    #expect(try library("page", "--from", "tomorrow", status: 65).contains("invalid-parameter"))
    #expect(try library("page", "-o", "page.pdf", status: 65).contains("output-pattern"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("library.html")))
  }

  /// A page that would be too large to open is rejected early; the same page without pictures is
  /// small.
  @Test func aLargeLibraryHasAPage() throws {
    let script = """
      import os
      from PIL import Image
      os.makedirs("many")
      Image.new("RGB", (8, 8), (40, 80, 120)).save("one.jpg")
      one = open("one.jpg", "rb").read()
      for number in range(10_001):
          # A comment makes each a photo of its own.
          day = f"{number % 28 + 1:02}"
          with open(f"many/IMG_20{number % 20 + 1:02}03{day}_{number:06}.jpg", "wb") as file:
              file.write(one[:2] + b"\\xff\\xfe\\x00\\x06" + number.to_bytes(4, "big") + one[2:])
      """
    let made = folder.python(script)
    try #require(made.status == 0, "\(made.text)")
    try library("scan", "many")
    let error = try library("page", "--pictures", "-o", "many.html", status: 65)
    #expect(error.contains("page-too-large") && error.contains("--limit"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("many.html")))
    try library("page", "-q", "-o", "many.html")
    #expect(try data("many.html")["names"]?.elements?.count == 10_091)
    #expect(try folder.bytes("many.html").count < 1 << 20)
    try library("page", "--pictures", "--limit", "20", "-q", "-o", "some.html")
    #expect(try folder.text("some.html").split(separator: "UklGR").count == 21)
  }

  /// Without `--with-places`, the page contains no place names, no coordinates, and no coastlines
  /// that would reveal the places.
  @Test func placesAreSaidWhereTheyAreAskedFor() throws {
    try library("page", "--pictures", "-q", "-o", "quiet.html")
    let quiet = try data("quiet.html")
    for key in ["places", "placeOf", "at", "coast"] { #expect(quiet[key] == nil, "\(key)") }
    #expect(quiet["trips"]?.elements?.count == 2)
    #expect(quiet["trips"]?.elements?.allSatisfy { $0["name"] == nil } == true)
    for name in ["Lisbon", "Prague", "Suva"] {
      #expect(!(try folder.text("quiet.html")).contains(name))
    }
    try library("page", "--with-places", "-q", "-o", "told.html")
    let told = try data("told.html")
    #expect(
      Set(told["places"]?.elements?.compactMap(\.string) ?? []) == ["Prague", "Lisbon", "Suva"])
    // Coordinates are rounded to hundredths of a degree.
    let at = told["at"]?.elements?.compactMap(\.number) ?? []
    #expect(at.count == 180 && at.contains(3871) && at.contains(-914))
    #expect(told["coast"]?["world"]?.elements?.isEmpty == false)
  }

  /// A page is a single file that runs only its own script and loads nothing.
  @Test func aPageNeedsNothingElse() throws {
    try library("page", "--pictures", "--with-places", "-q", "-o", "full.html")
    let text = try folder.text("full.html")
    for outside in ["http://", "https://", "src=\"", "@import", "url(", "fetch(", "import("] {
      let places = text.ranges(of: outside).filter {
        !text[$0.lowerBound...].hasPrefix("http://www.w3.org/2000/svg")
      }
      #expect(places.isEmpty, "\(outside)")
    }
    let policy = try #require(text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    // An independent program confirms the digests in the policy.
    let script = """
      import base64, hashlib, re, sys
      text = open(sys.argv[1], encoding="utf-8").read()
      for tag in ("style", 'script id="script"'):
          part = re.search(f"<{tag}>(.*?)</{tag.split()[0]}>", text, re.S)[1]
          digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
          assert f"'sha256-{digest}'" in text, tag
      """
    let judge = Tool.run(
      "/usr/bin/python3", ["-c", script, folder.file("full.html")], withErrors: true)
    #expect(judge.status == 0, "\(judge.text)")
  }

  /// Every text exists in each language, and every counted text has all the plural forms of the
  /// language.
  @Test(arguments: PageText.allCases) func wordsAreWhole(_ language: PageText) throws {
    let english = try JSONNode(parsing: PageText.english.words.text(pretty: false))
    let own = try JSONNode(parsing: language.words.text(pretty: false))
    #expect(Set(own.members?.map(\.key) ?? []) == Set(english.members?.map(\.key) ?? []))
    #expect(!language.title.isEmpty)
    let forms: [PageText: Set<String>] = [
      .english: ["one", "other"], .arabic: ["zero", "one", "two", "few", "many", "other"],
      .japanese: ["other"],
    ]
    for member in own.members ?? [] {
      guard let found = member.value.members else {
        #expect(member.value.string?.isEmpty == false, "\(member.key)")
        continue
      }
      #expect(Set(found.map(\.key)) == forms[language], "\(member.key)")
    }
  }
}
