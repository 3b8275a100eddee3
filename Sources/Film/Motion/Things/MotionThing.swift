package import SourceJSON
package import WallfarmPluginKit

/// Content that a shot shows in addition to its picture.
package struct MotionThing: Sendable {
  /// The type of content.
  package enum Kind: Sendable {
    case text(Text)
    case card(Card)
    case phone(Phone)
    case dialog(Dialog)
    case tap(Color)
    case shape(ShapeOfThing)
    case confetti(Confetti)
  }

  package let name: String
  package let kind: Kind
  /// The center, as fractions of the canvas or, if there is a parent, of the parent's frame.
  package var place = UnitPoint(x: 0.5, y: 0.5)
  /// The width, as a fraction of the parent's width or, if there is no parent, of ``Stage/width``.
  ///
  /// ``Stage/width`` is the width of a phone, even on a wide canvas.
  package var width = 0.8
  /// The name of the thing above this thing in a column; if set, only the x coordinate of `place`
  /// is used.
  package var below: String?
  /// The name of the parent thing, with which this thing moves.
  package var with: String?
  /// A dialog button on which this thing is placed; buttons are numbered from 1.
  package var on: (dialog: String, button: Int)?
  package let origin: Origin

  /// Text without a background.
  package struct Text: Sendable {
    package var words: MotionText
    /// The font size in points on a screen 430 points wide; reduced if the text does not fit.
    package var size = 34.0
    package var weight = 700
    package var color = Color.white
    package var alignment = TextAlignment.center
    /// Maximum number of lines.
    package var lines = 4
  }

  /// Text on a card.
  package struct Card: Sendable {
    package var words: MotionText
    /// The text of a round badge at the leading edge of the card, or nil if there is no badge.
    package var badge: MotionText?
    package var size = 20.0
    package var weight = 600
    package var color = Color(red: 20, green: 22, blue: 30)
    package var fill = Color.white
    package var accent = Color(red: 10, green: 100, blue: 220)
  }

  /// A phone mockup with a picture on its lock screen.
  package struct Phone: Sendable {
    package var picture: JSONNode
  }

  /// A generic system dialog.
  package struct Dialog: Sendable {
    package var title: MotionText
    package var words: MotionText?
    package var buttons: [MotionText]
  }

  /// A solid shape.
  package struct ShapeOfThing: Sendable {
    package enum Outline: String, Sendable, CaseIterable { case rectangle, rounded, circle }
    package var outline = Outline.rounded
    package var fill = Color.white
    /// The height divided by the width.
    package var ratio = 1.0
  }

  /// Confetti thrown upward from the position of the thing.
  package struct Confetti: Sendable {
    package var count = 120
    package var seed = 1
    /// Start time in seconds from the beginning of the shot.
    package var start = 0.0
    /// Duration in seconds until the last piece disappears.
    package var seconds = 3.0
    package var colors = Confetti.standardColors

    package init(
      count: Int = 120, seed: Int = 1, start: Double = 0.0, seconds: Double = 3.0,
      colors: [Color] = Confetti.standardColors
    ) {
      self.count = count
      self.seed = seed
      self.start = start
      self.seconds = seconds
      self.colors = colors
    }

    package static let standardColors = [
      Color(red: 255, green: 190, blue: 11), Color(red: 251, green: 86, blue: 7),
      Color(red: 255, green: 0, blue: 110), Color(red: 131, green: 56, blue: 236),
      Color(red: 58, green: 134, blue: 255), Color(red: 6, green: 214, blue: 160),
    ]
  }
}
