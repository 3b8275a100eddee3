import Arguments
import Authoring
import Designs
import Files
import WallfarmPluginKit

/// Declares `--devices`, and adds the devices in that folder and in the folders of the user and the
/// system to the known devices.
enum DeviceOptions {
  static let devices = Option(
    "devices", value: "folder", completion: .directories,
    summary: "Folder with device files to use in addition to the installed ones.")

  /// Adds the devices of the system, of the user and of the `--devices` folder to the known devices,
  /// in order of increasing priority.
  ///
  /// Only the files in the `--devices` folder are checked here, because the command will probably
  /// use those devices.
  ///
  /// - Throws: `file-unreadable`, or the first error in a file in the folder.
  static func include(for invocation: Invocation) throws(RenderError) {
    var folders: [ContentFolder] = ContentFolder.ofMachine.filter { $0.kind == .devices }.reversed()
    if let folder = invocation.text(named: devices.long) {
      guard Files.isFolder(folder) else {
        throw RenderError(
          .fileUnreadable, "'\(folder)' is not a folder", origin: .option(devices.long),
          hint: "name a folder with device files; 'wallfarm device new' writes a file")
      }
      for name in Files.names(in: folder) where name.hasSuffix(".json") {
        let content = try DeviceFile(path: "\(folder)/\(name)", isOwn: true).content()
        if let problem = content.problems.first { throw problem }
      }
      folders.append(ContentFolder(.devices, path: folder, origin: .path))
    }
    DeviceCatalog.include(folders)
  }
}
