import Designs
import Files
import WallfarmCore
import WallfarmPluginKit

// The rows of the FileCheckerTests table that contain more than one mistake.

extension BrokenFile {
  static let several = [
    BrokenFile(
      "three mistakes",
      theme: """
        {
          "format": 1, "summary": "A test.", "background": {"plugin": "solid-colr"},
          "colors": {"text": "bluish", "rule": "none"},
          "sizes": {"largest": "40pt"}
        }
        """,
      Problem(.unknownPlugin, "2:63", "'solid-colr'"),
      Problem(.invalidValue, "3:22", "'colors.text'", #""bluish""#),
      Problem(.invalidValue, "4:24", "'sizes.largest'", #""40pt""#, "10 to 120")),
    BrokenFile(
      "three mistakes, one of them a missing summary",
      theme: """
        {
          "format": 1, "background": {"plugin": "solid-colr"},
          "colors": {"txt": "red"}
        }
        """,
      Problem(.invalidValue, "1:1", "'summary'"),
      Problem(.unknownPlugin, "2:41", "'solid-colr'"),
      Problem(.unknownToken, "3:14", "'colors.txt'")),
    BrokenFile(
      "mistakes in every part of a template",
      template: """
        {
          "format": 1, "sumary": "A test.", "summary": 5, "theme": "midnight",
          "background": {"plugin": "gradient", "parameters": {"angle": 400}},
          "layouts": [
            {"plugin": "banner", "parameters": {"gap": -1, "colour": "red"}},
            {"plugin": "photo"}
          ]
        }
        """,
      Problem(.unknownKey, "2:16", "'sumary'"),
      Problem(.invalidValue, "2:48", "'summary'", "5"),
      Problem(.invalidParameter, "3:64", "'angle'", "400", "0 to 360"),
      Problem(.invalidParameter, "5:48", "'gap'", "-1", "0 to 2"),
      Problem(.unknownParameter, "5:52", "'colour'", "'banner'"),
      Problem(.unknownPlugin, "6:16", "'photo' is a background")),
  ]
}
