import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// SVG images: refusals, sizes and pixels.
@Suite(.tags(.torture)) struct SVGTests {
  private static let open = "<svg xmlns=\"http://www.w3.org/2000/svg\""

  @Test func hostileFilesAreMany() {
    #expect(HostileSVG.all.count >= 100)
    #expect(Set(HostileSVG.all.map(\.testDescription)).count == HostileSVG.all.count)
  }

  @Test(arguments: HostileSVG.all) func hostileFilesAreRefused(_ hostile: HostileSVG) {
    let error = #expect(throws: RenderError.self) {
      try PhotoDecoder(Array(hostile.text.utf8), file: "a.svg")
    }
    #expect(error?.code.rawValue == hostile.code, "\(error?.message ?? "")")
    #expect(error?.message.contains(hostile.word) == true, "\(error?.message ?? "")")
    #expect(error?.hint?.isEmpty == false)
    #expect(error?.origin?.line != nil && error?.origin?.column != nil)
  }

  @Test func aRefusalHasAPosition() {
    let text = "\(Self.open) viewBox=\"0 0 1 1\">\n  <desc>ä</desc>\n  <g>é<text/></g>\n</svg>"
    let error = #expect(throws: RenderError.self) {
      try PhotoDecoder(Array(text.utf8), file: "a.svg")
    }
    #expect(error?.origin == .file("a.svg", line: 3, column: 7))
  }

  /// Files of other encodings and formats are not SVG files.
  @Test(arguments: [
    ([0xFF, 0xFE, 0x3C, 0x00], "photo-format"),
    (Array("<!DOCTYPE html><html/>".utf8), "photo-format"),
    (Array("<html/>".utf8), "photo-format"), ([0x1F, 0x8B, 0x08, 0x00], "photo-format"),
    (Array("<svg xmlns='a'>\u{FFFF}".utf8) + [0xC3], "svg-malformed"),
  ])
  func otherFilesAreNotDrawings(_ bytes: [UInt8], _ code: String) {
    let error = #expect(throws: RenderError.self) { try PhotoDecoder(bytes, file: "a.svg") }
    #expect(error?.code.rawValue == code)
  }

  /// Files of common drawing programs are accepted.
  @Test(arguments: [
    "<g/>", "<!-- Generator: a program --><title>A &amp; B</title><desc>x</desc>",
    "<metadata><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      + "<x rdf:resource='http://a.example/' xmlns='http://a.example/'/></rdf:RDF></metadata>",
    "<sodipodi:namedview xmlns:sodipodi='http://sodipodi.example/' showgrid='true'/>",
    "<style type='text/css'>/* a, { */ .a, #b { fill: #f00; opacity: .5 } g > path { fill: red }</style>",
    "<defs><linearGradient id='a'><stop/></linearGradient><linearGradient id='b' href='#a'/></defs>"
      + "<rect fill='url(#b)' style='stroke: url(\"#a\")'/>",
    "<filter id='f'><feGaussianBlur stdDeviation='2'/></filter><g filter='url(#f)'/>",
    "<use href='#missing'/>",
  ])
  func ordinaryFilesAreAccepted(_ content: String) throws {
    for start in ["", "\u{FEFF}", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", "\n<!-- x -->"] {
      let text = "\(start)\(Self.open) viewBox=\"0 0 20 10\">\(content)</svg>"
      let decoder = try PhotoDecoder(Array(text.utf8), file: "a.svg")
      #expect(decoder.format == .svg && decoder.isDrawing)
      #expect(decoder.size == PixelSize(width: 4096, height: 2048))
    }
  }

  @Test(arguments: [
    ("width='30' height='10'", 3.0), ("width='30px' height='20' viewBox='0 0 5 5'", 1.5),
    ("viewBox='0 0 24 24'", 1), ("width='1in' height='25.4mm'", 1),
    ("width='72pt' height='1in'", 1),
    ("width='100%' height='100%' viewBox='-5,-5,40,10'", 4), ("width='9' viewBox='0 0 2 1'", 2),
    ("height='9' viewBox='0 0 2 1'", 2),
  ])
  func sizesFollowTheRoot(_ attributes: String, _ ratio: Double) throws {
    let text = "\(Self.open) \(attributes)/>"
    let size = try PhotoDecoder(Array(text.utf8), file: "a.svg").size
    #expect(abs(Double(size.width) / Double(size.height) - ratio) < 0.002)
  }

  static let drawing = """
    \(open) viewBox="0 0 60 40">
      <style>.a { fill: #e2583e; opacity: .8 }</style>
      <defs>
        <linearGradient id="g"><stop stop-color="#123"/><stop offset="1" stop-color="#9cf"/></linearGradient>
        <clipPath id="c"><circle cx="40" cy="20" r="15"/></clipPath>
      </defs>
      <rect width="60" height="40" rx="6" fill="url(#g)"/>
      <path class="a" d="M5 35 C 15 0 25 0 35 35 Z"/>
      <g clip-path="url(#c)"><rect x="30" y="10" width="30" height="12" fill="#fff"/></g>
    </svg>
    """

  /// A drawing has the same pixels as with rsvg-convert, at each size.
  @Test(arguments: [(60, 40), (217, 145), (600, 400)])
  func drawingsMatchTheirJudge(_ width: Int, _ height: Int) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.drawing, to: "a.svg")
    try #require(
      Tool.output(
        of: "/usr/bin/rsvg-convert",
        ["-w", "\(width)", "-h", "\(height)", file, "-o", folder.file("a.png")]) != nil)
    let judge = try PhotoDecoder(try folder.bytes("a.png"), file: "a.png").decode()
    let decoder = try PhotoDecoder(Array(Self.drawing.utf8), file: file)
    let photo = try decoder.decode(atLeast: PixelSize(width: width, height: height))
    #expect(photo.size == PixelSize(width: width, height: height))
    let (one, other) = (pixels(of: photo.surface), pixels(of: judge.surface))
    try #require(one.count == other.count)
    var worst = 0
    for (one, other) in zip(one, other) {
      for shift: UInt32 in [0, 8, 16, 24] {
        let (level, expected) = (Int(one >> shift & 255), Int(other >> shift & 255))
        worst = max(worst, abs(level - expected))
      }
    }
    // The PNG file has straight alpha, whose rounding changes the premultiplied levels.
    #expect(worst <= 3, "\(worst) levels")
  }

  /// A layer shows a drawing without scaling it, so that straight edges are sharp.
  @Test func edgesAreSharp() throws {
    let text = "\(Self.open) viewBox='0 0 2 1'><rect width='1' height='1' fill='#000'/></svg>"
    let decoder = try PhotoDecoder(Array(text.utf8), file: "a.svg")
    let scale = Scale(x: 3, y: 3)
    let content = ImageContent(file: "a.svg", frame: Rect(x: 5, y: 3, width: 40, height: 20))
    let needed = ImagePlacement.drawnPixels(for: content, picture: decoder.size, scale: scale)
    #expect(needed == PixelSize(width: 120, height: 60))
    let photo = try decoder.decode(atLeast: needed)
    var target = try ImageSurface(size: PixelSize(width: 150, height: 90))
    try target.draw(scale: scale) { (canvas) throws(RenderError) in
      try canvas.fill(.color(.white))
      try canvas.draw(photo, as: content, in: .sRGB)
    }
    let all = pixels(of: target)
    for y in 0..<90 {
      for x in 0..<150 {
        let isBlack = (15..<75).contains(x) && (9..<69).contains(y)
        #expect(all[y * 150 + x] == (isBlack ? 0xFF00_0000 : 0xFFFF_FFFF), "\(x), \(y)")
      }
    }
  }

  /// Embedded PNG and JPEG files are drawn; damaged ones are refused.
  @Test func embeddedPicturesAreDrawn() throws {
    let folder = try TemporaryFolder()
    let (text, status) = folder.python(
      """
      import base64, io
      from PIL import Image
      for kind in ['PNG', 'JPEG']:
          file = io.BytesIO()
          Image.new('RGB', (8, 8), (200, 30, 40)).save(file, kind)
          print(base64.b64encode(file.getvalue()).decode())
      """)
    try #require(status == 0, "\(text)")
    for (kind, data) in zip(["png", "jpeg"], text.split(separator: "\n")) {
      func svg(_ data: some StringProtocol) -> [UInt8] {
        Array(
          ("\(Self.open) viewBox='0 0 8 8'><image width='8' height='8' "
            + "href='data:image/\(kind);base64,\(data)'/></svg>").utf8)
      }
      let photo = try PhotoDecoder(svg(data), file: "a.svg")
        .decode(atLeast: PixelSize(width: 16, height: 16))
      let middle = pixels(of: photo.surface)[8 * 16 + 8]
      #expect(abs(Int(middle >> 16 & 255) - 200) <= 2 && middle >> 24 == 255, "\(kind)")
      #expect(throws: RenderError.self) { try PhotoDecoder(svg(data.prefix(24)), file: "a.svg") }
      #expect(throws: RenderError.self) { try PhotoDecoder(svg("AAAA"), file: "a.svg") }
    }
  }

  /// Random changes of a file lead to a drawing or to a refusal, never to a crash.
  @Test func changedFilesAreDrawnOrRefused() throws {
    var random = SeededGenerator()
    let original = Array(Self.drawing.utf8)
    let parts = HostileSVG.all.map { Array($0.text.utf8.prefix(400)) }
    var drawn = 0
    for _ in 0..<(Torture.isOn ? 20_000 : 600) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1:
          bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...9, using: &random)))
        case 2: bytes.insert(contentsOf: bytes[at...].prefix(20), at: at)
        default:
          let part = parts[Int.random(in: 0..<parts.count, using: &random)]
          let start = Int.random(in: 0..<part.count, using: &random)
          bytes.insert(contentsOf: part[start...].prefix(30), at: at)
        }
      }
      do throws(RenderError) {
        let decoder = try PhotoDecoder(bytes, file: "a.svg")
        _ = try decoder.decode(atLeast: PixelSize(width: 30, height: 20))
        drawn += 1
      } catch {
        #expect(
          error.code.rawValue.hasPrefix("svg-") || error.code == .photoUnreadable
            || error.code.rawValue == "photo-format", "\(error), seed \(random.seed)")
      }
    }
    #expect(drawn > 0)
  }
}
