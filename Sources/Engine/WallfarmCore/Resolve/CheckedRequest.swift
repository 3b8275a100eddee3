internal import Designs

/// The result of checking a request.
public struct CheckedRequest: Sendable, Hashable {
  /// The name of the template.
  public let template: String
  /// The name of the theme.
  public let theme: String
  /// The fingerprint of the picture; rendering computes the same fingerprint.
  public let fingerprint: Fingerprint
  /// The digest of all inputs to the file: the picture, its encoding and its permissions.
  ///
  /// The encoding is format, effort and quality; the permissions are strictness and photo limits.
  public let digest: String
  /// Whether a layout depends on the time.
  public let looksAtTime: Bool
  /// The paths of the input files: photos, and a template and theme outside the installation.
  ///
  /// Notes and content are part of the request.
  public let files: [String]

  /// The digest of the plan properties that affect only the file.
  static func file(of plan: RenderPlan) -> String {
    var encoding = CanonicalEncoding("wallfarm encoding", format: Fingerprint.format)
    for share in [Ingredient<RenderRequest>.Share.file, .permission] {
      encoding.fields(of: plan.request, RenderRequest.ingredients, for: share)
    }
    encoding.fields(of: plan.device, Device.ingredients, for: .file)
    return encoding.digest
  }

  static func digest(_ fingerprint: Fingerprint, file: String) -> String {
    var encoding = CanonicalEncoding("wallfarm file", format: Fingerprint.format)
    encoding.field("picture", fingerprint.digest)
    encoding.field("encoding", file)
    return encoding.digest
  }
}
