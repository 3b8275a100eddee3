import Graphics
import Languages
import WallfarmPluginKit

extension RenderPlan {
  /// The direction for a plugin: a layout gets the direction of the request, and a background the
  /// direction of the text.
  func direction(for kind: PluginDescription.Kind) -> TextDirection {
    guard kind == .background, request.direction == .automatic, isReadFromRight else {
      return request.direction
    }
    return .rightToLeft
  }

  /// Whether most notes begin on the right.
  ///
  /// Without notes, the language determines the direction; without a language, the majority of
  /// strings does.
  private var isReadFromRight: Bool {
    if let notes = content.notes, !notes.isEmpty {
      return ReadingDirection.isFromRight(notes.map(\.text))
    }
    if request.language != nil { return request.isLanguageReadFromRight }
    return ReadingDirection.isFromRight(content.texts)
  }
}

extension RenderRequest {
  /// Whether the device's system probably reads from the right, based on its direction or language.
  var isSystemReadFromRight: Bool {
    direction == .automatic ? isLanguageReadFromRight : direction == .rightToLeft
  }

  /// Whether the language is read from the right; false if the request names no language.
  fileprivate var isLanguageReadFromRight: Bool {
    guard let language else { return false }
    // An unknown language is reported by a layout that needs words in this language.
    return (try? ICUWords(language).isRightToLeft()) ?? false
  }
}

/// The reading direction of several strings.
private enum ReadingDirection {
  /// Whether most strings that contain letters begin on the right; in a tie, the first string
  /// determines the direction.
  static func isFromRight(_ texts: [String]) -> Bool {
    let sides = texts.filter { $0.contains(where: \.isLetter) }.map {
      BaseDirection.ofFirstStrong(in: $0) == .rightToLeft
    }
    let right = sides.count { $0 }
    return right * 2 == sides.count ? sides.first ?? false : right * 2 > sides.count
  }
}
