internal import Files
internal import Synchronization
import WallfarmPluginKit

/// The device files in several folders, which are read when a device is looked up.
final class DeviceFolders: Sendable {
  /// A folder with device files.
  struct Folder: Sendable {
    let path: String
    let origin: ContentOrigin
    /// Whether the folder is outside the installation, for example because it contains a user's own
    /// devices.
    var isOwn: Bool { origin != .builtIn }
  }

  private struct All {
    let devices: [Device]
    let problems: [RenderError]
    /// The origins of devices outside the installation, by id.
    let origins: [String: ContentOrigin]
  }

  private struct State {
    /// The paths of the files in each folder.
    var paths: [[String]]?
    /// The files, keyed by path; a value is `nil` if the file could not be read.
    var files: [String: DeviceFile?] = [:]
    var known: [String: Device] = [:]
    var all: All?
    /// The errors for the files that could not be read.
    var unreadable: [RenderError] = []
  }

  /// The folders in order of increasing priority; a device replaces any device with the same id in
  /// an earlier folder.
  let folders: [Folder]
  private let state = Mutex(State())

  init(folders: [Folder]) { self.folders = folders }

  /// The device with the given id, such as `iphone15` or `galaxyzfold6:cover`; `nil` if there is none.
  func device(_ id: String) -> Device? {
    state.withLock { state in
      if let known = state.known[id] { return known }
      if let all = state.all { return all.devices.first { $0.id == id } }
      let first = String(id.prefix { $0 != ":" })
      for (folder, paths) in zip(folders, paths(&state)).reversed() {
        for path in paths {
          guard let file = file(path, of: folder, &state) else { continue }
          for device in file.devices(named: first) { state.known[device.id] = device }
          if let found = state.known[id] { return found }
        }
      }
      return nil
    }
  }

  /// Every screen, ordered by kind and then by position in the files.
  var devices: [Device] { all.devices }

  /// The errors in the device files.
  var problems: [RenderError] { all.problems }

  /// The origin of the device with the given id.
  func origin(of id: String) -> ContentOrigin { all.origins[id] ?? .builtIn }

  private var all: All {
    state.withLock { state in
      if let all = state.all { return all }
      var (devices, problems) = ([Device](), [RenderError]())
      var origins: [String: ContentOrigin] = [:]
      let files = zip(folders, paths(&state)).flatMap { folder, paths in
        paths.compactMap { path in file(path, of: folder, &state).map { ($0, folder.origin) } }
      }
      for (file, origin) in files {
        do throws(RenderError) {
          let content = try file.content()
          problems += content.problems
          let ids = Set(content.devices.map(\.id))
          devices.removeAll { ids.contains($0.id) }
          devices += content.devices
          for id in ids { origins[id] = origin }
        } catch {
          problems.append(error)
        }
      }
      let sorted = DeviceKind.allCases.flatMap { kind in devices.filter { $0.kind == kind } }
      let all = All(
        devices: sorted, problems: state.unreadable + problems, origins: origins)
      state.all = all
      return all
    }
  }

  private func paths(_ state: inout State) -> [[String]] {
    if let paths = state.paths { return paths }
    let paths = folders.map { folder in
      Files.names(in: folder.path).filter { $0.hasSuffix(".json") }.map { "\(folder.path)/\($0)" }
    }
    state.paths = paths
    return paths
  }

  /// Returns a file, which is read only once; `nil` if it cannot be read.
  private func file(_ path: String, of folder: Folder, _ state: inout State) -> DeviceFile? {
    if let file = state.files[path] { return file }
    var file: DeviceFile?
    do throws(RenderError) {
      file = try DeviceFile(path: path, isOwn: folder.isOwn)
    } catch {
      state.unreadable.append(error)
    }
    state.files[path] = .some(file)
    return file
  }
}
