import Designs
import Files
import WallfarmCore
import WallfarmPluginKit

// The rows of the table of FileCheckerTests that have more than one mistake.

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
      Problem(.unknownPlugin, "2:63", "no background plugin is named 'solid-colr'"),
      Problem(
        .invalidValue, "3:22",
        #"'colors.text' cannot be "bluish": expected a colour such as #1c1c1e or 'navy'"#),
      Problem(
        .invalidValue, "4:24",
        #"'sizes.largest' cannot be "40pt": expected a number from 10 to 120 (pt at 430 pt width)"#
      )),
    BrokenFile(
      "three mistakes, one of them a missing summary",
      theme: """
        {
          "format": 1, "background": {"plugin": "solid-colr"},
          "colors": {"txt": "red"}
        }
        """,
      Problem(.invalidValue, "1:1", "a theme needs the key 'summary'"),
      Problem(.unknownPlugin, "2:41", "no background plugin is named 'solid-colr'"),
      Problem(.unknownToken, "3:14", "themes have no token 'colors.txt'")),
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
      Problem(.unknownKey, "2:16", "a template has no key 'sumary'"),
      Problem(.invalidValue, "2:48", "'summary' cannot be 5: expected text"),
      Problem(
        .invalidParameter, "3:64", "'angle' cannot be 400: expected a number from 0 to 360 (°)"),
      Problem(
        .invalidParameter, "5:48", "'gap' cannot be -1: expected a number from 0 to 2 (em)"),
      Problem(.unknownParameter, "5:52", "'colour' is not a parameter of 'banner'"),
      Problem(.unknownPlugin, "6:16", "'photo' is a background plugin, not a layout")),
  ]
}
