import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Fonts, images and themes that clients upload.
@Suite struct UploadTests {
  private static let logo = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18"
    fill="#fff"/></svg>
    """

  /// The text of a theme with a font, a logo, a texture and a photo.
  private static func theme(
    font: String, logo: String, texture: String, photo: String
  ) -> String {
    """
    {
      "format": 1, "summary": "A test.", "fontFiles": ["\(font)"],
      "background": {"plugin": "photo", "parameters": {"file": "\(photo)"}},
      "images": [
        {
          "file": "\(texture)", "by": "area", "in": "screen", "obstacles": "allow", "tile": 80,
          "opacity": 0.2, "blend": "multiply"
        },
        {"file": "\(logo)", "place": "bottom", "points": 30, "margin": 16}
      ],
      "colors": {"text": "#f4efe4"}, "fonts": {"text": "Harbour", "weight": 650}
    }
    """
  }

  /// Writes the files of a theme to a folder.
  private static func writeFiles(in folder: TemporaryFolder) throws {
    try Harbour.writeVariableFont(in: folder, to: "harbour.ttf")
    try folder.write(logo, to: "logo.svg")
    for (name, size, picture) in [
      ("texture.png", "64x64", "plasma:"), ("sea.jpg", "900x1800", "gradient:navy-gray"),
    ] {
      let (text, status) = Tool.run(
        "convert", ["-size", size, picture, "-strip", folder.file(name)])
      try #require(status == 0, "\(text)")
    }
  }

  /// Uploads a file, and returns its name.
  private static func put(
    _ kind: String, _ file: String, to service: RunningService, _ options: [String] = []
  ) throws -> String {
    let answer = try service.ask("/v1/\(kind)s", ["-T", file] + options)
    try #require(answer.status == 201, "\(answer.text)")
    return try #require(answer.json?[kind]?.string)
  }

  /// Uploads a theme with its files, and returns its name.
  private static func putTheme(
    in folder: TemporaryFolder, to service: RunningService, _ options: [String] = []
  ) throws -> String {
    let text = theme(
      font: try put("font", folder.file("harbour.ttf"), to: service, options),
      logo: try put("image", folder.file("logo.svg"), to: service, options),
      texture: try put("image", folder.file("texture.png"), to: service, options),
      photo: try put("photo", folder.file("sea.jpg"), to: service, options))
    try folder.write(text, to: "served.json")
    return try put("theme", folder.file("served.json"), to: service, options)
  }

  private static func request(_ theme: String) -> String {
    #"{"devices": "iphonese3", "notes": ["Buy milk"], "now": "2026-12-24", "theme": \#(theme)}"#
  }

  private static func pixels(_ file: String) -> String? {
    Tool.output(of: "identify", ["-format", "%#", file])
  }

  /// An uploaded theme and a theme in the request draw the pixels of the theme on disk, and two
  /// services send the same bytes.
  @Test func aThemeDrawsTheSameOverHTTP() throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(in: folder)
    let own = Self.theme(
      font: "harbour.ttf", logo: "logo.svg", texture: "texture.png", photo: "sea.jpg")
    try folder.write(own, to: "own.json")
    let direct = try Program.run(
      [
        "render", "--theme", "./own.json", "-d", "iphonese3", "-n", "Buy milk", "--now",
        "2026-12-24", "-q", "-o", "direct.png",
      ], in: folder)
    try #require(direct.status == 0, "\(direct.error)")

    var answers: [[UInt8]] = []
    for state in [[], ["--state", folder.file("state")]] {
      let files = try TemporaryFolder()
      let service = try RunningService(state, in: files)
      let name = try Self.putTheme(in: folder, to: service)
      let inline = try service.render(Self.request(folder.text("served.json")))
      let uploaded = try service.render(Self.request("\"\(name)\""))
      for answer in [inline, uploaded] {
        try #require(answer.status == 200, "\(answer.text)")
        try folder.write(answer.body, to: "answer.png")
        #expect(Self.pixels(folder.file("answer.png")) == Self.pixels(folder.file("direct.png")))
      }
      answers.append(uploaded.body)
    }
    #expect(answers.count == 2 && answers[0] == answers[1])
  }

  /// Only the client that uploads a file can use it, until it shares the file.
  @Test func anUploadBelongsToItsClientUntilItIsShared() throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(in: folder)
    let (ada, ben) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
    try folder.write("ada \(ada)\nben \(ben)\n", to: "keys")
    let service = try RunningService(["--keys", folder.file("keys")], in: folder)
    func with(_ key: String) -> [String] { ["-H", "Authorization: Bearer \(key)"] }
    #expect(try service.ask("/v1/themes", ["-T", folder.file("logo.svg")]).status == 401)
    #expect(try service.ask("/v1/themes").status == 200)

    let name = try Self.putTheme(in: folder, to: service, with(ada))
    let body = Self.request("\"\(name)\"")
    #expect(try service.render(body, with(ada)).status == 200)
    let refused = try service.render(body, with(ben))
    #expect(refused.status == 422 && refused.codes == ["upload-missing"], "\(refused.text)")
    let inline = Self.request(try folder.text("served.json"))
    #expect(try service.render(inline, with(ben)).codes.contains("upload-missing"))

    let shared = "/v1/themes/\(name)/shared"
    #expect(try service.ask(shared, ["-X", "PUT"] + with(ben)).status == 404)
    #expect(try service.ask(shared, ["-X", "PUT"] + with(ada)).status == 204)
    let allowed = try service.render(body, with(ben))
    #expect(try allowed.status == 200 && allowed.body == service.render(body, with(ada)).body)
    // The files of the theme are usable only through the theme.
    #expect(try service.render(inline, with(ben)).codes.contains("upload-missing"))
    let font = try Self.put("font", folder.file("harbour.ttf"), to: service, with(ada))
    for keys in [
      "\"theme\": \"\(name)\", \"fonts\": [\"\(font)\"]",
      "\"fonts\": [\"\(font)\"], \"theme\": \"\(name)\"",
    ] {
      let answer = try service.render(
        "{\"devices\": \"iphonese3\", \"notes\": [\"a\"], \(keys)}", with(ben))
      #expect(answer.codes == ["upload-missing"], "\(answer.text)")
    }
    #expect(
      try service.ask("/v1/themes/\(name)", ["-X", "DELETE"] + with(ben)).status == 404)
    #expect(try service.ask(shared, ["-X", "DELETE"] + with(ada)).status == 204)
    #expect(try service.render(body, with(ben)).codes == ["upload-missing"])
    #expect(
      try service.ask("/v1/themes/\(name)", ["-X", "DELETE"] + with(ada)).status == 204)
    #expect(try service.render(body, with(ada)).codes == ["upload-missing"])
  }

  /// Addresses and people keep the theme, with the files that it names, across a restart.
  @Test func anAddressAndAPersonKeepTheirTheme() throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(in: folder)
    try folder.write("one 0123456789012345678901\n", to: "keys")
    let options = ["--state", folder.file("state"), "--address-keys", folder.file("keys")]
    var paths: [String] = []
    var pictures: [[UInt8]] = []
    var theme = ""
    do {
      let service = try RunningService(options, in: folder)
      theme = try Self.putTheme(in: folder, to: service)
      for words in ["\"\(theme)\"", try folder.text("served.json")] {
        let answer = try service.render(
          Self.request(words), ["-H", "Prefer: return=representation"])
        try #require(answer.status == 201, "\(answer.text)")
        paths.append(try #require(answer.json?["address"]?.string))
      }
      let person = try service.ask(
        "/v1/people",
        [
          "--data-binary",
          #"{"device": "iphonese3", "notes": ["Buy milk"], "lock": {"theme": "\#(theme)"}}"#,
        ])
      try #require(person.status == 201, "\(person.text)")
      paths.append(try #require(person.json?["read"]?.string) + "/lock.png")
      pictures = try paths.map { try service.ask($0).body }
      service.tellToEnd()
      _ = service.status()
    }
    let service = try RunningService(options, in: folder)
    for (path, picture) in zip(paths, pictures) {
      let answer = try service.ask(path)
      #expect(answer.status == 200 && answer.body == picture, "\(path): \(answer.text)")
    }
    // The theme of the first address is erased, but the second address contains its theme.
    #expect(try service.ask("/v1/themes/\(theme)", ["-X", "DELETE"]).status == 204)
    let again = try RunningServiceRestart.restarted(service, options, in: folder)
    #expect(try again.ask(paths[0]).status == 410)
    #expect(try again.ask(paths[1]).status == 200)
  }

  /// Broken, hostile and oversized files are refused with a code, and nothing is stored.
  @Test func badUploadsAreRefused() throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(in: folder)
    let service = try RunningService(["--metrics", "unix:\(folder.file("figures"))"], in: folder)
    let font = try folder.bytes("harbour.ttf")
    var restricted = font
    let table = try #require(Self.offset(of: "OS/2", in: font))
    restricted[table + 8] = 0
    restricted[table + 9] = 2
    let missing = "sha256-" + String(repeating: "0", count: 64)
    func theme(_ more: String) -> [UInt8] {
      Array(
        #"{"format": 1, "summary": "A test.", "extends": "fog", \#(more)}"#.utf8)
    }
    let cases: [(kind: String, bytes: [UInt8], code: String)] = [
      ("fonts", Array("a font".utf8), "font-format"), ("fonts", [], "font-format"),
      ("fonts", Array(font.prefix(font.count / 2)), "font-unreadable"),
      ("fonts", restricted, "font-restricted"),
      ("fonts", try Self.bundledFont(), "font-name-taken"),
      ("images", Array("GIF89a".utf8), "photo-format"),
      (
        "images", Array("<svg xmlns='http://www.w3.org/2000/svg'><text>a</text></svg>".utf8),
        "svg-text"
      ),
      ("photos", Array(Self.logo.utf8), "photo-format"),
      ("themes", Array("{".utf8), "invalid-json"), ("themes", Array("[]".utf8), "invalid-value"),
      ("themes", theme(#""fontFiles": ["\#(missing)"]"#), "upload-missing"),
      ("themes", theme(#""fontFiles": ["/usr/share/fonts/x.ttf"]"#), "not-over-http"),
      ("themes", theme(#""fontFiles": [{"file": "../../etc/passwd"}]"#), "not-over-http"),
      ("themes", theme(#""images": [{"file": "/etc/passwd"}]"#), "path-outside"),
      (
        "themes",
        theme(#""background": {"plugin": "photo", "parameters": {"file": "/etc/a.jpg"}}"#),
        "path-outside"
      ),
      (
        "themes", Array(#"{"format": 1, "summary": "A test.", "extends": "/etc/a.json"}"#.utf8),
        "path-outside"
      ),
      ("themes", theme(#""fonts": {"text": "Nowhere"}"#), "unknown-font"),
      ("themes", theme(#""fontFiles": ["harbour.ttf"]"#), "not-over-http"),
      ("themes", theme(#""images": [{"file": "logo.svg"}]"#), "photo-unreadable"),
    ]
    for (kind, bytes, code) in cases {
      try folder.write(bytes, to: "bad")
      let answer = try service.ask("/v1/\(kind)", ["-T", folder.file("bad")])
      #expect(answer.status >= 400 && answer.status < 500, "\(kind) \(code): \(answer.text)")
      #expect(answer.codes.first == code, "\(kind): \(answer.text)")
      #expect(
        !answer.text.contains("/dev/null") && !answer.text.contains("allow"), "\(answer.text)")
    }
    try folder.write([UInt8](repeating: 0x20, count: (256 << 10) + 1), to: "bad")
    #expect(try service.ask("/v1/themes", ["-T", folder.file("bad")]).status == 413)
    #expect(service.figure("photo_bytes") == 0)
  }

  /// All errors of a theme have positions in the body, for an upload and for a theme in a request.
  @Test func errorsOfAThemeHavePositions() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let theme = """
      {"format": 1, "summary": "A test.", "extends": "fog",
       "colors": {"text": "#12"},
       "fonts": {"weight": 5000}}
      """
    try folder.write(theme, to: "theme.json")
    let upload = try service.ask("/v1/themes", ["-T", folder.file("theme.json")])
    #expect(Self.places(upload) == ["theme:2:21", "theme:3:22"], "\(upload.text)")
    let inline = try service.render(
      "{\"devices\": \"iphonese3\", \"notes\": [\"a\"],\n\"theme\": \(theme)}")
    #expect(inline.status == 422)
    #expect(Self.places(inline) == ["request:3:21"], "\(inline.text)")
    // Each missing upload is an error, together with the other errors.
    let missing = ["0", "1"].map { "sha256-" + String(repeating: $0, count: 64) }
    try folder.write(
      """
      {"format": 1, "summary": "A test.", "extends": "fog", "fontFiles": ["\(missing[0])"],
       "images": [{"file": "\(missing[1])"}], "fonts": {"weight": 5000}}
      """, to: "missing.json")
    let several = try service.ask("/v1/themes", ["-T", folder.file("missing.json")])
    #expect(several.codes == ["upload-missing", "upload-missing", "invalid-value"])
    // The position of an overridden value names the file, but not its folder on the server.
    #expect(upload.text.contains("fog.json:") && !upload.text.contains(Workspace.root))
    let long = String(repeating: "a", count: 70_000)
    let large = try service.render(Self.request(#"{"format": 1, "summary": "\#(long)"}"#))
    #expect(large.codes == ["not-over-http"], "\(large.text)")
  }

  /// Fonts and images can also be named in a request, and a theme can extend an uploaded theme.
  @Test func aRequestNamesUploads() throws {
    let folder = try TemporaryFolder()
    try Self.writeFiles(in: folder)
    let service = try RunningService(in: folder)
    let base = try Self.putTheme(in: folder, to: service)
    try folder.write(
      ##"{"format": 1, "summary": "A test.", "extends": "\##(base)", "colors": {"text": "#fff"}}"##,
      to: "night.json")
    let night = try Self.put("theme", folder.file("night.json"), to: service)
    let extended = try service.render(Self.request("\"\(night)\""))
    #expect(extended.status == 200, "\(extended.text)")
    let font = try Self.put("font", folder.file("harbour.ttf"), to: service)
    let plain = #""devices": "iphonese3", "notes": ["a"], "theme": "fog""#
    let with = try service.render(#"{\#(plain), "fonts": ["\#(font)"]}"#)
    #expect(with.status == 200, "\(with.text)")
    for fonts in [#""/usr/share/fonts""#, #"["a.ttf"]"#, "[7]"] {
      let answer = try service.render(#"{\#(plain), "fonts": \#(fonts)}"#)
      #expect(answer.codes.first == "not-over-http", "\(answer.text)")
    }
  }

  private static func places(_ answer: Answer) -> [String] {
    (answer.json?["errors"]?.elements ?? []).compactMap { $0["origin"]?["text"]?.string }
  }

  private static func bundledFont() throws -> [UInt8] {
    Array(
      try Data(contentsOf: URL(fileURLWithPath: Workspace.root + "/Fonts/files/Manrope-Bold.ttf")))
  }

  /// Returns the offset of a table in a font.
  private static func offset(of tag: String, in font: [UInt8]) -> Int? {
    let count = Int(font[4]) << 8 | Int(font[5])
    for entry in 0..<count {
      let start = 12 + 16 * entry
      guard font[start..<start + 4].elementsEqual(tag.utf8) else { continue }
      return font[start + 8..<start + 12].reduce(0) { $0 << 8 | Int($1) }
    }
    return nil
  }
}

/// Restarts of a service, which forget its pictures.
private enum RunningServiceRestart {
  static func restarted(
    _ service: RunningService, _ options: [String], in folder: TemporaryFolder
  ) throws -> RunningService {
    service.tellToEnd()
    _ = service.status()
    return try RunningService(options, in: folder)
  }
}
