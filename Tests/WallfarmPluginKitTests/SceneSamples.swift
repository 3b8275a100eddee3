import WallfarmPluginKit

// The scenes behind SceneJSONTests.

extension Scene {
  /// One layer of every kind, and every kind of paint, outline and path step.
  static let everything = Scene(
    size: Size(width: 393, height: 852), background: paints + images, foreground: shapes + texts)

  /// A scene that is small enough to be read.
  static let small = Scene(
    size: Size(width: 393, height: 852),
    background: [Layer("background", .fill(.color(Color(rgb: 0x1C1C1E))))],
    foreground: [
      Layer(
        "note.1", opacity: 0.5,
        .group(
          GroupContent(
            [
              Layer(
                "note.1.text",
                .text(
                  TextContent(
                    TextBlock(
                      "Buy milk", style: TextStyle(family: "Inter", size: 20, color: .white)),
                    frame: Rect(x: 24, y: 320, width: 345, height: 24.5))))
            ],
            clip: .rounded(Rect(x: 0, y: 300, width: 393, height: 100), radius: 12))))
    ])

  private static let stops = [
    GradientStop(0, .black), GradientStop(0.25, Color(rgb: 0x102030, alpha: 7)),
    GradientStop(1, .clear),
  ]

  private static let paints = [
    Layer("color", .fill(.color(Color(rgb: 0x123456, alpha: 0x78)))),
    Layer(
      "line", opacity: 0.25,
      .fill(
        .linear(
          LinearGradient(start: Point(x: 0, y: -1.5), end: Point(x: 9, y: 1e-3), stops: stops)))),
    Layer(
      "circle",
      .fill(.radial(RadialGradient(center: Point(x: 1, y: 2), radius: 0.1, stops: stops)))),
  ]

  private static let images = ImageContent.Fit.allCases.map { fit in
    Layer(
      "image.\(fit.rawValue)",
      .image(
        ImageContent(
          file: "a \"b\"/ü.jpg", frame: frame, fit: fit, focus: UnitPoint(x: 0, y: 1), zoom: 2,
          blur: 3.5, saturation: 0, cells: fit == .cover ? 12.5 : 0)))
  }

  private static let frame = Rect(x: -4, y: 0.1, width: 300, height: 1e6)

  private static let outlines: [Shape] = [
    .rectangle(frame), .rounded(frame, radius: 12), .ellipse(frame), .path([]),
    .path([
      .move(Point(x: 0, y: 0)), .line(Point(x: 1, y: 2)),
      .curve(Point(x: 1, y: 1), Point(x: 2, y: 2), Point(x: 3, y: 3)), .close,
    ]),
  ]

  private static let shapes = outlines.enumerated().map { index, outline in
    Layer(
      "shape.\(index)",
      .shape(
        ShapeContent(
          outline, fill: index == 0 ? nil : .color(.white),
          stroke: index == 1 ? nil : Stroke(color: .black, width: 0.5, dash: [1, 2]),
          shadow: index == 2 ? nil : Shadow(color: .black, blur: 4, dx: -1, dy: 2))))
  }

  private static let texts = TextAlignment.allCases.flatMap { alignment in
    TextDirection.allCases.map { direction in
      let style = TextStyle(
        family: "Noto Sans", size: 17.25, weight: 900, italic: true, color: .white,
        letterSpacing: -0.02, lineGap: 0.1, features: "tnum=1", strikethrough: true)
      let spans = [
        TextSpan("שלום\n“1” 👩‍👩‍👧"),
        TextSpan("b", color: .clear, weight: 1, scale: 0.6, strikethrough: false),
      ]
      let block = TextBlock(
        spans: spans, style: style, alignment: alignment, direction: direction, language: "zh-TW",
        lineLimit: 3)
      let text = Layer("text", .text(TextContent(block, frame: frame, shadow: .some(shadow))))
      return Layer("group", .group(GroupContent([text, Layer("empty", .group(GroupContent([])))])))
    }
  }

  private static let shadow = Shadow(color: .black, blur: 1)
}
