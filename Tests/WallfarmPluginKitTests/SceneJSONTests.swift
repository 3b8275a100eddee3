import Foundation
import SourceJSON
import Testing
import WallfarmPluginKit

/// The JSON of a scene is a public format: other programs read and write it.
@Suite struct SceneJSONTests {
  @Test func everyKindOfLayerComesBackAsItWas() throws {
    let json = try JSONEncoder().encode(Scene.everything)
    #expect(try JSONDecoder().decode(Scene.self, from: json) == Scene.everything)
  }

  @Test func aSmallSceneLooksAsThePublicFormatSays() throws {
    let json = try JSONEncoder().encode(Scene.small)
    let text = try JSONNode(parsing: Array(json)).plain.text(pretty: true)

    #expect(text == SceneText.small)
    #expect(try decode(Scene.self, SceneText.small) == Scene.small)
  }

  @Test func aLayerNeedsNeitherNameNorOpacity() throws {
    let layer = try decode(Layer.self, ##"{"fill": "#1C1C1E"}"##)
    #expect(layer == Layer("", opacity: 1, .fill(.color(Color(rgb: 0x1C1C1E)))))
  }

  @Test func anImageNeedsOnlyFileAndFrame() throws {
    let layer = try decode(
      Layer.self,
      #"{"image": {"file": "a.jpg", "frame": {"x": 1, "y": 2, "width": 3, "height": 4}}}"#)

    let frame = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.content == .image(ImageContent(file: "a.jpg", frame: frame)))
  }

  @Test func aShapeNeedsNoPaintAndAGroupNoClip() throws {
    let layer = try decode(
      Layer.self, #"{"group": {"layers": [{"shape": {"shape": {"path": [{"close": true}]}}}]}}"#)

    let shape = Layer("", .shape(ShapeContent(.path([.close]))))
    #expect(layer.content == .group(GroupContent([shape])))
  }

  @Test func aColorMayBeANameInJSON() throws {
    #expect(try decode([Color].self, ##"["navy", "#FFF"]"##) == [Color(rgb: 0x000080), .white])
  }

  @Test(arguments: [
    ("a layer of no kind", #"{"name": "x"}"#),
    ("a kind that does not exist", #"{"name": "x", "video": {}}"#),
    ("paint that is no color", #"{"fill": "bluish"}"#),
    ("a gradient of no kind", #"{"fill": {"conic": {}}}"#),
    ("an image without a frame", #"{"image": {"file": "a.jpg"}}"#),
    ("a curve of two points", curve),
    ("opacity as text", ##"{"opacity": "1", "fill": "#fff"}"##),
  ])
  func refusesWhatIsNoLayer(title: String, json: String) {
    #expect(throws: DecodingError.self) { try decode(Layer.self, json) }
  }

  private static let curve =
    #"{"shape": {"shape": {"path": [{"curve": [{"x": 0, "y": 0}, {"x": 0, "y": 0}]}]}}}"#
}

private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

private enum SceneText {
  /// ``Scene/small``, with sorted keys.
  static let small = ##"""
    {
      "background": [
        {
          "fill": "#1c1c1e",
          "name": "background"
        }
      ],
      "foreground": [
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
                      "features": "",
                      "italic": false,
                      "letterSpacing": 0,
                      "lineGap": 0,
                      "size": 20,
                      "strikethrough": false,
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
      ],
      "format": 1,
      "size": {
        "height": 852,
        "width": 393
      }
    }
    """##
}
