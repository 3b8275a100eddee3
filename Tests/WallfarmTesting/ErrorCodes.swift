import Foundation
public import WallfarmPluginKit

extension ErrorCode {
  /// Returns the code of the error that `body` throws, or `nil` if it throws none.
  public static func thrown(by body: () throws(RenderError) -> Void) -> ErrorCode? {
    do throws(RenderError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  /// Every error code that a module declares, collected from the sources because no module imports
  /// all of them.
  public static let declared: [ErrorCode] = {
    let folder = Workspace.root + "/Sources"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix("Codes.swift") || $0.hasSuffix("ErrorCode.swift") }.sorted()
      .flatMap { file -> [ErrorCode] in
        let text = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
        return text.matches(
          of: #/static let \w+ = ErrorCode\("([^"]*)", \.(\w+)(, isFixable: true)?\)/#
        )
        .compactMap { match in
          let errorClass = ErrorClass.allCases.first { "\($0)" == match.2 }
          return errorClass.map { ErrorCode(String(match.1), $0, isFixable: match.3 != nil) }
        }
      }
  }()

  /// The exit status of each error code, as documented in `docs/errors.md`.
  public static let documentedStatuses: [String: Int32] = {
    let file = Workspace.root + "/docs/errors.md"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let rows = text.matches(of: #/\n\| `([a-z-]+)` \| (\d+) \|/#)
    return Dictionary(rows.map { (String($0.1), Int32($0.2) ?? -1) }) { $1 }
  }()
}
