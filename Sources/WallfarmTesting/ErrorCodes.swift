import Foundation
public import WallfarmPluginKit

extension ErrorCode {
  /// Every code that a module declares, found in the sources: no module knows all of them.
  public static let declared: [ErrorCode] = {
    let folder = Workspace.root + "/Sources"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix("Codes.swift") || $0.hasSuffix("ErrorCode.swift") }.sorted()
      .flatMap { file -> [ErrorCode] in
        let text = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
        return text.matches(of: #/static let \w+ = ErrorCode\("([^"]*)"\)/#)
          .compactMap { ErrorCode(rawValue: String($0.1)) }
      }
  }()
}
