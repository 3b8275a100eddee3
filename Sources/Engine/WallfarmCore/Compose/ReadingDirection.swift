import Graphics
import Languages
import WallfarmPluginKit

extension RenderPlan {
  /// The direction for a plugin of a kind: that of the request, or for a background that of the text
  /// on it.
  func direction(for kind: PluginDescription.Kind) -> TextDirection {
    guard kind == .background, request.direction == .automatic, isReadFromRight else {
      return request.direction
    }
    return .rightToLeft
  }

  /// Whether most notes begin at the right; without notes, the language or most texts decide.
  private var isReadFromRight: Bool {
    if let notes = content.notes, !notes.isEmpty {
      return ReadingDirection.isFromRight(notes.map(\.text))
    }
    if let language = request.language {
      // An unknown language is reported by the layout that needs its words.
      return (try? ICUWords(language).isRightToLeft()) ?? false
    }
    return ReadingDirection.isFromRight(content.texts)
  }
}

/// The reading direction of several texts.
private enum ReadingDirection {
  /// Whether most texts with letters begin at the right; the first one decides a tie.
  static func isFromRight(_ texts: [String]) -> Bool {
    let sides = texts.filter { $0.contains(where: \.isLetter) }.map {
      BaseDirection.ofFirstStrong(in: $0) == .rightToLeft
    }
    let right = sides.count { $0 }
    return right * 2 == sides.count ? sides.first ?? false : right * 2 > sides.count
  }
}
