import PluginMessages
import SourceJSON
import Testing
import WallfarmPluginKit

/// The JSON form of layers is a public format, because external plugins write it.
@Suite struct LayerJSONTests {
  @Test func aSmallLayerLooksAsThePublicFormatSays() throws {
    let layer = Layer(
      "note.1", opacity: 0.5,
      .group(
        GroupContent(
          [
            Layer(
              "note.1.text",
              .text(
                TextContent(
                  TextBlock("Buy milk", style: TextStyle(family: "Inter", size: 20, color: .white)),
                  frame: Rect(x: 24, y: 320, width: 345, height: 24.5))))
          ],
          clip: .rounded(Rect(x: 0, y: 300, width: 393, height: 100), radius: 12))))

    #expect(try JSONNode(parsing: written([layer])).plain.text(pretty: true) == Self.small)
    #expect(try read(Self.small) == [layer])
  }

  /// Covers every case of every enumeration, and style values for which other tests use the
  /// defaults.
  @Test func everyWordComesBackAsItWas() throws {
    let frame = Rect(x: -4, y: 0.1, width: 300, height: 1e6)
    let images = ImageContent.Fit.allCases.map {
      Layer("image", .image(ImageContent(file: "a \"b\"/ü.jpg", frame: frame, fit: $0)))
    }
    let texts = TextAlignment.allCases.flatMap { alignment in
      TextDirection.allCases.flatMap { direction in
        [nil, LineBreaking.allCases.first, LineBreaking.allCases.last].map { breaking in
          var block = TextBlock(
            spans: [TextSpan("שלום\n“1” 👩‍👩‍👧"), TextSpan("b", color: .clear, strikethrough: false)],
            style: TextStyle(family: "Noto Sans", size: 17.25, color: .black),
            alignment: alignment, direction: direction, breaking: breaking)
          block.hang = breaking == nil ? 0 : 12.5
          return Layer("text", .text(TextContent(block, frame: frame)))
        }
      }
    }
    let empty = [
      Layer("empty", .group(GroupContent([]))), Layer("path", .shape(ShapeContent(.path([])))),
    ]
    let layers = images + texts + empty

    #expect(try read(String(decoding: written(layers), as: UTF8.self)) == layers)
  }

  @Test func aLayerNeedsNoOpacity() throws {
    let layers = try read(##"[{"name": "a", "fill": "#1C1C1E"}]"##)
    #expect(layers == [Layer("a", opacity: 1, .fill(.color(Color(red: 28, green: 28, blue: 30))))])
  }

  @Test func anImageNeedsOnlyFileAndFrame() throws {
    let frame = #"{"x": 1, "y": 2, "width": 3, "height": 4}"#
    let layers = try read(#"[{"name": "a", "image": {"file": "a.jpg", "frame": \#(frame)}}]"#)

    let image = ImageContent(file: "a.jpg", frame: Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(layers.map(\.content) == [.image(image)])
  }

  @Test func aShapeNeedsNoPaintAndAGroupNoClip() throws {
    let shape = #"{"name": "b", "shape": {"shape": {"path": [{"close": true}]}}}"#
    let layers = try read(#"[{"name": "a", "group": {"layers": [\#(shape)]}}]"#)

    let inner = Layer("b", .shape(ShapeContent(.path([.close]))))
    #expect(layers.map(\.content) == [.group(GroupContent([inner]))])
  }

  @Test func aColorMayBeAName() throws {
    let layers = try read(##"[{"name": "a", "fill": "navy"}, {"name": "b", "fill": "#FFF"}]"##)
    #expect(
      layers.map(\.content) == [
        .fill(.color(Color(red: 0, green: 0, blue: 0x80))), .fill(.color(.white)),
      ])
  }

  @Test(arguments: [
    ("a layer of no kind", #"{"name": "x"}"#),
    ("a kind that does not exist", #"{"name": "x", "video": {}}"#),
    ("paint that is no color", #"{"name": "x", "fill": "bluish"}"#),
    ("a gradient of no kind", #"{"name": "x", "fill": {"conic": {}}}"#),
    ("an image without a frame", #"{"name": "x", "image": {"file": "a.jpg"}}"#),
    ("a curve of two points", curve),
    ("opacity as text", ##"{"name": "x", "opacity": "1", "fill": "#fff"}"##),
  ])
  func refusesWhatIsNoLayer(title: String, json: String) {
    #expect(throws: MessageMistake.self) { try read("[\(json)]") }
  }

  private static let curve =
    #"{"name": "x", "shape": {"shape": {"path": [{"curve": [{"x": 0, "y": 0}, {"x": 0, "y": 0}]}]}}}"#

  /// The JSON form of a group with one text, with sorted keys.
  private static let small = ##"""
    [
      {
        "group": {
          "clip": {
            "rounded": {
              "radius": 12,
              "rect": {
                "height": 100,
                "width": 393,
                "x": 0,
                "y": 300
              }
            }
          },
          "layers": [
            {
              "name": "note.1.text",
              "text": {
                "block": {
                  "alignment": "start",
                  "direction": "auto",
                  "spans": [
                    {
                      "text": "Buy milk"
                    }
                  ],
                  "style": {
                    "color": "#ffffff",
                    "family": "Inter",
                    "size": 20,
                    "weight": 400
                  }
                },
                "frame": {
                  "height": 24.5,
                  "width": 345,
                  "x": 24,
                  "y": 320
                }
              }
            }
          ]
        },
        "name": "note.1",
        "opacity": 0.5
      }
    ]
    """##
}

private func written(_ layers: [Layer]) -> [UInt8] {
  var text = JSONText()
  text.layers(layers)
  return text.bytes
}

private func read(_ json: String) throws -> [Layer] {
  try MessageReader().layers(JSONEntry(parsing: Array(json.utf8)))
}
