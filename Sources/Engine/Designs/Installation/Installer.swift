internal import Files
internal import Graphics
internal import WallfarmPluginKit

/// The way in which an installation came onto the machine.
///
/// Each installer writes its name into `installed-by`; a checkout has no such file.
public enum Installer: String, Sendable, CaseIterable {
  /// The Debian packages of `make deb`.
  case package
  /// The relocatable archive of `make tarball`.
  case archive
  /// The container image of `make image`.
  case image
  /// `make install` in a checkout.
  case makeInstall = "make install"
  /// A program that runs in its own checkout.
  case checkout = "source checkout"
  /// A folder that none of the installers made.
  case unknown

  /// The command that repairs fonts and hyphenation patterns.
  public var repair: String {
    switch self {
    case .package: "apt-get install --reinstall wallfarm-fonts wallfarm-fonts-cjk"
    case .archive: "unpack the archive again"
    case .image: "build the image again, or load it again"
    case .makeInstall: "make install"
    case .checkout, .unknown: "make setup"
    }
  }

  /// Whether fonts for Chinese, Japanese and Korean are installed separately.
  public var separatesFonts: Bool { self == .package || self == .archive }
}

extension Installation {
  /// The installer of this installation.
  public var installer: Installer {
    guard let bytes = try? Files.read(root + "/installed-by", limit: 100) else {
      return Files.exists(root + "/Package.swift") ? .checkout : .unknown
    }
    let name = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? ""
    return Installer(rawValue: String(name)) ?? .unknown
  }
}
