internal import ContentSources
public import Designs
public import Files
public import Graphics
public import WallfarmPluginKit

/// A request for one picture on one device; templates, themes and devices are specified by name.
public struct RenderRequest: Sendable, Hashable {
  /// The name or path of a template.
  public var template: String
  /// The ID of a device, or a size such as `1440x3120@3`; ``show(on:)`` also accepts a device
  /// outside the installation.
  public var device: String
  /// The device from ``show(on:)``, if that device is not part of the installation; otherwise nil.
  package private(set) var described: Device?
  /// The orientation of the screen.
  public var orientation: ScreenOrientation
  /// The name or path of a theme; nil for the template's default theme.
  public var theme: String?
  /// The light or dark look of the theme; nil for an automatic choice.
  public var variant: ThemeVariant?
  /// The paths of font files that the picture can use in addition to the bundled fonts and the fonts
  /// of the theme.
  public var fonts: [String]
  /// The content to show, excluding the content in the files that ``contentFiles`` names.
  public var content: Content
  /// The files that contain the rest of the content; only queued requests have such files.
  public var contentFiles: ContentFiles
  /// Whether the template's sample content is shown if the request has no content.
  public var mayShowSample: Bool
  /// The time for which the picture is rendered; nil for the current time.
  public var now: When?
  /// The time zone of calendars and clocks, such as `Europe/Berlin` or `+05:30`; nil for the
  /// machine's time zone.
  public var zone: String?
  /// The background.
  public var background: BackgroundChoice
  /// Whether the lock screen has a row of widgets.
  public var widgets: Bool
  /// The style of the clock.
  public var clock: ClockStyle
  /// The distances from screen edges to the free area, for the edges whose default distances the
  /// request overrides.
  public var inset: ScreenInset?
  /// The width and page count of a picture that scrolls with the home screen; `nil` for a picture
  /// as wide as the screen.
  public var scroll: ScreenScroll?
  /// The size of a preview; `nil` for a picture in the size of the screen.
  public var preview: ScreenPreview?
  /// The values of plugin parameters that override the values in the template and theme.
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
  /// The language of the text, as a BCP 47 tag.
  public var language: String?
  /// The policy for characters that no font has.
  ///
  /// If the value is nil, the request fails, unless the picture is shown directly to a person; in
  /// that case, the characters are drawn as boxes.
  public var missing: MissingGlyphs?
  /// Whether any warning makes the request fail.
  public var isStrict: Bool
  /// Whether the clock, widgets, controls, free area and note frames are drawn over the picture.
  public var showsAreas: Bool
  /// The destination of the picture.
  public var output: Output
  /// The base folder for relative paths in the request, and whether paths must stay within it.
  public var files: FileScope

  /// The time in seconds from the start of the film to this picture; nil for a still picture.
  package var filmTime: Double?

  /// Creates a request for a template on a device; the properties without a parameter have their
  /// defaults.
  public init(
    template: String = "lock", device: String, notes: [Note]? = nil, theme: String? = nil,
    background: BackgroundChoice = .theme, output: Output = .memory
  ) {
    self.template = template
    self.device = device
    orientation = .portrait
    self.theme = theme
    variant = nil
    fonts = []
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
    preview = nil
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
  /// Sets the device, which is passed in its natural orientation.
  public mutating func show(on device: Device) {
    self.device = device.id
    described = device.isOwn ? device : nil
  }

  /// Returns the device in the requested orientation, with the picture width that `scroll`
  /// specifies and the number of pixels that `preview` specifies.
  ///
  /// - Throws: `unknown-device`, `orientation-unknown`, `invalid-value`, `invalid-parameter`.
  package func screen(in catalog: DeviceCatalog = .known) throws(RenderError) -> Device {
    guard let described, described.id == device else {
      return try catalog.device(device).turned(to: orientation).scrolled(by: scroll)
        .reduced(to: preview)
    }
    return try described.turned(to: orientation).scrolled(by: scroll).reduced(to: preview)
  }

  /// The device name as used in file names, such as `ipad10-landscape`.
  package var deviceName: String { Device.name(device, orientation) }

  /// Whether characters that no font has are drawn as boxes.
  public var allowsMissingGlyphs: Bool {
    get { missing == .box }
    set { missing = newValue ? .box : nil }
  }

  /// Returns the request with the given moment and zone in place of a missing time or zone.
  ///
  /// The picture is then the same even if the request is rendered later, or in a process without
  /// access to the clock or the machine's time zone setting.
  public func frozen(at moment: Moment, in zone: String) -> RenderRequest {
    var request = self
    request.now = now ?? .moment(moment)
    request.zone = self.zone ?? zone
    return request
  }

  /// The name of this machine's time zone, to pass to ``frozen(at:in:)``.
  public static var localZone: String { ZoneFile.local }

  /// The notes in the content; empty if nothing is left to do, and nil if no notes were specified.
  public var notes: [Note]? {
    get { content.notes }
    set { content.notes = newValue }
  }
}

/// The note and content files of a queued request, which are read when the request is rendered.
public struct ContentFiles: Sendable, Hashable {
  /// The path of the note file; nil if there is none.
  public var notes: String?
  /// The path of the content file; nil if there is none.
  public var content: String?
  /// Whether the content file names URLs, whose content must be embedded when the request is
  /// planned.
  package var isFetched = false

  /// Creates references to the given files; by default, there are none.
  public init(notes: String? = nil, content: String? = nil) {
    (self.notes, self.content) = (notes, content)
  }
}

/// The policy for characters that no font has.
public enum MissingGlyphs: String, Sendable, Hashable, CaseIterable {
  /// The request fails.
  case fail
  /// Each missing character is drawn as a labeled box, and a warning is reported.
  case box
}

/// A picture's background.
public enum BackgroundChoice: Sendable, Hashable {
  /// The background of the template or, if the template has none, of the theme.
  case theme
  /// A photo that covers the screen.
  case photo(file: String)
  /// A color in CSS notation.
  case color(String)
  /// No background: the picture is transparent.
  case none
  /// A background plugin, specified by its id, with its default parameters.
  case plugin(String)
}

/// A picture file format.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// Lossless; the default.
  case png
  /// Smaller than PNG for photos, but without transparency.
  case jpeg
  /// Smaller than JPEG, with transparency; not supported by Apple's Shortcuts.
  case webp

  /// The format for the extension of a file name; nil if the extension is unknown.
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
  /// The path of a file, which is replaced atomically.
  case file(String)
  /// Memory; the receipt contains the bytes of the file.
  case memory
  /// The descriptor of an empty file that the caller opened for writing, and the file name for the
  /// receipt.
  ///
  /// The picture is written from the start of the file, and the file is synced. The caller must
  /// close and rename the file.
  case descriptor(Int32, name: String?)
}
