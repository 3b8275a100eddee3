internal import Files
internal import Requests
import SourceJSON
import WallfarmPluginKit

/// The files of an agent that runs on this machine: its photos, and a folder for pictures.
struct AgentFiles: Sendable {
  /// The output folder as an absolute path with all links resolved.
  private let folder: String

  /// - Throws: `output-failed` if the folder does not exist.
  init(folder: String) throws(RenderError) {
    guard Files.isFolder(folder) else {
      throw .outputFailed(folder, "it is not a folder", origin: .option("output"))
    }
    self.folder = Files.canonical(folder)
  }

  /// Returns the path of an output file, which must be inside the output folder.
  ///
  /// - Throws: `path-outside`, `output-pattern`.
  func path(of output: String) throws(RenderError) -> String {
    let rules = OutputRules(folder: folder, allowsOutside: false, noun: "the output folder")
    do throws(RenderError) {
      return OutputRules.path(of: try rules.name(for: output), in: folder)
    } catch {
      var error = error
      if error.code == .pathOutside { error.hint = "name a file inside the output folder" }
      throw error
    }
  }

  /// Writes a file, replacing any existing file and creating missing folders.
  ///
  /// - Throws: `output-failed`.
  func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    try WholeFile.write([bytes], to: path)
  }

  /// Stores the photo if the request names a file, and returns the request with the name of the
  /// stored photo.
  ///
  /// - Throws: `file-unreadable`, `file-too-large`, and errors from `keep`.
  func withStoredPhoto(
    _ root: JSONNode, mostBytes: Int, keep: ([UInt8]) throws(RenderError) -> String
  ) throws(RenderError) -> JSONNode {
    guard var members = root.members, let index = members.firstIndex(where: { $0.key == "photo" }),
      let path = members[index].value.string, !path.hasPrefix("sha256-"), !path.contains("://")
    else { return root }
    let (member, place) = (members[index], members[index].value.place)
    let name: String
    do throws(RenderError) {
      name = try keep(try Files.read(path, limit: mostBytes))
    } catch {
      throw error.at(place.origin(in: RenderPlanner.body))
    }
    members[index] = JSONMember(
      key: member.key, keyPlace: member.keyPlace,
      value: JSONNode(content: .string(name), place: place))
    return JSONNode(content: .object(members), place: root.place)
  }
}
