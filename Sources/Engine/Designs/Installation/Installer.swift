internal import Files
internal import Graphics
internal import WallfarmPluginKit

/// The way wallfarm was installed on this machine.
///
/// Each installer writes its name to the file `installed-by`; a source checkout has no such file.
public enum Installer: String, Sendable, CaseIterable {
  /// The Debian packages that `make deb` builds.
  case package
  /// The relocatable archive that `make tarball` builds.
  case archive
  /// The container image that `make image` builds.
  case image
  /// `make install`, run in a checkout.
  case makeInstall = "make install"
  /// A program that runs from its own checkout.
  case checkout = "source checkout"
  /// A folder that no known installer created.
  case unknown

  /// The command that restores the fonts and hyphenation patterns.
  public var repair: String {
    switch self {
    case .package: "apt-get install --reinstall wallfarm-fonts wallfarm-fonts-cjk"
    case .archive: "unpack the archive again"
    case .image: "build the image again, or load it again"
    case .makeInstall: "make install"
    case .checkout, .unknown: "make setup"
    }
  }

  /// Whether the fonts for Chinese, Japanese and Korean come in a separate package.
  public var separatesFonts: Bool { self == .package || self == .archive }
}

extension Installation {
  /// The installer that created this installation.
  public var installer: Installer {
    guard let bytes = try? Files.read(root + "/installed-by", limit: 100) else {
      return Files.exists(root + "/Package.swift") ? .checkout : .unknown
    }
    let name = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
    return Installer(rawValue: String(name)) ?? .unknown
  }
}
