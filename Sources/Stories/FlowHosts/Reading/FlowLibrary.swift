internal import Diagnostics
internal import Digests
internal import Files
package import Flows
internal import SourceJSON
package import WallfarmPluginKit

/// A flow with its texts in all languages.
package struct Story: Sendable {
  package let flow: Flow
  package let texts: [FlowTexts]
  package let folder: String
  /// The names of all variants except the first, which has no name.
  package let variants: [String]

  /// Returns the texts in a language, or in its base language (`pt` for `pt-BR`), or in the first
  /// language.
  package func texts(in language: String?) -> FlowTexts {
    let wanted = language ?? ""
    let main = wanted.split(separator: "-").first.map(String.init) ?? wanted
    return texts.first { $0.language == wanted } ?? texts.first { $0.language == main } ?? texts[0]
  }
}

/// Finds bundled flows by name, and other flows by the path of their folder.
package struct FlowLibrary: Sendable {
  private let folder: String

  /// Creates a library of the flows in the subfolders of a folder.
  package init(folder: String) { self.folder = folder }

  /// The names of the bundled flows, sorted.
  package var names: [String] {
    Files.names(in: folder).filter { Files.exists("\(folder)/\($0)/flow.json") }.sorted()
  }

  /// Loads a linked flow from the folder next to the linking flow, or from the bundled flows.
  ///
  /// - Throws: `unknown-flow`, or the first error in its files.
  package func linked(_ name: String, from story: Story) throws(RenderError) -> Story {
    let file = story.folder + "/flow.json"
    return try self.story(folder(of: name, linkedFrom: story) ?? name, origin: .file(file))
  }

  /// The folder of a linked flow; nil if it does not exist.
  func folder(of name: String, linkedFrom story: Story) -> String? {
    [Files.folder(of: story.folder), folder].map { "\($0)/\(name)" }
      .first { Files.exists($0 + "/flow.json") }
  }

  /// The argument that selects a flow on the command line: its name if it is bundled, otherwise its
  /// path.
  package func word(for story: Story) -> String {
    story.folder == "\(folder)/\(story.flow.name)" ? story.flow.name : story.folder
  }

  /// The maximum size in bytes of a flow file and of each of its text files.
  private static let mostBytes = 1 << 20

  /// Loads a flow by name, or by the path of its folder or file.
  ///
  /// - Parameters:
  ///   - name: the name of the flow; treated as a path if it contains a slash or ends in `.json`.
  ///   - variant: the name of a variant; nil for the first.
  ///   - origin: the place where the name was given, for error messages.
  /// - Returns: the flow with its texts.
  /// - Throws: `unknown-flow`, or the first error in its files.
  package func story(
    _ name: String, variant: String? = nil, origin: Origin = .argument("name")
  ) throws(RenderError) -> Story {
    let (story, problems) = try read(name, variant: variant, origin: origin)
    if let problem = problems.first { throw problem }
    guard let story else { preconditionFailure("the reader returned neither a flow nor an error") }
    return story
  }

  /// Loads a flow and returns all errors in its files, without exploring the flow's states.
  ///
  /// - Throws: `unknown-flow`, `file-unreadable`, `invalid-json`.
  package func read(
    _ name: String, variant: String? = nil, origin: Origin = .argument("name")
  ) throws(RenderError) -> (story: Story?, problems: [RenderError]) {
    let folder = try self.folder(of: name, origin: origin)
    let file = folder + "/flow.json"
    let (node, digest) = try JSONFile.readWithDigest(file, limit: Self.mostBytes, isDesign: true)
    var reader = FlowReader(file: file)
    let own = Files.name(of: Files.resolved(folder) ?? folder)
    let (flow, problems) = reader.read(node, name: own, digest: digest, variant: variant)
    guard let flow else { return (nil, problems) }
    var found: [RenderError] = problems
    var texts: [FlowTexts] = []
    for language in flow.languages {
      let file = "\(folder)/texts-\(language).json"
      do throws(RenderError) {
        var reader = TextsReader(file: file, language: language)
        let (read, mistakes) = reader.read(try JSONFile.read(file, isDesign: true))
        texts.append(read)
        found += mistakes
      } catch {
        found.append(error)
      }
    }
    guard texts.count == flow.languages.count else { return (nil, found) }
    let variants = node["variants"]?.members?.map(\.key) ?? []
    return (Story(flow: flow, texts: texts, folder: folder, variants: variants), found)
  }

  private func folder(of name: String, origin: Origin) throws(RenderError) -> String {
    if name.contains("/") || name.hasSuffix(".json") {
      let path = name.hasSuffix("/flow.json") ? Files.folder(of: name) : name
      guard Files.exists(path + "/flow.json") else {
        throw RenderError(
          .unknownFlow, "'\(path)/flow.json' does not exist", origin: origin,
          hint: "use a folder that contains flow.json and text files")
      }
      return path
    }
    let path = "\(folder)/\(name)"
    guard FlowReader.isName(name), Files.exists(path + "/flow.json") else {
      let near = closestSpelling(to: name, among: names)
      let beside = Files.exists("./\(name)/flow.json")
      throw RenderError(
        .unknownFlow, "no flow is named '\(name)'", origin: origin,
        hint: near.map { "did you mean '\($0)'?" }
          ?? (beside ? "for a path, write './\(name)'" : "'wallfarm flow list' lists the flows"))
    }
    return path
  }
}

/// Reads the texts of a flow in one language.
private struct TextsReader {
  private var reader: FileReader
  private let language: String

  init(file: String, language: String) {
    reader = FileReader(file: file)
    self.language = language
  }

  mutating func read(_ node: JSONNode) -> (FlowTexts, [RenderError]) {
    var texts: [String: String] = [:]
    for member in reader.members(node, "texts", most: 2000) {
      guard let text = member.value.string, !text.isEmpty, text.count <= 2000 else {
        reader.report(
          reader.wrong(member.value, "'\(member.key)'", "text of at most 2000 characters"))
        continue
      }
      texts[member.key] = text
    }
    return (FlowTexts(language: language, texts: texts), reader.problems)
  }
}
