internal import ContentSources
public import Designs
public import Files
public import Graphics
public import WallfarmPluginKit

/// A request for one picture on one device, by name.
public struct RenderRequest: Sendable, Hashable {
  /// Name or path of a template.
  public var template: String
  /// ID of a device, or a size such as `1440x3120@3`; ``show(on:)`` sets it for any device.
  public var device: String
  /// The device, if it is not part of the installation.
  package private(set) var described: Device?
  /// The orientation of the screen.
  public var orientation: ScreenOrientation
  /// Name or path of a theme; nil for the template's default.
  public var theme: String?
  /// The light or dark look of the theme; nil for an automatic choice.
  public var variant: ThemeVariant?
  /// The content to show, except the content of ``contentFiles``.
  public var content: Content
  /// The files with the rest of the content; only a queued request has them.
  public var contentFiles: ContentFiles
  /// Whether the template's sample can replace missing content.
  public var mayShowSample: Bool
  /// The time for which the picture is rendered; nil for the current time.
  public var now: When?
  /// The time zone of calendars and clocks, by its name in the zone database; nil for the machine's
  /// zone.
  public var zone: String?
  /// The background.
  public var background: BackgroundChoice
  /// Whether the lock screen has a row of widgets.
  public var widgets: Bool
  /// The style of the clock.
  public var clock: ClockStyle
  /// Distances that correct the free area.
  public var inset: ScreenInset?
  /// The width of a picture that the launcher scrolls; `nil` for the width of the screen.
  public var scroll: ScreenScroll?
  /// Plugin parameters that override the parameters of the template and theme.
  public var settings: [Setting]
  /// The file format.
  public var format: ImageFormat
  /// The effort to reduce the file size.
  public var effort: EncodingEffort
  /// The quality of a JPEG or WebP file; nil for the default of the format.
  public var quality: EncodingQuality?
  /// The color space of the picture.
  public var colorSpace: ColorSpace
  /// Limits on photos.
  public var photoLimits: PhotoLimits
  /// The policy for notes that do not fit.
  public var overflow: OverflowPolicy
  /// Base direction of notes.
  public var direction: TextDirection
  /// BCP 47 tag of the text.
  public var language: String?
  /// Whether a character without a font fails the request or is drawn as a box.
  ///
  /// If it is nil, the request fails, unless the picture is shown directly to a person.
  public var missing: MissingGlyphs?
  /// Whether a warning is an error.
  public var isStrict: Bool
  /// Whether areas and frames are drawn over the picture.
  public var showsAreas: Bool
  /// The destination of the picture.
  public var output: Output
  /// The folder of relative paths in the request, and whether paths must stay within it.
  public var files: FileScope

  /// Time in seconds from the start of a film that contains this picture; nil for a still picture.
  package var filmTime: Double?

  /// Creates a request for a template on a device; all other properties have their defaults.
  public init(
    template: String = "lock", device: String, notes: [Note]? = nil, theme: String? = nil,
    background: BackgroundChoice = .theme, output: Output = .memory
  ) {
    self.template = template
    self.device = device
    orientation = .portrait
    self.theme = theme
    variant = nil
    content = Content(notes: notes)
    contentFiles = ContentFiles()
    mayShowSample = false
    now = nil
    zone = nil
    self.background = background
    self.output = output
    widgets = true
    clock = .standard
    inset = nil
    scroll = nil
    settings = []
    format = .png
    effort = .fast
    quality = nil
    colorSpace = .sRGB
    photoLimits = PhotoLimits()
    overflow = .more
    direction = .automatic
    language = nil
    missing = nil
    isStrict = false
    showsAreas = false
    files = FileScope()
  }
}

extension RenderRequest {
  /// Sets the device, in its natural orientation.
  public mutating func show(on device: Device) {
    self.device = device.id
    described = device.isOwn ? device : nil
  }

  /// The device in the requested orientation, with a wide picture if the request has a scroll.
  ///
  /// - Throws: `unknown-device`, `orientation-unknown`, `invalid-value`, `invalid-parameter`.
  package func screen(in catalog: DeviceCatalog = .known) throws(RenderError) -> Device {
    guard let described, described.id == device else {
      return try catalog.device(device).turned(to: orientation).scrolled(by: scroll)
    }
    return try described.turned(to: orientation).scrolled(by: scroll)
  }

  /// The device name for file names, such as `ipad10-landscape`.
  package var deviceName: String { Device.name(device, orientation) }

  /// Whether characters without a font are drawn as boxes.
  public var allowsMissingGlyphs: Bool {
    get { missing == .box }
    set { missing = newValue ? .box : nil }
  }

  /// The request with an explicit time and zone; missing values are set to the given moment and
  /// zone.
  ///
  /// The picture is the same even if the request is rendered later, or in a process without access
  /// to the clock or zone files.
  public func frozen(at moment: Moment, in zone: String) -> RenderRequest {
    var request = self
    request.now = now ?? .moment(moment)
    request.zone = self.zone ?? zone
    return request
  }

  /// The zone of this machine, for ``frozen(at:in:)``.
  public static var localZone: String { ZoneFile.local }

  /// The notes in the content; empty if nothing is left to do, nil if no notes were specified.
  public var notes: [Note]? {
    get { content.notes }
    set { content.notes = newValue }
  }
}

/// The note and content files of a queued request, which are read when it is rendered.
public struct ContentFiles: Sendable, Hashable {
  /// The path of the notes.
  public var notes: String?
  /// The path of the content.
  public var content: String?

  /// Creates references to files, by default none.
  public init(notes: String? = nil, content: String? = nil) {
    (self.notes, self.content) = (notes, content)
  }
}

/// The policy for characters that no font has.
public enum MissingGlyphs: String, Sendable, Hashable, CaseIterable {
  /// The request fails.
  case fail
  /// Each is drawn as a labeled box, with a warning.
  case box
}

/// A picture's background.
public enum BackgroundChoice: Sendable, Hashable {
  /// The background that the template and theme specify.
  case theme
  /// A photo that covers the screen.
  case photo(file: String)
  /// A color in CSS notation.
  case color(String)
  /// No background: the picture is transparent.
  case none
  /// A background plugin with its defaults.
  case plugin(String)
}

/// A picture file format.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// Lossless; the default.
  case png
  /// Smaller for photos; without transparency.
  case jpeg
  /// Smaller still, with transparency; not supported by Apple's Shortcuts.
  case webp

  /// The format for the extension of a file name; nil if it is unknown.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    if name.hasSuffix(".png") {
      self = .png
    } else if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
      self = .jpeg
    } else if name.hasSuffix(".webp") {
      self = .webp
    } else {
      return nil
    }
  }

  /// The file name extension without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// A picture's destination.
public enum Output: Sendable, Hashable {
  /// A file that is replaced atomically.
  case file(String)
  /// The receipt contains the bytes.
  case memory
  /// The descriptor of an empty file that the caller has opened for writing, and the name of the
  /// file for the receipt.
  ///
  /// The file is written from the start and synced. The caller closes and renames it.
  case descriptor(Int32, name: String?)
}
