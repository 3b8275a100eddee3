internal import Designs

/// What is known of a request that was checked.
public struct CheckedRequest: Sendable, Hashable {
  /// Name of its template.
  public let template: String
  /// Name of its theme.
  public let theme: String
  /// What the picture is made of; rendering finds the same.
  public let fingerprint: Fingerprint
  /// Changes when the file would be another one: with the picture, its format, effort and quality,
  /// and with what decides whether it may be made at all, strictness and limits on photos.
  public let digest: String
  /// Whether a layout looks at the time.
  public let looksAtTime: Bool
  /// The files that it is drawn from, by their paths.
  ///
  /// Photos, and its template and theme where they are not those of the installation; notes and content are in the
  /// request.
  public let files: [String]

  /// What of a plan belongs to the file and not to the picture.
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
