import Arguments
import Files
import RenderFarm
import ShortcutKit
import Stores
import WallfarmPluginKit

/// The options of `publish`.
enum PublishOptions {
  static let people = Operand(
    "people", completion: .files(extensions: ["json"]),
    summary: "File with the people: a description for each identifier.")
  static let to = Option(
    "to", value: "address", completion: .directories,
    summary: "Output: a folder, or s3://BUCKET/PREFIX.")
  static let base = Option(
    "base-url", value: "url",
    summary: "URL at which the host serves the output; the command then prints complete URLs.")
  static let key = Option(
    "key", value: "file", completion: .files(extensions: ["key"]),
    summary: "File with the secret key from which addresses are derived, created on first use; "
      + "default: people.key next to people.json. The record of published pictures is next to it.")
  static let newAddresses = Flag(
    "new-addresses",
    summary: "Accept a new key: everyone gets a new address, and the old pictures are removed.")
  static let allowOutside = Flag(
    "allow-outside", summary: "Allow descriptions to name files outside the folder of the people.")
  static let json = Flag("json", summary: "Print the result as JSON.")

  static let all: [Declaration] =
    [
      .operand(people), .option(to), .option(base), .option(key), .flag(newAddresses),
      .flag(allowOutside), .flag(json), .flag(RenderOptions.quiet),
    ] + ContentOptions.all + PoolOptions.all + PluginOptions.all
}

/// Reads the options of `publish`.
struct PublishArguments {
  let invocation: Invocation

  /// The path of the file with the people.
  var people: String { invocation.operands(PublishOptions.people).first ?? "people.json" }

  /// The private files.
  var place: PublishPlace {
    PublishPlace(key: invocation.value(of: PublishOptions.key), people: people)
  }

  /// Returns the output, after checking that it does not contain the private files.
  ///
  /// - Throws: `option-missing`, `invalid-parameter`, `conflicting-options`.
  func target() throws(RenderError) -> any PublishTarget {
    guard let address = invocation.value(of: PublishOptions.to), !address.isEmpty else {
      throw RenderError(
        .optionMissing, "no output was given", origin: .option(PublishOptions.to.long),
        hint: "add --to with a folder or s3://BUCKET/PREFIX")
    }
    guard !S3Address.isAddress(address) else {
      return PublishBucket(try ObjectCache().store(at: address))
    }
    guard !address.contains("://") else {
      throw RenderError(
        .invalidParameter, "'\(address.prefix(80))' is neither a folder nor a bucket",
        origin: .option(PublishOptions.to.long),
        hint: "write the path of a folder, or s3://BUCKET/PREFIX")
    }
    let folder = try PublishFolder(address)
    try place.checkIsOutside(folder.address)
    return folder
  }

  /// Returns the beginning of the addresses of people, without a slash at the end.
  ///
  /// - Throws: `invalid-parameter`.
  func base(_ target: any PublishTarget) throws(RenderError) -> String {
    guard var text = invocation.value(of: PublishOptions.base) else { return target.address }
    while text.hasSuffix("/") { text.removeLast() }
    let sample = "/" + String(repeating: "A", count: 43)
    do throws(RenderError) {
      let address = try ReadAddress(text + sample, origin: .option(PublishOptions.base.long))
      return String(address.url.dropLast(sample.count))
    } catch {
      var error = error
      error.hint = "write the URL of the published folder, such as https://pictures.example"
      throw error
    }
  }
}
