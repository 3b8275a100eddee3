internal import Files
internal import Synchronization
import WallfarmPluginKit

/// The device files of several folders, which are read when a device is looked up.
final class DeviceFolders: Sendable {
  /// A folder with device files.
  struct Folder: Sendable {
    let path: String
    /// Whether the folder is outside the installation, as for a user's own devices.
    let isOwn: Bool
  }

  private struct State {
    var files: [DeviceFile]?
    var known: [String: Device] = [:]
    var all: (devices: [Device], problems: [RenderError])?
    /// The errors of the files that could not be read.
    var unreadable: [RenderError] = []
  }

  /// The folders, in order; a device replaces any device with the same id from an earlier folder.
  let folders: [Folder]
  private let state = Mutex(State())

  init(folders: [Folder]) { self.folders = folders }

  /// The device with an id such as `iphone15` or `galaxyzfold6:cover`; `nil` if there is none.
  func device(_ id: String) -> Device? {
    state.withLock { state in
      if let known = state.known[id] { return known }
      if let all = state.all { return all.devices.first { $0.id == id } }
      let first = String(id.prefix { $0 != ":" })
      for file in files(&state).reversed() {
        for device in file.devices(named: first) { state.known[device.id] = device }
        if let found = state.known[id] { return found }
      }
      return nil
    }
  }

  /// Every screen, ordered by kind and then by position in the files.
  var devices: [Device] { all.devices }

  /// The errors in the device files.
  var problems: [RenderError] { all.problems }

  private var all: (devices: [Device], problems: [RenderError]) {
    state.withLock { state in
      if let all = state.all { return all }
      var (devices, problems) = ([Device](), [RenderError]())
      for file in files(&state) {
        do throws(RenderError) {
          let content = try file.content()
          problems += content.problems
          let ids = Set(content.devices.map(\.id))
          devices.removeAll { ids.contains($0.id) }
          devices += content.devices
        } catch {
          problems.append(error)
        }
      }
      let sorted = DeviceKind.allCases.flatMap { kind in devices.filter { $0.kind == kind } }
      let all = (sorted, state.unreadable + problems)
      state.all = all
      return all
    }
  }

  private func files(_ state: inout State) -> [DeviceFile] {
    if let files = state.files { return files }
    var files: [DeviceFile] = []
    for folder in folders {
      for name in Files.names(in: folder.path) where name.hasSuffix(".json") {
        do throws(RenderError) {
          files.append(try DeviceFile(path: "\(folder.path)/\(name)", isOwn: folder.isOwn))
        } catch {
          state.unreadable.append(error)
        }
      }
    }
    state.files = files
    return files
  }
}
