public import Diagnostics

// Error codes for folders and object stores.

extension ErrorCode {
  /// An object store does not respond, or reports that it is unavailable.
  public static let storeUnreachable = ErrorCode("store-unreachable", .interrupted)
  /// An object store rejects the access key, the bucket or the request.
  public static let storeRefused = ErrorCode("store-refused", .interrupted)
  /// An input no longer exists.
  public static let inputMissing = ErrorCode("input-missing", .invalid)
  /// A different file has the same name as a picture and is not replaced.
  public static let outputTaken = ErrorCode("output-taken", .invalid)
  /// A later attempt has already stored the picture.
  public static let outputLate = ErrorCode("output-late", .unavailable)
}

extension RenderError {
  static func storeUnreachable(_ place: String, _ reason: String) -> RenderError {
    var error = RenderError(
      .storeUnreachable, "'\(place)' cannot be accessed in the store: \(reason)",
      origin: .file(place),
      hint: "check the store and AWS_ENDPOINT_URL")
    error.reason = reason
    return error
  }

  static func storeRefused(_ place: String, _ reason: String, hint: String) -> RenderError {
    RenderError(
      .storeRefused,
      "the object store rejected the request for '\(place)': \(reason)", origin: .file(place),
      hint: hint)
  }

  /// The error for a store that cannot reject writes from late workers.
  static func storeCannot(_ place: String, _ reason: String) -> RenderError {
    RenderError(
      .storeRefused, "'\(place)' cannot be used by a farm: \(reason)", origin: .file(place),
      hint:
        "use a shared folder, or a store that supports PUT with If-None-Match and If-Match, "
        + "such as AWS, MinIO, R2 or SeaweedFS")
  }

  static func outputTaken(_ place: String) -> RenderError {
    RenderError(
      .outputTaken, "'\(place)' was not written by this unit",
      origin: .file(place), hint: "move it, or use another --output")
  }

  static func outputDiffers(_ place: String) -> RenderError {
    RenderError(
      .outputTaken, "another attempt at the same unit wrote different bytes to '\(place)'",
      origin: .file(place),
      hint: "use 'wallfarm doctor' to compare the installations of all machines")
  }

  static func outputLate(_ place: String) -> RenderError {
    RenderError(
      .outputLate, "a later attempt has already written '\(place)'", origin: .file(place),
      hint: "no action is needed, because the later result is used")
  }

  package static func inputMissing(_ place: String) -> RenderError {
    RenderError(
      .inputMissing, "'\(place)' does not exist", origin: .file(place),
      hint:
        "check the address; to restore inputs of a farm, submit its jobs again")
  }

  /// The error for an address that is neither a bucket nor a folder.
  package static func noStore(_ address: String) -> RenderError {
    RenderError(
      .invalidParameter,
      "'\(StoreMessages.shown(address))' is not the address of a store for pictures",
      origin: .file(StoreMessages.shown(address)),
      hint: "write s3://BUCKET/PREFIX, or the path of a folder")
  }

  static func notAnAddress(_ address: String, _ reason: String) -> RenderError {
    RenderError(
      .invalidParameter,
      "'\(StoreMessages.shown(address))' is not the address of an object: \(reason)",
      origin: .file(StoreMessages.shown(address)),
      hint: "write s3://BUCKET/KEY, such as s3://wallpapers/june")
  }
}

/// Removes secrets from store addresses.
package enum StoreMessages {
  /// An address without the user name, password and signature; a password may contain a slash.
  package static func shown(_ address: String) -> String {
    var rest = address[...]
    var scheme = ""
    if let end = address.firstRange(of: "://") {
      scheme = String(address[..<end.upperBound])
      rest = address[end.upperBound...]
    }
    let bucket = rest.prefix { $0 != "/" }
    // The name of a bucket or host cannot contain `@` or `:`, but a key can.
    if bucket.contains(where: { $0 == "@" || $0 == ":" }), let sign = rest.lastIndex(of: "@") {
      rest = rest[rest.index(after: sign)...]
      scheme += "…@"
    }
    if scheme != S3Address.scheme, let query = rest.firstIndex(of: "?") {
      rest = rest[..<query]
    }
    return scheme + rest.prefix(200)
  }
}
