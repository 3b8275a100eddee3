import Graphics
import Languages
import WallfarmPluginKit

extension RenderPlan {
  /// Returns the text direction that a plugin receives.
  ///
  /// A plugin receives the direction of the request, with one exception: if that direction is
  /// automatic and the text is written from right to left, a background receives `rightToLeft`.
  func direction(for kind: PluginDescription.Kind) -> TextDirection {
    guard kind == .background, request.direction == .automatic, isReadFromRight else {
      return request.direction
    }
    return .rightToLeft
  }

  /// Whether most notes are written from right to left.
  ///
  /// Without notes, the language of the request determines the result. Without a language, the
  /// majority of the strings in the content does.
  private var isReadFromRight: Bool {
    if let notes = content.notes, !notes.isEmpty {
      return ReadingDirection.isFromRight(notes.map(\.text))
    }
    if request.language != nil { return request.isLanguageReadFromRight }
    return ReadingDirection.isFromRight(content.texts)
  }
}

extension RenderRequest {
  /// Whether the device's system probably uses a right-to-left layout, based on the request's
  /// direction or language.
  var isSystemReadFromRight: Bool {
    direction == .automatic ? isLanguageReadFromRight : direction == .rightToLeft
  }

  /// Whether the language is written from right to left; `false` if the request names no language.
  fileprivate var isLanguageReadFromRight: Bool {
    guard let language else { return false }
    // An unknown language is not an error here; a layout that needs words in this language reports
    // it.
    return (try? ICUWords(language).isRightToLeft()) ?? false
  }
}

/// The reading direction of several strings.
private enum ReadingDirection {
  /// Whether most strings that contain letters are written from right to left; in a tie, the first
  /// string determines the direction.
  static func isFromRight(_ texts: [String]) -> Bool {
    let sides = texts.filter { $0.contains(where: \.isLetter) }.map {
      BaseDirection.ofFirstStrong(in: $0) == .rightToLeft
    }
    let right = sides.count { $0 }
    return right * 2 == sides.count ? sides.first ?? false : right * 2 > sides.count
  }
}
