internal import Synchronization
public import WallfarmPluginKit

/// The known devices: the devices in device files, and any screen that is specified by its size.
///
/// Files are read when a device is looked up. Looking up one device by its id parses only the lines
/// of that device.
public struct DeviceCatalog: Sendable {
  private let files: DeviceFolders
  /// Devices that replace devices with the same ids in the files, or are added after the devices in
  /// the files.
  private let own: [Device]

  private init(files: DeviceFolders, own: [Device] = []) { (self.files, self.own) = (files, own) }

  /// Creates a catalog of the devices in an installation.
  ///
  /// - Parameters:
  ///   - installation: The installation.
  ///   - folders: Additional folders with device files, whose devices replace others with the same
  ///     id.
  public init(installation: Installation, folders: [String] = []) {
    self.init(
      installation, folders.map { DeviceFolders.Folder(path: $0, origin: .path) })
  }

  private init(_ installation: Installation, _ folders: [DeviceFolders.Folder]) {
    let installed = DeviceFolders.Folder(path: installation.devices, origin: .builtIn)
    self.init(files: DeviceFolders(folders: [installed] + folders))
  }

  /// Creates a catalog of the given devices.
  package init(_ devices: [Device]) { self.init(files: DeviceFolders(folders: []), own: devices) }

  /// The devices in this program's installation; empty if the program has no installation.
  public static let shipped: DeviceCatalog = {
    guard let installation = try? Installation.find() else { return DeviceCatalog([]) }
    return DeviceCatalog(installation: installation)
  }()

  /// The devices known to this process: the installed devices, and the devices in the folders
  /// passed to ``include(_:)``.
  public static var known: DeviceCatalog { included.withLock { $0 } ?? shipped }

  private static let included = Mutex<DeviceCatalog?>(nil)

  /// Adds folders to ``known``; must be called before the first lookup in the process.
  ///
  /// - Parameter folders: Folders with device files, in order of increasing priority.
  package static func include(_ folders: [ContentFolder]) {
    guard !folders.isEmpty, let installation = try? Installation.find() else { return }
    let catalog = DeviceCatalog(
      installation, folders.map { DeviceFolders.Folder(path: $0.path, origin: $0.origin) })
    included.withLock { $0 = catalog }
  }

  /// Whether ``known`` contains devices that other processes do not know.
  package static var knowsOwn: Bool { included.withLock { $0 != nil } }

  /// Returns the catalog with an additional device, which replaces any device with the same id.
  package func adding(_ device: Device) -> DeviceCatalog {
    DeviceCatalog(files: files, own: own.filter { $0.id != device.id } + [device])
  }

  /// Every screen of phones, tablets, foldable devices, laptops, desktops and televisions, in the
  /// order of the files.
  public var devices: [Device] {
    guard !own.isEmpty else { return files.devices }
    let ids = Set(own.map(\.id))
    return files.devices.filter { !ids.contains($0.id) } + own
  }

  /// Returns the place from which a device of the catalog comes.
  package func origin(of device: Device) -> ContentOrigin {
    if own.contains(where: { $0.id == device.id }) { return device.isOwn ? .path : .builtIn }
    return files.origin(of: device.id)
  }

  /// The errors in the device files; the affected devices are omitted.
  public var problems: [RenderError] { files.problems }

  /// The device with the given id, name or size, ignoring case.
  ///
  /// A size is `1440x3120`, or `1440x3120@3` with pixels per point. For a foldable device, the id
  /// alone refers to the first state. For any other state, the name of the state is appended to the
  /// id, as in `galaxyzfold6:cover`.
  ///
  /// - Throws: `unknown-device` with the most similar id, `invalid-value` for a size out of range,
  ///   `installation-broken` if there are no devices, or the first error in a device file.
  public func device(_ id: String, origin: Origin = .option("device")) throws(RenderError) -> Device
  {
    if let device = try exact(id, origin: origin) { return device }
    if let device = named(id) { return device }
    if let problem = files.problems.first { throw problem }
    let known = devices.map(\.id)
    if known.isEmpty { throw .noDevices(in: files.folders.map(\.path)) }
    var error = RenderError.unknown(
      .unknownDevice, "device", id, known: known, origin: origin, list: "device")
    if id.first?.isNumber == true {
      error.hint =
        "write a size in pixels, such as 1440x3120, or a name from 'wallfarm device list'"
    }
    throw error
  }

  /// The device with the given id or size.
  private func exact(_ id: String, origin: Origin) throws(RenderError) -> Device? {
    let id = id.lowercased()
    if let device = own.first(where: { $0.id == id }) { return device }
    if let size = try ScreenSize(parsing: id, origin: origin) { return Device(size) }
    if let device = files.device(id) { return device }
    // The id of a foldable device refers to its first state, but the name of that state may also be
    // appended.
    guard let colon = id.firstIndex(of: ":"), let device = files.device(String(id[..<colon])),
      let state = device.state, state == id[id.index(after: colon)...]
    else { return nil }
    return device
  }

  /// The device with the given name or alias, ignoring case, spaces and punctuation.
  private func named(_ name: String) -> Device? {
    func letters(_ text: String) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let wanted = letters(name)
    guard !wanted.isEmpty else { return nil }
    return devices.first { letters($0.name) == wanted }
      ?? devices.first { $0.aliases.contains { letters($0) == wanted } }
  }

  /// The devices in a list such as `iphone15,ipad10`, in the given order and without duplicates.
  ///
  /// A list may contain groups: `all`, `iphones`, `phones` and the other group names of
  /// ``DeviceGroup``, manufacturers such as `samsung`, families such as `apple-mac`, and ranges of
  /// release years such as `2022…`, `2020…2023` or `…2019`. Three periods are accepted instead of
  /// the ellipsis.
  ///
  /// - Throws: the same errors as ``device(_:origin:)``.
  public func devices(
    in list: String, origin: Origin = .option("device")
  ) throws(RenderError) -> [Device] {
    var found: [Device] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      let name = name.filter { !$0.isWhitespace }
      for device in try devices(of: name, origin: origin)
      where !found.contains(where: { $0.id == device.id }) { found.append(device) }
    }
    return found
  }

  private func devices(of name: String, origin: Origin) throws(RenderError) -> [Device] {
    let word = name.lowercased()
    if let group = DeviceGroup(word) {
      let members = devices.filter(group.contains)
      if members.isEmpty, case .years = group { throw .noYears(name, devices, origin: origin) }
      return members
    }
    if let device = try exact(name, origin: origin) { return [device] }
    let members = devices.filter { device in
      !device.family.isEmpty && (device.family == word || device.maker.lowercased() == word)
    }
    guard members.isEmpty else { return members }
    return [try device(name, origin: origin)]
  }
}

extension DeviceCatalog: Hashable {
  /// Catalogs are equal if they read the same files and have the same additional devices.
  public static func == (one: DeviceCatalog, other: DeviceCatalog) -> Bool {
    one.files === other.files && one.own == other.own
  }

  /// Hashes the identity of the files and the additional devices.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(files))
    hasher.combine(own)
  }
}

extension RenderError {
  fileprivate static func noYears(
    _ name: String, _ devices: [Device], origin: Origin
  ) -> RenderError {
    let years = devices.map(\.year).filter { $0 > 0 }
    return RenderError(
      .unknownDevice, "no device matches the years '\(name)'", origin: origin,
      hint: "the available devices are from the years \(years.min() ?? 0) to \(years.max() ?? 0)")
  }

  fileprivate static func noDevices(in folders: [String]) -> RenderError {
    RenderError(
      .installationBroken,
      "no device files found" + (folders.first.map { " in '\($0)'" } ?? ""),
      hint: "install with 'make install', or set WALLFARM_HOME to a checkout of the project")
  }
}
