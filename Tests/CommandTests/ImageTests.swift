import Testing
import WallfarmTesting

/// Images of themes and layouts in the program and in fenced workers.
@Suite struct ImageTests {
  /// A batch, whose workers are fenced, writes the same bytes as `render`.
  @Test func aBatchDrawsTheSameImages() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">
        <filter id="f"><feGaussianBlur stdDeviation="1"/></filter>
        <rect width="40" height="20" rx="4" fill="#e2583e"/>
        <circle cx="20" cy="10" r="6" fill="#fff" filter="url(#f)"/>
        <image x="2" y="2" width="6" height="6" href="data:image/png;base64,\(Self.pixel)"/>
      </svg>
      """, to: "brand/logo.svg")
    try folder.write(
      """
      {"format": 1, "summary": "Images.", "background": {"plugin": "solid-color"},
       "images": [
         {"file": "logo.svg", "place": "bottom", "width": 0.5},
         {"file": "logo.svg", "by": "area", "in": "screen", "obstacles": "allow", "tile": 90,
          "opacity": 0.1, "blend": "screen"}
       ]}
      """, to: "brand/dusk.json")
    try folder.write(
      #"[{"id": "a", "devices": "iphone8", "notes": ["Buy milk"], "theme": "./brand/dusk.json"}]"#,
      to: "jobs.json")
    let rendered = try Program.run(
      [
        "render", "--device", "iphone8", "--note", "Buy milk", "--theme", "./brand/dusk.json", "-q",
        "--output", "a.png",
      ], in: folder)
    #expect(rendered.status == 0, "\(rendered.error)")
    let batch = try Program.run(["batch", "jobs.json", "--output", "out", "-j", "1"], in: folder)
    #expect(batch.status == 0, "\(batch.error)")
    // The digests of notes need a key, which the two commands do not share; pixels do not.
    let script = """
      import hashlib, sys
      from PIL import Image
      for name in ['a.png', 'out/a/lock-iphone8.png']:
          print(hashlib.sha256(Image.open(name).convert('RGBA').tobytes()).hexdigest())
      """
    let (text, status) = folder.python(script)
    let digests = text.split(separator: "\n")
    #expect(status == 0 && digests.count == 2 && Set(digests).count == 1, "\(text)")
  }

  /// A picture without an SVG file does not load librsvg.
  @Test func librsvgIsLoadedOnlyForSVG() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><g/></svg>", to: "a.svg")
    func isLoaded(_ more: [String]) throws -> Bool {
      let finished = try Program.run(
        ["render", "--device", "iphone8", "-q", "--output", "a.png"] + more, in: folder,
        environment: ["LD_DEBUG": "files"])
      #expect(finished.status == 0, "\(finished.error.suffix(500))")
      return finished.error.contains("librsvg-2.so")
    }
    #expect(try !isLoaded(["--note", "Buy milk"]))
    #expect(try isLoaded(["--template", "picture", "--set", "file=a.svg"]))
  }

  /// A red pixel as PNG.
  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC"
}
