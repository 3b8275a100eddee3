public import WallfarmCore

extension UnitSpec {
  /// The unit with a code of all that decides what is rendered and where to.
  ///
  /// Under a key nobody makes one who does not have it. Without a key it is a digest, which shows
  /// damage and no intent. Priority and affinity are not in it: they change nothing but the order.
  public func sealed(with key: SecretKey?) -> UnitSpec {
    var sealed = self
    sealed.seal = code(key)
    return sealed
  }

  /// Whether it is what was sealed.
  ///
  /// - Parameter key: the key of the queue; without one a unit that has no seal is taken as it is.
  /// - Returns: false for one that was changed, or that has lost its seal.
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
