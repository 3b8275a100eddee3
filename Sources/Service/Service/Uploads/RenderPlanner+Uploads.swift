internal import Designs
internal import Digests
internal import Files
import RenderPool
internal import Requests
import SourceJSON
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

// Checks of fonts and themes when they are uploaded.

extension RenderPlanner {
  /// Maximum size of a font file in bytes.
  static let mostFontBytes = FontStore.mostFileBytes

  /// Checks a font without a C library, and returns the names of its families.
  ///
  /// - Throws: `font-format`, `font-unreadable`, `font-restricted`, `font-name-taken`.
  func families(ofFont bytes: [UInt8]) throws(RenderError) -> [String] {
    let result = fonts.withLock { fonts in
      Result { () throws(RenderError) in
        try fonts.families(of: bytes, file: UploadKind.font.rawValue)
      }
    }
    return try result.get()
  }

  /// Checks a theme with the uploads that it names, in each of its looks.
  ///
  /// - Parameters:
  ///   - bytes: The theme file.
  ///   - client: The client.
  /// - Returns: The digests of the uploads that the theme names, or all errors.
  func check(theme bytes: [UInt8], of client: String) -> Result<Set<String>, Mistakes> {
    var used = UsedUploads(uploads, of: client)
    do throws(RenderError) {
      let node = try JSONFile.parse(bytes, file: UploadKind.theme.rawValue)
      let input = try HeldInput(bytes)
      let path = input.name + ".json"
      used.addParts(of: node, file: UploadKind.theme.rawValue, of: client)
      let inputs = used.inputs.merging([path: input]) { $1 }
      let (theme, problems) = try reading(inputs) { () throws(RenderError) in
        library.theme(
          of: node, digest: input.digest, file: Files.join(RenderPlanner.nowhere.folder, path),
          in: RenderPlanner.nowhere)
      }
      // A missing upload is reported once, and not again as an unreadable file.
      let places = Set(used.problems.map(\.origin))
      var mistakes =
        used.problems
        + problems.map { $0.inTheme(path) }.filter { !places.contains($0.origin) }
      if let theme, mistakes.isEmpty {
        let looks = ThemeVariant.allCases.filter { theme.variants[$0] != nil }.map(\.rawValue)
        for look in [nil] + looks {
          mistakes += self.mistakes(ofTheme: path, look: look, with: inputs)
            .filter { !mistakes.contains($0) }
        }
      }
      return mistakes.isEmpty
        ? .success(node.plain.uploadDigestsInside) : .failure(Mistakes(all: mistakes))
    } catch {
      return .failure(Mistakes(all: [error]))
    }
  }

  /// Returns the errors of a picture in a look of a theme.
  private func mistakes(
    ofTheme path: String, look: String?, with inputs: [String: HeldInput]
  ) -> [RenderError] {
    var members: [String: JSONValue] = [
      "devices": "iphone15", "notes": ["Buy milk"], "theme": .string(path),
    ]
    members["variant"] = look.map(JSONValue.string)
    let read = RequestFile.read(
      JSONNode(.object(members)), named: UploadKind.theme.rawValue, files: RenderPlanner.nowhere,
      makesFixes: false)
    switch read {
    case .failure(let mistakes): return mistakes.all
    case .success(let file):
      do throws(RenderError) {
        for request in file.requests { _ = try check(request, with: inputs) }
        return []
      } catch {
        return [error.inTheme(path)]
      }
    }
  }
}

extension RenderError {
  /// The error with the uploaded theme as the file of its position.
  fileprivate func inTheme(_ path: String) -> RenderError {
    guard case .file(let file, let line, let column) = origin, Files.name(of: file) == path
    else { return self }
    var error = self
    error.origin = .file(UploadKind.theme.rawValue, line: line, column: column)
    return error
  }
}
