internal import Designs
internal import Digests
internal import Motion
internal import Pages
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// A gallery of films as a self-contained page, from `Resources/motions.html`.
package struct MotionGalleryPage {
  private let gallery: MotionGallery

  /// Creates a page.
  package init(_ gallery: MotionGallery) { self.gallery = gallery }

  /// The bytes of the page, as consecutive pieces.
  package var pieces: [[UInt8]] {
    SelfContainedPage.pieces(Resources.motionsPage, title: "Films", data: data)
  }

  private var data: JSONValue {
    [
      "made": .string(Wallfarm.title),
      "devices": .array(
        gallery.devices.map { device in
          [
            "id": .string(device.id), "name": .string(device.name),
            "pixels": .string(device.pixels.description),
            "corner": .number(device.cornerRadius / device.points.height),
          ]
        }),
      "motions": .array(gallery.motions.indices.map(motion)),
    ]
  }

  private func motion(_ index: Int) -> JSONValue {
    let motion = gallery.motions[index]
    let said = motion.languages.isEmpty ? [""] : motion.languages
    return [
      "name": .string(motion.name), "summary": .string(motion.summary),
      "seconds": .number(motion.seconds),
      "language": motion.language(for: gallery.language).map(JSONValue.string) ?? .null,
      "says": .array(
        said.map { language in
          let sentences = motion.spoken(in: language.isEmpty ? nil : language)
          return [
            "language": .string(language), "sentences": .array(sentences.map(JSONValue.string)),
          ]
        }),
      "strips": .array(gallery.strips(ofMotion: index).map(strip)),
    ]
  }

  private func strip(_ strip: MotionGallery.Strip) -> JSONValue {
    var members: [String: JSONValue] = [
      "command": .string(command(strip)), "moments": .array([]), "calm": .array([]), "error": .null,
    ]
    switch strip.result {
    case .success(let shown):
      members["moments"] = .array(shown.moments.map(moment))
      members["calm"] = .array(shown.calm.map(moment))
    case .failure(let error):
      members["error"] = [
        "code": .string(error.code.rawValue), "message": .string(error.message),
        "hint": error.hint.map(JSONValue.string) ?? .null,
      ]
    }
    return .object(members)
  }

  private func moment(_ moment: MotionGallery.Moment) -> JSONValue {
    [
      "time": .number((moment.time * 100).rounded() / 100),
      "width": .number(Double(moment.size.width)), "height": .number(Double(moment.size.height)),
      "image": .string("data:image/webp;base64," + Base64.text(of: moment.file)),
    ]
  }

  /// The command that renders the film.
  private func command(_ strip: MotionGallery.Strip) -> String {
    var words = ["wallfarm", "motion", gallery.word(for: strip.motion)]
    words += ["--device", strip.device.id]
    if let language = gallery.language { words += ["--language", language] }
    words += ["-o", "\(strip.motion.name).mp4"]
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}
