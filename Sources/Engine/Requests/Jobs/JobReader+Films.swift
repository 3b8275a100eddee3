import Designs
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Reads jobs with films.
extension JobReader {
  /// Reads a job with a motion.
  ///
  /// Defaults for pictures do not apply to films; a picture key in the job itself is an error.
  ///
  /// - Parameters:
  ///   - members: The members of the job.
  ///   - merged: The members merged with the defaults of the file.
  ///   - number: The position of the job in the file, from 1.
  ///   - places: The source positions of the job.
  /// - Returns: The job if it is usable, and all errors in it.
  func film(
    _ members: [JSONMember], merged: [String: JSONNode], number: Int,
    _ places: WrittenPlaces
  ) -> (Job?, [RenderError]) {
    var values = merged.filter { FilmFields.keys.contains($0.key) }
    // A default photo applies to films only if the motion is also a default.
    if !members.contains(where: { $0.key == "photo" }), defaults["motion"] == nil {
      values["photo"] = nil
    }
    var (words, problems) = FilmFields.read(values)
    let devices = devices(values["devices"], or: screens, &problems)
    if let own = devices.first(where: \.isOwn) {
      problems.append(
        .invalidValue(
          "the device of a film", expected: "an installed device, or a size", got: "'\(own.id)'",
          origin: .option("devices"),
          hint: "write its size instead: \(own.pixels.width)x\(own.pixels.height)"))
    }
    let id = id(values, &problems)
    var request = RenderRequest(device: "")
    request.files = files
    let job = words.map { words in
      Job(
        id: id, isNamed: values["id"] != nil, number: number, request: request, queued: request,
        film: words, devices: devices, output: text("output", values, &problems),
        priority: priority(values["priority"], &problems),
        timeout: timeout(values["timeout"], &problems), places: places)
    }
    let unknown = unknownKeys(members, "a job", places.origin)
    let ofPictures = members.compactMap(ofAPicture)
    return (job, (unknown + ofPictures).map(places.labelled) + problems.map(places.located))
  }

  /// Returns an error if a key in a film job applies only to pictures.
  private func ofAPicture(_ member: JSONMember) -> RenderError? {
    guard JobField.names.contains(member.key), !FilmFields.keys.contains(member.key) else {
      return nil
    }
    return RenderError(
      .conflictingOptions, "'\(member.key)' applies only to pictures, but 'motion' makes a film",
      origin: member.keyPlace.origin(in: file),
      hint: "set it in the motion file; a film supports "
        + FilmFields.keys.joined(separator: ", ")
    ).remedied(.remove())
  }

  /// Returns an error if a key in a picture job applies only to films.
  func ofAFilm(_ member: JSONMember) -> RenderError? {
    guard FilmFields.own.contains(member.key) else { return nil }
    return RenderError(
      .conflictingOptions, "'\(member.key)' applies only to films, but there is no 'motion'",
      origin: .option(member.key), hint: #"add "motion": "hook", or leave this key out"#
    ).remedied(.remove())
  }
}
