import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Reads jobs that make a film.
extension JobReader {
  /// A job with a motion.
  ///
  /// What the defaults of its file say of pictures is not meant for it; in the job itself such a key is a mistake.
  ///
  /// - Parameters:
  ///   - members: what is written in the job.
  ///   - merged: the same over the defaults of its file.
  ///   - number: counts the jobs of the file, from 1.
  ///   - places: where it stands.
  /// - Returns: the job, if it can be one, and all mistakes in it.
  func film(
    _ members: [JSONMember], merged: [String: JSONNode], number: Int,
    _ places: WrittenPlaces
  ) -> (Job?, [RenderError]) {
    var values = merged.filter { FilmWords.keys.contains($0.key) }
    // Where jobs have their motion from the defaults, the photo there is one for films.
    if !members.contains(where: { $0.key == "photo" }), defaults["motion"] == nil {
      values["photo"] = nil
    }
    var (words, problems) = FilmWords.read(values)
    let devices = devices(values["devices"], or: screens, &problems)
    let plain = values.mapValues(\.plain)
    let id = id(values["id"], plain, &problems)
    var request = RenderRequest(device: "")
    request.files = files
    let job = words.map { words in
      Job(
        id: id, isNamed: values["id"] != nil, number: number, request: request, film: words,
        devices: devices, output: text("output", values, &problems) ?? Job.standardOutput,
        priority: priority(values["priority"], &problems),
        timeout: timeout(values["timeout"], &problems), fields: plain, places: places)
    }
    let unknown = unknownKeys(members, "a job", places.origin)
    let ofPictures = members.compactMap(ofAPicture)
    return (job, (unknown + ofPictures).map(places.labelled) + problems.map(places.located))
  }

  /// What is wrong with a key of pictures in a job with a film.
  private func ofAPicture(_ member: JSONMember) -> RenderError? {
    guard JobField.names.contains(member.key), !FilmWords.keys.contains(member.key) else {
      return nil
    }
    return RenderError(
      .conflictingOptions, "'\(member.key)' is a key of pictures, and 'motion' makes a film",
      origin: member.keyPlace.origin(in: file),
      hint: "say it in the file of the motion; a film has " + FilmWords.keys.joined(separator: ", ")
    )
  }

  /// What is wrong with a key of films in a job without one.
  func ofAFilm(_ member: JSONMember) -> RenderError? {
    guard FilmWords.own.contains(member.key) else { return nil }
    return RenderError(
      .conflictingOptions, "'\(member.key)' is a key of films, and there is no 'motion'",
      origin: .option(member.key), hint: #"add "motion": "hook", or leave it out"#)
  }
}
