import Foundation
import Testing
import WallfarmTesting

/// No output contains the metadata of a photo: location, camera, owner or thumbnail.
@Suite struct PhotoTagsTests {
  /// A marker that is written to every text field of the photos.
  private static let mark = "TELLTALE-9417"

  /// Creates a folder with a photo in each format, to which exiftool adds full metadata.
  ///
  /// All photos have XMP data, and EXIF data with a location. The JPEG also has a thumbnail, IPTC
  /// data and a comment.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let made = folder.python(
      """
      import subprocess
      from PIL import Image
      image = Image.radial_gradient("L").resize((500, 800)).convert("RGB")
      image.resize((160, 120)).save("thumb.jpg")
      image.save("photo.jpg", quality=85)
      image.save("photo.png")
      image.save("photo.webp", quality=85)
      mark = "\(mark)"
      tags = [f"-EXIF:{name}={mark}" for name in
              ("Artist", "Copyright", "Make", "Model", "Software", "ImageDescription", "OwnerName",
               "SerialNumber", "LensModel", "UserComment", "XPAuthor", "XPKeywords")]
      tags += [f"-XMP:{name}={mark}" for name in ("Creator", "Title", "Description", "City", "CreatorTool")]
      tags += ["-EXIF:GPSLatitude=52.5", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=13.4",
               "-EXIF:GPSLongitudeRef=E", "-XMP:GPSLatitude=52.5", "-EXIF:DateTimeOriginal=2024:05:06 07:08:09",
               "-overwrite_original", "-q", "-m"]
      subprocess.run(["exiftool", *tags, "photo.png", "photo.webp"], check=True)
      subprocess.run(["exiftool", *tags, "-ThumbnailImage<=thumb.jpg", f"-IPTC:By-line={mark}",
                      f"-IPTC:City={mark}", f"-Comment={mark}", "photo.jpg"], check=True)
      """)
    try #require(made.status == 0, "\(made.text)")
    try folder.write(
      """
      {"format": 1, "summary": "A photo.", "says": ["A photo."], "still": 0.25,
       "reduced": [{"at": 0, "seconds": 1}], "shots": [
        {"seconds": 0.5, "picture": {"template": "home", "photo": "photo.jpg"}}]}
      """, to: "still.json")
    return folder
  }

  /// Covers every kind of file that is made from a photo.
  @Test(.tags(.torture)) func noOutputHasWhatAPhotoSaysOfItself() throws {
    let folder = try Self.folder()
    try FileManager.default.createDirectory(
      atPath: folder.file("out"), withIntermediateDirectories: true)
    let device = ["--device", "iphone8"]
    var calls: [[String]] = []
    for photo in ["photo.jpg", "photo.png", "photo.webp"] {
      for ending in ["png", "jpg", "webp"] {
        calls.append(
          ["render", "--template", "home", "--photo", photo] + device
            + ["--output", "out/\(photo.suffix(3))-\(ending).\(ending)"])
      }
    }
    calls += [
      ["motion", "still.json"] + device + ["-o", "out/film.mp4"],
      ["motion", "still.json"] + device + ["-o", "out/film.webp"],
      ["motion", "still.json"] + device + ["--frames", "0-1", "-o", "out/frames/"],
      ["library", "scan", ".", "--index", "index/l.sqlite"],
      ["library", "page", "--pictures", "-q", "-o", "out/page.html", "--index", "index/l.sqlite"],
    ]
    // A bundle adds twenty shortcut cards, but it tests nothing new, because the same renderer
    // draws all pictures. Therefore, it is made only in torture mode.
    if Torture.isOn {
      calls.append(
        ["bundle", "make"] + device
          + ["--note", "x", "--photo", "photo.jpg", "--output", "out/bundle"])
    }
    for call in calls {
      let done = try Program.run(call, in: folder)
      try #require(done.status == 0, "\(call): \(done.error)")
    }
    try Self.unpack(folder)
    let found = try Self.files(in: folder.file("out"))
    #expect(found.count > 14)
    for path in found {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(bytes.range(of: Data(Self.mark.utf8)) == nil, "\(path)")
    }
    let told = Tool.run("exiftool", ["-r", "-a", "-u", "-G1", "-s", "-ee", folder.file("out")])
    #expect(told.text.contains("out/film.mp4"))
    for word in [Self.mark, "GPS", "ThumbnailImage", "IPTC", "SerialNumber", "2024:05:06 07:08"] {
      #expect(!told.text.contains(word), "\(word)")
    }
  }

  /// Extracts archives, and the pictures that are embedded in pages, to files in the folder `out`.
  private static func unpack(_ folder: TemporaryFolder) throws {
    let made = folder.python(
      """
      import base64, glob, re, zipfile
      for number, path in enumerate(glob.glob("out/**/*", recursive=True)):
          if path.endswith(".zip"):
              zipfile.ZipFile(path).extractall(f"out/zip-{number}")
          if path.endswith(".html"):
              text = open(path, encoding="utf-8").read()
              for index, found in enumerate(re.findall(r"data:image/(\\w+);base64,([A-Za-z0-9+/=]+)", text)):
                  with open(f"out/{number}-{index}.{found[0]}", "wb") as file:
                      file.write(base64.b64decode(found[1]))
      """)
    try #require(made.status == 0, "\(made.text)")
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
      .filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
  }
}
