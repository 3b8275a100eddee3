// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings for tests that process few pixels: optimization doubles the build time of these
/// tests but does not speed them up.
let plainTestSettings = settings + [.unsafeFlags(["-Onone"])]

/// The settings for modules that do not draw, measure or expand the recurrence rules of calendars.
///
/// `make test` compiles these modules without optimization, which takes a quarter of the time. The
/// product is always optimized.
let plainInTests =
  Context.environment["WALLFARM_PLAIN"] == nil ? settings : plainTestSettings

/// The layers of `Sources/`, from the bottom up.
///
/// A module imports modules of its own layer and of the layers before it in this list.
enum Layer: String {
  case base = "Base"
  case engine = "Engine"
  case farm = "Farm"
  case film = "Film"
  case workshop = "Workshop"
  case stories = "Stories"
  case service = "Service"
  case program = "Program"
}

/// Returns the target of a module, whose sources are in the folder of its layer.
///
/// `CResources` compiles the files in `Resources` into the program.
func module(
  _ name: String, in layer: Layer, on others: [Target.Dependency] = [],
  excluding files: [String] = [], settings: [SwiftSetting] = plainInTests
) -> Target {
  .target(
    name: name, dependencies: others, path: "Sources/\(layer.rawValue)/\(name)",
    exclude: ["README.md"] + files, swiftSettings: settings)
}

/// Returns the target of a program, whose sources are in the folder of its layer.
func program(_ name: String, in layer: Layer, on others: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: others, path: "Sources/\(layer.rawValue)/\(name)",
    exclude: ["README.md"], swiftSettings: plainInTests)
}

/// The folders of the built-in plugins.
let plugins =
  [
    "Gradient", "InstructionImage", "Mosaic", "Pattern", "Photo", "Reveal", "SolidColor",
  ].map { "Backgrounds/\($0)" }
  + [
    "Agenda", "Banner", "Countdown", "Figures", "FinderCard", "GoalProgress", "HabitGrid",
    "MemoryPhoto", "MonthCalendar", "NumberedNotes", "PhotoCollage", "PhotoTimeline", "Picture",
    "Quote", "Spotlight", "StepCard", "TripMap", "YearDots",
  ].map { "Layouts/\($0)" }

/// Returns the target of a C library of the system, which Swift imports through a module map.
func system(_ name: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Returns the target of a C module of this package, with the libraries to link.
func c(
  _ name: String, on others: [Target.Dependency] = [], linking libraries: String...
) -> Target {
  .target(
    name: name, dependencies: others, path: "Sources/C/\(name)",
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// Returns the test target of a module; its tests can also import the module's dependencies.
func tests(
  of module: String, and others: [Target.Dependency] = [], excluding files: [String] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.byName(name: module), "WallfarmTesting"] + others,
    exclude: files, swiftSettings: settings)
}

let package = Package(
  name: "wallfarm",
  products: [
    .executable(name: "wallfarm", targets: ["wallfarm"]),
    .executable(name: "wallfarm-fetch", targets: ["wallfarm-fetch"]),
    .library(
      name: "Wallfarm",
      targets: [
        "WallfarmCore", "Authoring", "Designs", "Files", "BuiltInPlugins", "PluginHost",
        "WallfarmPluginKit",
      ]),
    .library(
      name: "WallfarmPluginKit", targets: ["WallfarmPluginKit", "SourceJSON", "PluginBridge"]),
    // A built-in layout as an external plugin, for the tests.
    .library(name: "CarriedNotes", type: .dynamic, targets: ["CarriedNotes"]),
  ],
  targets: [
    // C: system libraries and shims.
    system("CCairo", pkgConfig: "cairo", package: "libcairo2-dev"),
    system("CDeflate", pkgConfig: "libdeflate", package: "libdeflate-dev"),
    system("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
    system("CGLib", pkgConfig: "glib-2.0", package: "libglib2.0-dev"),
    system("CLCMS", pkgConfig: "lcms2", package: "liblcms2-dev"),
    system("CMinizip", pkgConfig: "minizip", package: "libminizip-dev"),
    system("CNettle", pkgConfig: "nettle", package: "nettle-dev"),
    system("CPango", pkgConfig: "pangocairo", package: "libpango1.0-dev"),
    system("CQREncode", pkgConfig: "libqrencode", package: "libqrencode-dev"),
    system("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    .systemLibrary(name: "CWallfarmPlugin", path: "Sources/C/CWallfarmPlugin"),
    system("CWebP", pkgConfig: "libwebpdemux", package: "libwebp-dev"),
    system("CXXHash", pkgConfig: "libxxhash", package: "libxxhash-dev"),
    c("CAllocation"),
    c("CCurve", linking: "dl"),
    c("CFence", linking: "seccomp"),
    c("CFetch", linking: "curl"),
    c("CFrames", on: ["CResample"]),
    c("CHEIF", linking: "dl"),
    c("CHTTP"),
    c("CICU", linking: "dl"),
    c("CJPEG", linking: "jpeg"),
    // Replaces malloc; linked only into the program.
    c("CMalloc", on: ["CAllocation"]),
    c("CPNG", linking: "png16"),
    c("CPhotoColor", linking: "m"),
    c("CPluginHost", on: ["CFence"]),
    c("CPostgres", linking: "dl"),
    c("CResample"),
    // Pages and tables that are compiled into the program.
    c("CResources"),
    c("CSVG", linking: "dl"),
    c("CSystem"),
    c("CTransfer", linking: "dl"),
    c("CVideo", linking: "dl"),

    // Base: errors, JSON, files, processes and HTTP, independent of wallpapers.
    module("Diagnostics", in: .base, settings: settings),
    module("SourceJSON", in: .base, on: ["Diagnostics"], settings: settings),
    module("Digests", in: .base, on: ["CCurve", "CDeflate", "CNettle"]),
    module(
      "Files", in: .base,
      on: ["Diagnostics", "SourceJSON", "Digests", "CGLib", "CResources", "CSystem"]),
    module("Work", in: .base, settings: settings),
    module("Processes", in: .base, on: ["Files", "CFence", "CSystem"]),
    module("Archives", in: .base, on: ["Diagnostics", "Files", "CDeflate", "CMinizip"]),
    module("HTTP", in: .base, on: ["Diagnostics", "Files", "CHTTP"]),
    module("Pages", in: .base, on: ["Diagnostics", "SourceJSON", "Digests"]),

    // Engine: one render, from a request to a picture.
    module(
      "WallfarmPluginKit", in: .engine, on: ["Diagnostics", "SourceJSON"], settings: settings),
    module("PluginMessages", in: .engine, on: ["SourceJSON", "WallfarmPluginKit"]),
    module("Languages", in: .engine, on: ["Work", "WallfarmPluginKit", "CICU"]),
    module("Hyphenation", in: .engine, on: ["Work", "CGLib"], settings: settings),
    module(
      "ContentSources", in: .engine,
      on: ["Diagnostics", "SourceJSON", "Files", "WallfarmPluginKit", "Languages", "CExpat"],
      settings: settings),
    module(
      "Geography", in: .engine,
      on: ["Files", "WallfarmPluginKit", "CDeflate"],
      settings: settings),
    module(
      "PNG", in: .engine,
      on: ["Work", "WallfarmPluginKit", "CDeflate", "CXXHash"],
      settings: settings),
    module(
      "PhotoFormats", in: .engine, on: ["Digests", "WallfarmPluginKit"], settings: settings),
    module("FontFormats", in: .engine, on: ["Diagnostics"], settings: settings),
    module(
      "Graphics", in: .engine,
      on: [
        "Diagnostics", "Digests", "Work", "WallfarmPluginKit", "Languages", "Hyphenation", "PNG",
        "PhotoFormats", "FontFormats", "CAllocation", "CCairo", "CDeflate", "CHEIF", "CJPEG",
        "CLCMS", "CPNG", "CPango", "CPhotoColor", "CQREncode", "CResample", "CSVG", "CWebP",
      ],
      settings: settings),
    module("Perception", in: .engine, on: ["WallfarmPluginKit", "Graphics"], settings: settings),
    module(
      "Designs", in: .engine,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "WallfarmPluginKit", "ContentSources",
        "Graphics",
      ]),
    module(
      "WallfarmCore", in: .engine,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "Work", "WallfarmPluginKit",
        "Languages", "ContentSources", "Geography", "Graphics", "FontFormats", "Designs",
      ],
      settings: settings),
    module(
      "Requests", in: .engine,
      on: [
        "SourceJSON", "Files", "WallfarmPluginKit", "ContentSources", "Designs", "WallfarmCore",
      ]),
    module(
      "Scenes", in: .engine,
      on: ["SourceJSON", "Digests", "WallfarmPluginKit", "Graphics", "Designs", "WallfarmCore"]),
    module(
      "Mockup", in: .engine,
      on: ["WallfarmPluginKit", "Languages", "Graphics", "Designs", "WallfarmCore"]),
    module(
      "PluginHost", in: .engine,
      on: [
        "SourceJSON", "Digests", "Files", "Processes", "WallfarmPluginKit", "PluginMessages",
        "Graphics", "Designs", "WallfarmCore", "CPluginHost", "CWallfarmPlugin",
      ]),
    module(
      "PluginBridge", in: .engine,
      on: ["SourceJSON", "WallfarmPluginKit", "PluginMessages", "CWallfarmPlugin"]),

    // Plugins import only the kit. The path is explicit because SwiftPM searches `Plugins/` for
    // build tool plugins.
    .target(
      name: "BuiltInPlugins", dependencies: ["WallfarmPluginKit"], path: "Plugins",
      exclude: ["Examples", "SDK"] + plugins.flatMap { ["\($0)/README.md", "\($0)/preview.png"] },
      swiftSettings: settings),

    // Farm: batches of renders in other processes and on other machines.
    module(
      "RenderPool", in: .farm,
      on: [
        "SourceJSON", "Digests", "Files", "Processes", "WallfarmPluginKit", "ContentSources",
        "Graphics", "Designs", "WallfarmCore", "CFence", "CSystem",
      ]),
    module("Storage", in: .farm, on: ["Diagnostics", "Files", "CSQLite"]),
    module("Postgres", in: .farm, on: ["Diagnostics", "CPostgres"]),
    module(
      "Stores", in: .farm, on: ["Diagnostics", "SourceJSON", "Digests", "Files", "CTransfer"]),
    module(
      "RenderFarm", in: .farm,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "WallfarmPluginKit", "ContentSources",
        "Designs", "WallfarmCore", "Requests", "RenderPool", "Storage", "Postgres", "Stores",
        "CSystem",
      ]),
    module(
      "Fetching", in: .farm,
      on: ["Diagnostics", "SourceJSON", "Files", "Processes", "CSystem"]),

    // Film: animated templates and video encoders.
    module(
      "Films", in: .film,
      on: ["WallfarmPluginKit", "Graphics", "CFrames", "CVideo", "CWebP"],
      settings: settings),
    module(
      "Motion", in: .film,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "WallfarmPluginKit", "Graphics",
        "Designs", "WallfarmCore", "Requests", "Mockup", "RenderPool", "Films", "CFrames",
      ],
      settings: settings),
    module(
      "FilmJobs", in: .film,
      on: [
        "SourceJSON", "Digests", "Files", "WallfarmPluginKit", "Designs", "WallfarmCore",
        "Requests", "RenderPool", "RenderFarm", "Films", "Motion", "CFrames",
      ]),

    // Workshop: tools for authors of templates, themes and plugins.
    module(
      "Authoring", in: .workshop,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "WallfarmPluginKit", "ContentSources",
        "FontFormats", "Graphics", "Designs", "WallfarmCore", "Requests", "PluginHost",
      ]),
    module(
      "Packs", in: .workshop,
      on: [
        "SourceJSON", "Digests", "Files", "Archives", "WallfarmPluginKit",
        "FontFormats", "Graphics", "Designs", "WallfarmCore", "PluginHost", "Motion", "Authoring",
      ]),
    module(
      "Snapshots", in: .workshop,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "Pages", "WallfarmPluginKit",
        "ContentSources", "Graphics", "Perception", "Designs", "WallfarmCore", "Scenes",
        "RenderPool", "Motion", "CResources",
      ],
      excluding: ["Resources"],
      settings: settings),
    module(
      "Gallery", in: .workshop,
      on: [
        "SourceJSON", "Digests", "Files", "Pages", "WallfarmPluginKit", "Graphics", "Designs",
        "WallfarmCore", "RenderPool", "Films", "Motion", "CResources",
      ],
      excluding: ["Resources"]),

    // Stories: applications built on the engine.
    module("Flows", in: .stories, on: ["SourceJSON", "WallfarmPluginKit"], settings: settings),
    module(
      "FlowHosts", in: .stories,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "Pages", "WallfarmPluginKit",
        "Graphics", "Designs", "WallfarmCore", "Requests", "Motion", "Flows", "CResources",
      ],
      excluding: ["Resources"]),
    module(
      "Challenge", in: .stories,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "Processes", "Archives",
        "WallfarmPluginKit", "Languages", "ContentSources", "Graphics", "WallfarmCore",
        "Storage", "CResources",
      ],
      excluding: ["Resources"],
      settings: settings),
    module(
      "PhotoLibrary", in: .stories,
      on: [
        "SourceJSON", "Digests", "Files", "Processes", "WallfarmPluginKit", "Geography",
        "PhotoFormats", "Graphics", "Storage",
      ],
      settings: settings),
    module(
      "LibraryPages", in: .stories,
      on: [
        "SourceJSON", "Digests", "Files", "Work", "Processes", "Pages", "WallfarmPluginKit",
        "Geography", "Graphics", "PhotoLibrary", "CResources",
      ],
      excluding: ["Resources"]),
    module(
      "ShortcutKit", in: .stories,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "Archives", "Pages",
        "WallfarmPluginKit", "Graphics", "Designs", "WallfarmCore", "Mockup", "RenderPool",
        "Motion", "CResources",
      ],
      excluding: ["Resources"]),

    // Service: rendering over HTTP.
    module(
      "Service", in: .service,
      on: [
        "Diagnostics", "SourceJSON", "Digests", "Files", "Work", "Processes", "Archives", "HTTP",
        "WallfarmPluginKit", "ContentSources", "Graphics", "Designs", "WallfarmCore", "Requests",
        "PluginHost", "RenderPool", "Storage", "Fetching", "Films", "Motion", "Authoring",
        "Challenge", "CResources", "CSystem",
      ],
      excluding: ["Resources"]),

    // Program: the command line.
    module("Arguments", in: .program, on: ["Diagnostics"]),
    program(
      "wallfarm-fetch", in: .program,
      on: ["Diagnostics", "SourceJSON", "Files", "Fetching", "CFence", "CFetch", "CSystem"]),
    program(
      "wallfarm", in: .program,
      on: [
        "Diagnostics", "SourceJSON", "Files", "Processes", "HTTP", "Pages", "WallfarmPluginKit",
        "ContentSources", "Geography", "Graphics", "Designs", "WallfarmCore", "Requests", "Scenes",
        "Mockup", "PluginHost", "RenderPool", "Stores", "RenderFarm", "Fetching", "Films", "Motion",
        "FilmJobs", "Authoring", "Packs", "Snapshots", "Gallery", "Flows", "FlowHosts", "Challenge",
        "PhotoLibrary", "LibraryPages", "ShortcutKit", "Service", "Arguments", "BuiltInPlugins",
        "CFence", "CResources", "CMalloc",
      ]),

    // Benchmarks and tests.
    .executableTarget(
      name: "wallfarm-bench",
      dependencies: [
        "Designs", "Files", "PhotoLibrary", "RenderFarm", "RenderPool", "Snapshots", "PluginHost",
        "WallfarmCore", "WallfarmPluginKit", "Graphics", "BuiltInPlugins", "SourceJSON",
      ],
      path: "Benchmarks/WallfarmBench", swiftSettings: plainInTests),

    .executableTarget(
      name: "photo-probe", dependencies: ["Graphics", "WallfarmPluginKit"],
      path: "Tests/PhotoProbe",
      exclude: ["compare.py", "corpora", "make-worst.py", "mutate.py", "verdicts.txt", "worst"],
      swiftSettings: settings),
    .executableTarget(
      name: "carried-notes", dependencies: ["PluginBridge", "BuiltInPlugins"],
      path: "Tests/Carried/Program", swiftSettings: plainInTests),
    .target(
      name: "CarriedNotes", dependencies: ["PluginBridge", "BuiltInPlugins", "CWallfarmPlugin"],
      path: "Tests/Carried/Library", swiftSettings: plainInTests),
    .testTarget(
      name: "PluginHostTests",
      dependencies: [
        "Designs", "Files", "Digests", "PluginHost", "PluginMessages", "PluginBridge",
        "CWallfarmPlugin",
        "CPluginHost",
        "carried-notes",
        "CarriedNotes", "wallfarm", "WallfarmTesting", "WallfarmCore", "Graphics",
        "WallfarmPluginKit", "BuiltInPlugins", "SourceJSON",
      ],
      exclude: ["Fence", "Launcher", "Misbehaving", "Recorded", "__Snapshots__"],
      swiftSettings: plainTestSettings),
    .target(
      name: "WallfarmTesting",
      dependencies: [
        "Designs", "Geography", "WallfarmCore", "WallfarmPluginKit", "Graphics", "SourceJSON",
      ],
      path: "Tests/WallfarmTesting", exclude: ["variable-font.py"], swiftSettings: settings),
    tests(
      of: "FlowHosts",
      and: [
        "Designs", "Flows", "Digests", "Files", "Graphics", "Motion", "WallfarmPluginKit",
        "SourceJSON", "wallfarm",
      ],
      excluding: ["flawless", "play-films.py", "play-page.py", "play-terminal.py"],
      settings: plainTestSettings),
    tests(of: "Diagnostics", settings: plainTestSettings),
    tests(of: "SourceJSON", and: ["Diagnostics"], settings: plainTestSettings),
    tests(of: "Arguments", settings: plainTestSettings),
    tests(of: "WallfarmPluginKit", and: ["SourceJSON"], settings: plainTestSettings),
    tests(of: "Work"),
    tests(of: "Digests", settings: plainTestSettings),
    tests(of: "Files", and: ["WallfarmPluginKit"], settings: plainTestSettings),
    tests(of: "PNG", and: ["Digests", "Graphics"]),
    tests(
      of: "Packs",
      and: [
        "BuiltInPlugins", "Diagnostics", "Files", "FontFormats", "Graphics", "WallfarmCore",
        "WallfarmPluginKit", "SourceJSON",
      ],
      excluding: ["hostile-packs.py"], settings: plainTestSettings),
    tests(of: "FontFormats", and: ["Diagnostics"], settings: plainTestSettings),
    tests(
      of: "Graphics",
      and: ["Digests", "PhotoFormats", "WallfarmPluginKit", "photo-probe", "CPango"],
      excluding: ["judge-heif.py", "make-photos.py", "make-pngs.py"]),
    tests(
      of: "WallfarmCore",
      and: [
        "Authoring", "ContentSources", "Designs", "Files", "FontFormats", "WallfarmPluginKit",
        "BuiltInPlugins", "Graphics", "SourceJSON",
      ],
      settings: plainTestSettings),
    tests(
      of: "ContentSources", and: ["Files", "WallfarmPluginKit", "SourceJSON"],
      settings: plainTestSettings),
    tests(of: "Hyphenation", excluding: ["judge.c"]),
    tests(of: "Languages", and: ["WallfarmPluginKit"], settings: plainTestSettings),
    tests(
      of: "Designs", and: ["Files", "WallfarmPluginKit"],
      settings: plainTestSettings),
    tests(
      of: "Authoring",
      and: [
        "WallfarmCore", "Designs", "Files", "WallfarmPluginKit", "BuiltInPlugins", "Graphics",
        "SourceJSON",
      ],
      excluding: ["Broken"], settings: plainTestSettings),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "Designs", "WallfarmTesting", "WallfarmPluginKit", "WallfarmCore", "Graphics",
        "BuiltInPlugins", "Geography", "Languages", "ContentSources",
        "SourceJSON",
      ],
      exclude: ["__Snapshots__"], swiftSettings: settings),
    tests(of: "Requests", and: ["Files", "WallfarmCore", "WallfarmPluginKit"]),
    tests(
      of: "RenderPool",
      and: [
        "Designs", "Files", "Digests", "Processes", "WallfarmCore", "Graphics",
        "WallfarmPluginKit", "SourceJSON", "BuiltInPlugins", "wallfarm",
      ],
      excluding: ["worker.py"], settings: plainTestSettings),
    tests(
      of: "RenderFarm",
      and: [
        "ContentSources", "Designs", "Files", "RenderPool", "Requests", "SourceJSON", "Storage",
        "Stores", "WallfarmCore", "Graphics", "WallfarmPluginKit", "BuiltInPlugins",
      ],
      excluding: ["worker.py"], settings: plainTestSettings),
    tests(
      of: "Stores", and: ["Digests", "Files", "WallfarmPluginKit"],
      excluding: ["faulty.py", "conditional.py"],
      settings: plainTestSettings),
    tests(
      of: "Challenge",
      and: [
        "Archives", "BuiltInPlugins", "Files", "Storage", "WallfarmCore", "WallfarmPluginKit",
        "SourceJSON",
      ]),
    tests(
      of: "Films", and: ["Digests", "Files", "Graphics", "WallfarmPluginKit"],
      excluding: ["flat.py", "judge.py", "play.py"]),
    tests(
      of: "Motion",
      and: [
        "BuiltInPlugins", "Designs", "Digests", "Files", "Films", "Graphics", "Requests",
        "WallfarmCore", "WallfarmPluginKit", "SourceJSON", "wallfarm",
      ]),
    tests(
      of: "FilmJobs",
      and: [
        "BuiltInPlugins", "Designs", "Files", "Films", "Motion", "RenderFarm", "Requests",
        "WallfarmCore", "WallfarmPluginKit", "SourceJSON", "wallfarm",
      ],
      settings: plainTestSettings),
    tests(
      of: "PhotoLibrary",
      and: ["Files", "Geography", "PhotoFormats", "SourceJSON", "Storage", "WallfarmPluginKit"],
      excluding: ["Headers/make-headers.py"]),
    tests(of: "Geography", and: ["Designs", "Files", "WallfarmPluginKit"]),
    tests(
      of: "LibraryPages",
      and: [
        "Designs", "Files", "Geography", "Graphics", "PhotoLibrary", "WallfarmPluginKit",
        "SourceJSON", "wallfarm",
      ],
      excluding: ["look-through.py"], settings: plainTestSettings),
    tests(of: "HTTP", and: ["WallfarmPluginKit"], settings: plainTestSettings),
    tests(
      of: "Fetching", and: ["WallfarmPluginKit", "SourceJSON", "wallfarm-fetch"],
      excluding: ["server.py"], settings: plainTestSettings),
    tests(
      of: "Service",
      and: [
        "Challenge", "Designs", "Files", "Graphics", "HTTP", "Motion", "RenderPool", "Requests",
        "WallfarmCore", "WallfarmPluginKit", "BuiltInPlugins", "SourceJSON", "wallfarm",
        "wallfarm-fetch",
      ],
      excluding: [
        "agent.py", "between.py", "browse.py", "collector.py", "crowd.py", "examples.py",
        "app", "generated.py", "monitoring.py", "play-client.py", "play-film.py", "play-person.py",
        "repair.py", "repeat.py", "schemathesis.toml", "Webhooks/verify.py",
      ],
      settings: plainTestSettings),
    tests(
      of: "Scenes",
      and: ["Designs", "Graphics", "WallfarmCore", "WallfarmPluginKit", "BuiltInPlugins"],
      settings: plainTestSettings),
    .testTarget(
      name: "SnapshotTests",
      dependencies: [
        "ContentSources", "Designs", "Files", "Motion", "Perception", "Scenes", "Snapshots",
        "WallfarmTesting",
        "WallfarmCore", "Graphics", "WallfarmPluginKit",
        "BuiltInPlugins", "SourceJSON",
      ],
      exclude: ["judge-flip.py", "open-report.py", "__Snapshots__"],
      swiftSettings: settings),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "Designs", "Gallery", "Motion", "WallfarmTesting", "WallfarmCore", "Graphics",
        "WallfarmPluginKit", "BuiltInPlugins", "SourceJSON",
      ],
      exclude: ["open-gallery.py", "open-motions.py", "watch-gallery.py"],
      swiftSettings: plainTestSettings),
    .testTarget(
      name: "ShortcutKitTests",
      dependencies: [
        "Authoring", "Designs", "Files", "Motion", "ShortcutKit", "RenderPool", "Mockup",
        "WallfarmTesting",
        "WallfarmCore",
        "Graphics",
        "WallfarmPluginKit", "BuiltInPlugins", "SourceJSON",
      ],
      exclude: ["open-guide.py", "open-films.py"], swiftSettings: plainTestSettings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "wallfarm", "WallfarmTesting", "Arguments", "Authoring", "BuiltInPlugins", "Designs",
        "Graphics", "RenderFarm", "RenderPool", "Requests", "SourceJSON", "Stores", "WallfarmCore",
        "WallfarmPluginKit",
      ],
      swiftSettings: plainTestSettings),
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "ContentSources", "Designs", "FlowHosts", "Motion", "Requests", "Snapshots", "SourceJSON",
        "WallfarmCore", "WallfarmTesting", "WallfarmPluginKit",
      ],
      exclude: ["Responses", "find-screens.py"], swiftSettings: plainTestSettings),
  ]
)

// For "make test-MODULE", keeps only the tests of that module, so that only its dependencies are
// built.
if let module = Context.environment["WALLFARM_TESTS"] {
  package.targets.removeAll { $0.isTest && $0.name != "\(module)Tests" }
}

// The fuzzers have no main function of their own. `make fuzz` links them with libFuzzer; `make test` only
// compiles them (WALLFARM_FUZZ=compile), to detect changes in the interfaces that they use.
if let purpose = Context.environment["WALLFARM_FUZZ"] {
  let isOnlyCompiled = purpose == "compile"
  for name in ["PhotoFuzzer", "FormatFuzzer", "EncoderFuzzer"] {
    let fuzzer = Target.executableTarget(
      name: name,
      dependencies: [
        "Challenge", "FilmJobs", "Films", "Motion", "PhotoLibrary", "RenderFarm", "RenderPool",
        "Requests", "Snapshots", "PluginHost",
        "Authoring",
        "ContentSources",
        "HTTP", "Service", "Fetching", "WallfarmCore", "PhotoFormats", "FontFormats", "Packs",
        "Designs", "Files", "Processes", "Graphics", "WallfarmPluginKit", "BuiltInPlugins",
        "PluginMessages", "SourceJSON",
      ],
      path: "Fuzz/\(name)", swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
      // Export the fuzzer's symbols, because the instrumented decoder libraries that the fuzzer
      // loads depend on them.
      linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])])
    package.targets.append(
      isOnlyCompiled
        ? .target(
          name: name, dependencies: fuzzer.dependencies, path: fuzzer.path,
          swiftSettings: plainInTests)
        : fuzzer)
  }
}
