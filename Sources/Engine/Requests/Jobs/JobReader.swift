package import ContentSources
package import Designs
package import Files
package import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Reads the jobs of a file one by one, and collects all errors in each job.
package struct JobReader {
  /// The name of the file for error messages.
  let file: String
  /// The folder that relative paths refer to, and whether paths must stay within it.
  package let files: FileScope
  /// The key for creating default job IDs, which are prefixes of keyed hashes.
  ///
  /// Keyed hashes are used because IDs appear in file names, and jobs contain private notes.
  private let key: SecretKey?
  private(set) var defaults: [String: JSONMember] = [:]
  /// The JSON object that contains the defaults.
  private var defaultsNode: JSONNode?
  /// Screens that films can use in addition to device screens.
  package var screens: [Device] = []
  /// The output from the command line, which overrides the output in a request.
  var typedOutput: String?
  /// Whether content can name URLs, and how they are fetched.
  package var sources = SourceAccess.refused
  /// Whether errors include a JSON Patch for the file.
  var makesFixes = true

  /// The default time and zone for reading calendars; nil for the current time and the machine's
  /// zone.
  private let now: When?
  private let zone: String?

  /// Creates a reader for a file.
  package init(
    file: String, files: FileScope, key: SecretKey?, now: When? = nil, zone: String? = nil
  ) {
    self.key = key
    (self.now, self.zone) = (now, zone)
    self.file = file
    self.files = files
  }

  /// Sets the defaults of a file for all its jobs.
  ///
  /// - Returns: The errors in the defaults.
  package mutating func setDefaults(_ node: JSONNode?) -> [RenderError] {
    guard let members = node?.members else { return [] }
    for member in members { defaults[member.key] = member }
    defaultsNode = node
    var places = WrittenPlaces(
      file: file, start: SourcePlace(line: 1, column: 1, offset: 0), label: nil)
    places.hidesUnknownKeys = true
    if let node { places.add(document: node, at: JSONPointer(["defaults"])) }
    return unknownKeys(members, "'defaults'") { $0.origin(in: file) }.map(places.labelled)
      + (defaults["id"].map { member in
        [
          RenderError(
            .invalidJob, "'defaults' cannot have an id: every job has its own",
            origin: member.keyPlace.origin(in: file),
            hint: "set the id in the job"
          ).remedied(.remove())
        ].map(places.labelled)
      } ?? [])
  }

  /// Reads a job.
  ///
  /// - Parameters:
  ///   - entry: The job as written.
  ///   - number: The number of the job in the file, starting at 1.
  /// - Returns: The job, if it can be read, and all errors in it.
  package func read(_ entry: JobFile.Entry, number: Int) -> (Job?, [RenderError]) {
    read(
      entry.node, at: entry.pointer, number: number, noun: "a job", label: "job \(number)")
  }

  /// Reads a single request, which has the same keys as a job.
  func read(request node: JSONNode) -> (Job?, [RenderError]) {
    read(node, at: JSONPointer(), number: 1, noun: "a request", label: nil)
  }

  /// Returns the values of a job merged with the defaults of its file.
  package func values(of entry: JobFile.Entry) -> [String: JSONNode] {
    merge(entry.node.members ?? [])
  }

  private func read(
    _ node: JSONNode, at pointer: JSONPointer, number: Int, noun: String, label: String?
  ) -> (Job?, [RenderError]) {
    var places = WrittenPlaces(file: file, start: node.place, label: label)
    places.hidesUnknownKeys = label != nil
    if makesFixes {
      places.add(document: node, at: pointer)
      if let defaultsNode { places.add(document: defaultsNode, at: JSONPointer(["defaults"])) }
    }
    guard let members = node.members else {
      let error = RenderError(
        .invalidJob, "\(noun) must be an object, not \(node.typeName)", origin: nil,
        hint: #"write {"devices": "iphone15", "notes": ["Buy milk"]}"#
      ).remedied(JobReader.onlyObject(in: node).map { .replace(with: $0) })
      return (nil, [places.located(error)])
    }
    let merged = merge(members)
    if label != nil, let id = merged["id"]?.string {
      places.label = "job '\(id.prefix(JobField.longestID))'"
    }
    places.add(merged)
    let isJob = label != nil
    var unknown = unknownKeys(
      members, noun, known: isJob ? JobField.names : JobField.namesOfRequests, places.origin)
    places.renamed = unknown.keepFirstRenames()
    if isJob, merged["motion"] != nil {
      return film(members, merged: merged, number: number, places)
    }

    var reader = RequestReader(merged, files: files, now: now, zone: zone)
    reader.sources = sources
    if let typedOutput {
      reader.output = typedOutput
      places.typed = ["output"]
    }
    var (request, queued, problems) = reader.readForQueue()
    let devices = devices(merged["devices"], &problems)
    let id = id(merged, &problems)
    let job = Job(
      id: id, isNamed: merged["id"] != nil, number: number, request: request, queued: queued,
      devices: devices, output: text("output", merged, &problems),
      priority: priority(merged["priority"], &problems),
      timeout: timeout(merged["timeout"], &problems), places: places)
    if isJob { problems += members.compactMap(ofAFilm) }
    return (job, unknown.map(places.labelled) + problems.map(places.located))
  }

  /// Merges the members of a job with the defaults of its file; members of the job take precedence.
  private func merge(_ members: [JSONMember]) -> [String: JSONNode] {
    var merged = defaults.mapValues(\.value)
    merged["id"] = nil
    let backgrounds = ["photo", "color", "background"]
    if members.contains(where: { backgrounds.contains($0.key) }) {
      // A picture has only one background, so the background of the job replaces any default
      // background.
      for key in backgrounds { merged[key] = nil }
    }
    for member in members {
      if member.key == "set", let own = member.value.members, let common = merged["set"]?.members {
        let kept = common.filter { one in !own.contains { $0.key == one.key } }
        merged["set"] = JSONNode(content: .object(kept + own), place: member.value.place)
      } else {
        merged[member.key] = member.value
      }
    }
    return merged
  }

  func unknownKeys(
    _ members: [JSONMember], _ what: String, known: [String] = JobField.names,
    _ origin: (SourcePlace) -> Origin
  ) -> [RenderError] {
    members.filter { !known.contains($0.key) }.map { member in
      .unknownPersonalKey(
        member.key, in: what, known: known, origin: origin(member.keyPlace))
    }
  }

  func text(
    _ key: String, _ values: [String: JSONNode], _ problems: inout [RenderError]
  ) -> String? {
    guard let node = values[key] else { return nil }
    if let text = node.string { return text }
    problems.append(
      RenderError.invalidValue(
        "'\(key)'", expected: "a string", got: node.shown, origin: .option(key)
      ).remedied(.repair(with: node.plain.writtenText.map(JSONValue.string))))
    return nil
  }

  /// Returns the devices and screens in a `devices` value, which can contain device names, groups,
  /// objects and screen names.
  func devices(
    _ node: JSONNode?, or screens: [Device] = [], _ problems: inout [RenderError]
  ) -> [Device] {
    guard let node else {
      problems.append(
        RenderError(
          .unknownDevice, "no device was given", origin: nil,
          hint: #"add "devices": "iphone15", a list of devices, or a group such as "iphones""#
        ).remedied(.replace(with: JobReader.sampleDevice, at: .option("device"))))
      return []
    }
    let items = node.elements ?? [node]
    let list = items.compactMap(\.string)
    let objects = items.filter { $0.members != nil }
    guard list.count + objects.count == items.count, !items.isEmpty else {
      problems.append(
        RenderError.invalidValue(
          "'devices'", expected: JobField.acceptedDevices,
          got: node.elements?.isEmpty == false ? "a list of other values" : node.shown,
          origin: .option("devices")
        ).remedied(
          .replace(
            with: list.isEmpty ? JobReader.sampleDevice : .array(list.map(JSONValue.string)))))
      return []
    }
    let others = screens.filter { list.contains($0.id) } + described(objects, &problems)
    let named = list.filter { name in !screens.contains { $0.id == name } }
    if named.isEmpty { return others }
    do throws(RenderError) {
      return try DeviceCatalog.known.devices(in: named.joined(separator: ",")) + others
    } catch {
      let (known, mistakes) = devices(oneByOne: named)
      problems += (mistakes.isEmpty ? [error] : mistakes).map { correcting($0, in: node) }
      return known + others
    }
  }

  /// Returns the devices that the request describes as JSON objects.
  private func described(_ nodes: [JSONNode], _ problems: inout [RenderError]) -> [Device] {
    var reader = DeviceReader(file: WrittenPlaces.ownFile)
    var found: [Device] = []
    for node in nodes {
      guard let device = reader.described(node), !found.contains(where: { $0.id == device.id })
      else { continue }
      found.append(device)
    }
    problems += reader.problems
    return found
  }

  /// Looks up each name separately, and returns the known devices and an error for each unknown
  /// name.
  private func devices(oneByOne names: [String]) -> ([Device], [RenderError]) {
    var (known, mistakes) = ([Device](), [RenderError]())
    for name in names.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      do throws(RenderError) {
        for device in try DeviceCatalog.known.devices(in: String(name))
        where !known.contains(where: { $0.id == device.id }) {
          known.append(device)
        }
      } catch {
        if !mistakes.contains(error) { mistakes.append(error) }
      }
    }
    return (known, mistakes)
  }

  /// Returns the given ID if it is a valid folder name; without an ID, returns a prefix of the
  /// job's keyed hash.
  func id(_ values: [String: JSONNode], _ problems: inout [RenderError]) -> String {
    if let node = values["id"] {
      if let text = node.string, JobReader.isID(text) { return text }
      problems.append(
        RenderError.invalidValue(
          "'id'",
          expected: "at most \(JobField.longestID) letters, digits, '.', '_' and '-', starting "
            + "with a letter or digit", got: node.shown, origin: .option("id")
        ).remedied(.repair(with: JobReader.repairedID(node.plain).map(JSONValue.string))))
      return "invalid"
    }
    guard let key else { return "request" }
    // Exclude the priority and the timeout, because they do not identify a job.
    let content = values.filter { !["priority", "timeout"].contains($0.key) }.mapValues(\.plain)
    var encoding = CanonicalEncoding("wallfarm job", format: 1)
    encoding.field("job", JSONValue.object(content).text(pretty: false))
    return String(key.code(of: encoding).prefix(12))
  }

  static func isID(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= JobField.longestID else { return false }
    func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    return isPlain(first) && text.utf8.allSatisfy { isPlain($0) || "._-".utf8.contains($0) }
  }

  func priority(_ node: JSONNode?, _ problems: inout [RenderError]) -> Int {
    guard let node else { return 0 }
    if let number = node.number, let whole = Int(exactly: number),
      JobField.priorities.contains(whole)
    {
      return whole
    }
    problems.append(
      RenderError.invalidValue(
        "'priority'", expected: "a whole number from -1000 to 1000", got: node.shown,
        origin: .option("priority")
      ).remedied(.repair(with: ParameterKind.integer(JobField.priorities).repaired(node.plain))))
    return 0
  }

  func timeout(_ node: JSONNode?, _ problems: inout [RenderError]) -> Double? {
    guard let node else { return nil }
    if let number = node.number, number > 0, number <= JobField.longestTimeout { return number }
    problems.append(
      RenderError.invalidValue(
        "'timeout'", expected: "a number of seconds above 0, up to 86400", got: node.shown,
        origin: .option("timeout")
      ).remedied(.repair(with: JobReader.repairedTimeout(node.plain))))
    return nil
  }
}
