/// A kind of new theme: a complete design that an author can change.
public enum ThemeStarter: String, Sendable, Hashable, CaseIterable {
  /// A gradient with a glow; the shortest file.
  case plain
  /// A printed page with a serif, fine lines and a quiet accent.
  case editorial
  /// One strong color field with heavy, large type.
  case bold
  /// A gentle gradient with a rounded family on a card.
  case soft

  /// The content of the theme file.
  var text: String {
    switch self {
    case .plain: Self.plainText
    case .editorial: Self.editorialText
    case .bold: Self.boldText
    case .soft: Self.softText
    }
  }
}

extension ThemeStarter {
  private static let plainText = """
    {
      "$schema": "./theme.schema.json",
      "format": 1,
      "summary": "Describe the theme in one line.",

      // Your colors, with names of your choice. The values below refer to them.
      "palette": {
        "night": "#14213d",
        "sand": "#f4ecd8",
        "lamp": "#fdb43c",
      },
      "background": {
        "plugin": "gradient",
        "parameters": {
          "colors": ["darken($palette.night, 6%)", "$palette.night 55%", "lighten($palette.night, 8%)"],
          "glow": "alpha($palette.lamp, 22%)",
          "glow-x": 0.9,
          "glow-y": 1.0,
          "glow-radius": 0.45,
        },
      },
      "colors": { "text": "$palette.sand", "number": "$palette.lamp" },
      "fonts": { "text": "Manrope", "weight": 700, "numberWeight": 600 },
      "sizes": { "largest": 42 },
      "spacing": { "note": 0.55 },
      "style": { "number": "plain" },

      // A variant: the same design with other colors.
      "variants": {
        "light": { "palette": { "night": "#efe6d2", "sand": "#1b263b", "lamp": "#a34700" } },
      },

      // Values that differ on some devices.
      "overrides": [{ "when": { "kind": "ipad" }, "sizes": { "largest": 46 } }],
    }

    """

  private static let editorialText = """
    {
      "$schema": "./theme.schema.json",
      "format": 1,
      "summary": "A printed page: a bookish serif in a fine frame, and one quiet green.",
      "credits": ["Vollkorn by Friedrich Althausen"],

      // Your colors, with names of your choice. The values below refer to them.
      "palette": {
        "page": "#f5f3ec", "ink": "#1b1d1a", "sage": "#37573f", "line": "#85847a",
        "fiber": "#6b5f460c",
      },

      // A page with the fibers of paper; for a plain page, use "solid-color" with a "color".
      "background": {
        "plugin": "pattern",
        "parameters": {
          "colors": ["lighten($palette.page, 1%)", "darken($palette.page, 2%)"],
          "motif": "paper",
          "ink": "$palette.fiber",
        },
      },
      "colors": {
        "text": "$palette.ink",
        // On a photo where the text color is illegible, this color replaces it.
        "textAlternate": "$palette.page",
        "number": "$palette.sage",
        // The lines between notes, and the frame around them; "none" removes them.
        "rule": "alpha($palette.line, 50%)",
        "cardLine": "alpha($palette.line, 90%)",
      },

      // EB Garamond and Noto Serif are also serifs; 'wallfarm font list' shows all families.
      "fonts": { "text": "Vollkorn", "weight": 500, "numberWeight": 400 },
      "sizes": { "largest": 40, "smallest": 17, "crowded": 13 },
      "spacing": { "side": 30, "line": -0.1, "note": 0.6 },
      // A larger radius rounds the corners of the frame.
      "style": { "number": "plain", "cardRadius": 0 },

      // The aids that wallfarm can use on a photo, least visible first.
      "legibility": { "contrast": 4.5, "aids": ["color", "gradient", "shadow", "card"] },

      // A variant: the same design with other colors.
      "variants": {
        "dark": {
          "palette": {
            "page": "#171916", "ink": "#ecebe2", "sage": "#a9c3ae", "fiber": "#ffffff08",
          },
        },
      },

      // Values that differ on some devices.
      "overrides": [
        { "when": { "kind": "ipad" }, "sizes": { "largest": 46 }, "spacing": { "side": 60 } },
      ],
    }

    """

  private static let boldText = """
    {
      "$schema": "./theme.schema.json",
      "format": 1,
      "summary": "Heavy letters on a field of cobalt, cut by a giant disc; the light look is lime.",
      "credits": ["Inter by Rasmus Andersson"],

      // Your colors, with names of your choice. The values below refer to them.
      "palette": {
        "field": "#2436e8", "letter": "#ffffff", "spark": "#dcf74f", "shade": "#0b0f3a",
      },

      // A giant disc in a darker tone; for a plain field, use "solid-color" with a "color".
      "background": {
        "plugin": "gradient",
        "parameters": {
          "kind": "radial",
          // Two colors at almost the same position make a sharp edge.
          "colors": [
            "darken($palette.field, 5%)", "darken($palette.field, 5%) 99.8%", "$palette.field",
          ],
          "center-x": 1,
          "center-y": 0.1,
          "radius": 0.43,
        },
      },
      "colors": {
        "text": "$palette.letter",
        // On a photo where the text color is illegible, this color replaces it.
        "textAlternate": "$palette.shade",
        // The color of numbers, of the main element in other templates, and of overdue days.
        "number": "$palette.spark",
        "late": "$palette.spark",
      },

      // 900 is the heaviest weight; a negative letter spacing suits large type.
      "fonts": { "text": "Inter Display", "weight": 900, "letterSpacing": -0.022 },
      "sizes": { "largest": 84, "smallest": 22, "crowded": 15 },
      "spacing": { "side": 20, "line": -0.04, "note": 0.38 },
      "style": { "number": "plain" },

      // The aids that wallfarm can use on a photo, least visible first.
      "legibility": { "contrast": 4.5, "aids": ["color", "gradient", "shadow", "card"] },

      // A variant: the same design with other colors. The field and the numbers swap their colors.
      "variants": {
        "light": {
          "palette": {
            "field": "#dcf74f", "letter": "#0b0f3a", "spark": "#2436e8", "shade": "#ffffff",
          },
        },
      },

      // Values that differ on some devices.
      "overrides": [
        { "when": { "kind": "ipad" }, "sizes": { "largest": 96 }, "spacing": { "side": 44 } },
      ],
    }

    """

  private static let softText = """
    {
      "$schema": "./theme.schema.json",
      "format": 1,
      "summary": "Round letters on a translucent pane, over lilac that turns to mint.",
      "credits": ["Quicksand by Andrew Paglinawan"],

      // Your colors, with names of your choice. The values below refer to them.
      "palette": {
        "lilac": "#d9d2f6", "mint": "#cdeee6", "peach": "#ffe6d6", "pane": "#ffffff99",
        "ink": "#2c2450", "violet": "#5a3fa0", "shade": "#fbf9ff",
      },

      // Similar colors make a gentle gradient; the glow is a soft light over it.
      "background": {
        "plugin": "gradient",
        "parameters": {
          "colors": [
            "$palette.lilac", "mix($palette.lilac, $palette.mint, 50%) 55%", "$palette.mint",
          ],
          "angle": 155,
          "glow": "$palette.peach",
          "glow-x": 0.1,
          "glow-y": 0.75,
          "glow-radius": 0.45,
        },
      },
      "colors": {
        "text": "$palette.ink",
        // On a photo where the text color is illegible, this color replaces it.
        "textAlternate": "$palette.shade",
        "number": "$palette.violet",
        // The pane behind the text, and its edge; "none" removes them.
        "card": "$palette.pane",
        "cardLine": "alpha($palette.shade, 22%)",
      },
      "fonts": { "text": "Quicksand", "weight": 700 },
      // Quicksand has Latin letters only; Manrope is the roundest of the other families.
      "scripts": { "greek": "Manrope", "cyrillic": "Manrope" },
      "sizes": { "largest": 36, "smallest": 17, "crowded": 13 },
      // The gap between notes is large: 0.8 of the type size.
      "spacing": { "side": 32, "line": 0.12, "note": 0.8 },
      "style": { "number": "plain", "cardRadius": 32 },

      // The aids that wallfarm can use on a photo, least visible first.
      "legibility": { "contrast": 4.5, "aids": ["color", "gradient", "shadow", "card"] },

      // A variant: the same design with other colors.
      "variants": {
        "dark": {
          "palette": {
            "lilac": "#241d49", "mint": "#0f353b", "peach": "#8a4865a6", "pane": "#3b3263a6",
            "ink": "#f4f0ff", "violet": "#d3c5ff", "shade": "#17122f",
          },
        },
      },

      // Values that differ on some devices.
      "overrides": [
        { "when": { "kind": "ipad" }, "sizes": { "largest": 44 }, "spacing": { "side": 60 } },
      ],
    }

    """
}
