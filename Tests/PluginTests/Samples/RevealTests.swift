import BuiltInPlugins
import Designs
import Foundation
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A photo that becomes sharp only when a goal is reached.
@Suite(.tags(.torture)) struct RevealTests {
  /// Tests the blur radius in points at the documented percentages and at percentages between them.
  @Test(arguments: [
    (0, 30.0), (25, 23), (50, 15), (75, 8), (99, 3), (10, 27.2), (60, 12.2), (87, 5.5),
  ])
  func aRadius(_ percent: Int, _ radius: Double) {
    #expect(abs(Veil(percent: percent).deviation * 2 - radius) < 1e-9)
  }

  /// Below 100%, a photo is always blurred and shown as a mosaic.
  ///
  /// The squares of the mosaic are at least four standard deviations of the blur wide. The grids of
  /// squares are nested and never become coarser as the percentage grows.
  @Test func onlyAHundredIsSharp() {
    let veils = (0...100).map { Veil(percent: $0) }
    for veil in veils.dropLast() {
      #expect(veil.deviation >= 1.5 && veil.cells >= 4 * veil.deviation)
      #expect([6, 12, 24, 48, 96].contains(veil.cells))
    }
    for (one, other) in zip(veils, veils.dropFirst()) {
      #expect(other.deviation < one.deviation && other.cells <= one.cells)
    }
    #expect(veils[100].deviation == 0 && veils[100].cells == 0)
  }

  private func renderer() throws -> Renderer {
    try Renderer(installation: Workspace.installation, plugins: .builtIn)
  }

  private func pixels(_ percent: Int, of photo: String, device: String = "iphonese3") throws
    -> [UInt8]
  {
    var request = RenderRequest(
      device: device, notes: [], theme: "lens", background: .photo(file: photo))
    request.template = "reveal"
    request.content = Content()
    request.content[.progress] = []
    request.settings = [
      Setting(key: "percent", value: "\(percent)"), Setting(key: "photo-dim", value: "0"),
      Setting(key: "nothing-left", value: ""),
    ]
    return try renderer().draw(request).picture.surface.withPixels { Array($0) }
  }

  /// Details of 6 points or less are removed: below 100%, two photos that differ only within mosaic
  /// squares give identical pictures.
  @Test func whatIsWithinASquareIsNotInThePicture() throws {
    let folder = try TemporaryFolder()
    // The pictures have 750 × 1334 pixels at 2 pixels per point, so the squares are 12 pixels wide
    // at 99%. In the second photo, the order of the rows and columns within each square is
    // reversed.
    let script = """
      import numpy, sys
      from PIL import Image
      random = numpy.random.default_rng(7)
      one = random.integers(0, 256, (1334, 750, 3), dtype=numpy.uint8)
      other = one.copy()
      for y in range(0, 1334, 12):
          for x in range(0, 750, 12):
              other[y:y + 12, x:x + 12] = other[y:y + 12, x:x + 12][::-1, ::-1]
      Image.fromarray(one).save(sys.argv[1])
      Image.fromarray(other).save(sys.argv[2])
      """
    let files = ["one.png", "other.png"].map { folder.file($0) }
    let made = Tool.run("/usr/bin/python3", ["-c", script] + files, withErrors: true)
    #expect(made.status == 0, "\(made.text)")
    for percent in [0, 25, 60, 99] {
      let (one, other) = (try pixels(percent, of: files[0]), try pixels(percent, of: files[1]))
      // The order of summation may change the last bit.
      let most = zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(most <= 1, "\(most) at \(percent) %")
    }
    let (one, other) = (try pixels(100, of: files[0]), try pixels(100, of: files[1]))
    #expect(one != other)
  }

  /// The means of the squares, the interpolation and the blur match a NumPy computation in linear
  /// light within 1.5 levels.
  ///
  /// The half level is due to dithering. Outside torture mode, only the largest and the smallest
  /// squares are tested.
  @Test(arguments: Torture.all(of: [0, 50, 87, 99], orOnly: 2))
  func squaresAndBlurAreThoseOfOthers(_ percent: Int) throws {
    let folder = try TemporaryFolder()
    let (photo, expected) = (folder.file("photo.png"), folder.file("expected.raw"))
    let veil = Veil(percent: percent)
    // The picture has 2 pixels per point. Because of its smooth waves, the mean of each square
    // differs from the means of its neighbors.
    let script = """
      import numpy, sys
      from PIL import Image
      cell, sigma = int(float(sys.argv[3]) * 2), float(sys.argv[4]) * 2
      y, x = numpy.mgrid[0:1334, 0:750]
      levels = numpy.round(127 + 90 * numpy.sin(x / 31) + 38 * numpy.cos((y + x / 3) / 23)).astype(numpy.uint8)
      Image.fromarray(numpy.stack([levels] * 3, axis=2)).save(sys.argv[1])
      share = levels / 255
      light = numpy.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
      tops, lefts = range(0, 1334, cell), range(0, 750, cell)
      means = numpy.array([[light[t:t + cell, l:l + cell].mean() for l in lefts] for t in tops])
      def spline(count, cells):
          weights = numpy.zeros((count, cells))
          position = (numpy.arange(count) + 0.5) / cell
          for index in range(-1, cells + 1):
              away = abs(position - index - 0.5)
              near, far = 0.75 - away ** 2, (1.5 - away) ** 2 / 2
              weight = numpy.where(away < 0.5, near, numpy.where(away < 1.5, far, 0))
              weights[:, min(max(index, 0), cells - 1)] += weight
          return weights
      light = spline(1334, len(tops)) @ means @ spline(750, len(lefts)).T
      reach = int(numpy.ceil(4 * sigma))
      weights = numpy.exp(-numpy.arange(-reach, reach + 1) ** 2 / (2 * sigma * sigma))
      weights /= weights.sum()
      for axis in (0, 1):
          count = light.shape[axis]
          padded = numpy.pad(light, [(reach, reach) if one == axis else (0, 0) for one in (0, 1)], mode="edge")
          light = sum(w * numpy.take(padded, range(k, k + count), axis=axis) for k, w in enumerate(weights))
      level = numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055) * 255
      level.astype(numpy.float32).tofile(sys.argv[2])
      """
    let made = Tool.run(
      "/usr/bin/python3",
      ["-c", script, photo, expected, "\(veil.cells)", "\(veil.deviation)"], withErrors: true)
    #expect(made.status == 0, "\(made.text)")
    let levels = try folder.bytes("expected.raw").withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    let drawn = try pixels(percent, of: photo)
    #expect(levels.count * 4 == drawn.count)
    let worst = levels.indices.map { abs(Float(drawn[$0 * 4]) - levels[$0]) }.max() ?? 255
    #expect(worst <= 1.5, "\(worst)")
  }

  /// The squares are not visible: an even gradient stays even, but squares with hard edges would
  /// produce steps.
  @Test(arguments: [25, 50]) func squaresHaveNoEdges(_ percent: Int) throws {
    let folder = try TemporaryFolder()
    let photo = folder.file("gradient.png")
    let options = "-size 1334x750 gradient:black-white -rotate 270 -depth 8".split(separator: " ")
    #expect(Tool.run("convert", options.map(String.init) + [photo]).status == 0)
    let drawn = try pixels(percent, of: photo)
    let row = (0..<750).map { Int(drawn[(1334 / 2 * 750 + $0) * 4]) }
    // The squares are 96 pixels wide, and the gradient rises by 8 levels every 24 pixels.
    let rises = (300..<450).map { row[$0 + 24] - row[$0] }
    #expect(rises.allSatisfy { (5...11).contains($0) }, "\(rises)")
  }

  /// Averages are computed in linear light: black and white lines keep their average luminance, not
  /// their average level.
  @Test func meansAreThoseOfLight() throws {
    let folder = try TemporaryFolder()
    let photo = folder.file("lines.png")
    #expect(
      Tool.run("convert", ["-size", "750x1334", "pattern:vertical2", "-threshold", "50%", photo])
        .status == 0)
    let pixels = try pixels(99, of: photo)
    // The sRGB level 188 has half the luminance of white.
    let middle = (1334 / 2 * 750 + 300) * 4
    #expect(abs(Int(pixels[middle]) - 188) <= 2, "\(pixels[middle])")
  }

  /// A photo from `--photo` is blurred in the same way as the photo of the template.
  @Test func thePhotoOfATemplateStaysHidden() throws {
    let photo = Backgrounds.photographs[0]
    var request = RenderRequest(device: "iphone15", notes: [], background: .photo(file: photo))
    request.template = "reveal"
    request.content = Content()
    request.mayShowSample = true
    let renderer = try renderer()
    let scene = try renderer.compose(renderer.resolve(request)).scene
    let images = scene.background.compactMap { layer -> ImageContent? in
      if case .image(let image) = layer.content { image } else { nil }
    }
    #expect(images.map(\.cells) == [96] && images.map(\.blur) == [15])
  }

  /// The photos do not overlap, and together they cover the screen.
  @Test(arguments: [1, 2, 3, 5, 7, 12, 24, 60]) func aMosaic(_ count: Int) throws {
    for id in ["iphonese3", "iphone17promax", "ipadpro13"] {
      let device = try DeviceCatalog.shipped.device(id)
      let plain = try Studio().context(on: device, notes: [])
      var content = Content()
      content[.photos] = (0..<count).map { ContentEntry(["file": .text("\($0).jpg")]) }
      let context = ComposeContext(
        canvas: plain.canvas, freeArea: plain.freeArea, content: content, measurer: plain.measurer)
      let values = ParameterValues(["gap": 0, "most": 60])
      let groups = try MosaicBackground(values).layers(in: context).compactMap { layer -> Rect? in
        if case .group(let group) = layer.content { group.clip?.bounds } else { nil }
      }
      #expect(groups.count == count)
      let area = groups.reduce(0) { $0 + $1.width * $1.height }
      #expect(abs(area - device.points.width * device.points.height) < 1)
      for (index, one) in groups.enumerated() {
        #expect(context.bounds.contains(one, tolerance: 0.01))
        for other in groups.dropFirst(index + 1) {
          let shared = one.intersection(other)
          #expect(shared.width < 0.01 || shared.height < 0.01)
        }
      }
    }
  }

  /// A mosaic without a list of photos is an error in both rendering and planning; for an empty
  /// list, only the fill color is drawn.
  @Test func aMosaicNeedsPhotos() throws {
    let renderer = try renderer()
    let checker = try RequestChecker(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(device: "iphone8", notes: [], background: .plugin("mosaic"))
    request.template = "home"
    request.content = Content()
    let drawn = #expect(throws: RenderError.self) { try renderer.render(request) }
    let planned = #expect(throws: RenderError.self) { try checker.check(request) }
    #expect(drawn?.code == .noContent && planned?.code == .noContent)
    request.content[.photos] = []
    let scene = try renderer.compose(renderer.resolve(request)).scene
    #expect(scene.background.map(\.name) == ["fill"])
  }
}
