package import SourceJSON
package import WallfarmPluginKit

/// Something that a shot shows besides its picture.
package struct MotionThing: Sendable {
  /// What it is.
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
  /// Where its middle is, in shares of the canvas.
  package var place = UnitPoint(x: 0.5, y: 0.5)
  /// Its width as a share of the stage: of the canvas, or of as much of a wide one as a phone would have.
  package var width = 0.8
  /// A thing that it moves with.
  package var with: String?
  /// A button of a dialog that it stands on, from 1.
  package var on: (dialog: String, button: Int)?
  package let origin: Origin

  /// Words alone.
  package struct Text: Sendable {
    package var words: MotionWords
    /// In points of a screen 430 wide; smaller where that does not fit.
    package var size = 34.0
    package var weight = 700
    package var color = Color.white
    package var alignment = TextAlignment.center
    /// Most lines.
    package var lines = 4
  }

  /// Words on a card.
  package struct Card: Sendable {
    package var words: MotionWords
    /// What stands before them in a disc, or nothing.
    package var badge: MotionWords?
    package var size = 20.0
    package var weight = 600
    package var color = Color(red: 20, green: 22, blue: 30)
    package var fill = Color.white
    package var accent = Color(red: 10, green: 100, blue: 220)
  }

  /// A drawn phone, with a picture on its lock screen.
  package struct Phone: Sendable {
    package var picture: JSONNode
  }

  /// A question of the system, as it might look.
  package struct Dialog: Sendable {
    package var title: MotionWords
    package var words: MotionWords?
    package var buttons: [MotionWords]
  }

  /// A plain shape.
  package struct ShapeOfThing: Sendable {
    package enum Outline: String, Sendable, CaseIterable { case rectangle, rounded, circle }
    package var outline = Outline.rounded
    package var fill = Color.white
    /// Height as a share of its width.
    package var ratio = 1.0
  }

  /// Pieces of paper, thrown up from where the thing is.
  package struct Confetti: Sendable {
    package var count = 120
    package var seed = 1
    /// Seconds from the beginning of the shot.
    package var start = 0.0
    /// Seconds until the last is gone.
    package var seconds = 3.0
    package var colors = Confetti.standardColors

    package static let standardColors = [
      Color(red: 255, green: 190, blue: 11), Color(red: 251, green: 86, blue: 7),
      Color(red: 255, green: 0, blue: 110), Color(red: 131, green: 56, blue: 236),
      Color(red: 58, green: 134, blue: 255), Color(red: 6, green: 214, blue: 160),
    ]
  }
}
