public import WallfarmCore

extension UnitSpec {
  /// Returns the unit with a seal that covers its identifier, digest, output and payload.
  ///
  /// With a key, the seal is a MAC that cannot be forged. Without a key, it is a digest, which
  /// detects only accidental damage. Priority and affinity are not covered, because they affect
  /// only the order of units.
  public func sealed(with key: SecretKey?) -> UnitSpec {
    var sealed = self
    sealed.seal = code(key)
    return sealed
  }

  /// Returns whether the seal is valid.
  ///
  /// - Parameter key: The key of the queue; if it is nil, a unit without a seal is valid.
  /// - Returns: `false` if the unit was changed, or if a key is given and the seal is missing.
  public func isSealed(with key: SecretKey?) -> Bool {
    guard let seal else { return key == nil }
    return seal == code(key)
  }

  private func code(_ key: SecretKey?) -> String {
    var encoding = CanonicalEncoding("wallfarm unit in a queue", format: 1)
    encoding.field("id", id)
    encoding.field("digest", digest)
    encoding.field("output", output)
    encoding.field("payload", payload)
    return key?.code(of: encoding) ?? encoding.digest
  }
}
