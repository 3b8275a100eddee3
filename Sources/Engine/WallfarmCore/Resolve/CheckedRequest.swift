internal import Designs

/// The result of checking a request.
public struct CheckedRequest: Sendable, Hashable {
  /// The name of the template.
  public let template: String
  /// The name of the theme.
  public let theme: String
  /// The fingerprint of the picture; rendering computes the same fingerprint.
  public let fingerprint: Fingerprint
  /// The digest of everything that determines the file: the picture, its encoding and its
  /// permissions.
  ///
  /// The encoding consists of the format, effort, quality and pixel density. The permissions
  /// consist of the strictness and the photo limits.
  public let digest: String
  /// Whether a layout depends on the time.
  public let looksAtTime: Bool
  /// The paths of the input files: the photos, and the template and theme if they are outside the
  /// installation.
  ///
  /// Note and content files are not included, because their content is part of the request.
  public let files: [String]

  /// Returns the digest of the plan's properties that affect the file but not the picture.
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
