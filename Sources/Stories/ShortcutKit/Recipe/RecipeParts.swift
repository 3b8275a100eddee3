import WallfarmCore

extension ShortcutRecipe {
  /// The groups of actions, in order.
  ///
  /// A wallpaper that is chosen from the app's list exists only on one phone. Therefore, the
  /// shortcut gets all wallpapers and selects one by its number, which works on every phone.
  var parts: [RecipePart] {
    var builder = RecipeBuilder()
    builder.begin(.number)
    let all = builder.add(.wallpapers, [RecipeSetting(.type, .word(.all))])
    let wallpaper = builder.add(
      .item,
      [
        RecipeSetting(.which, .word(.index)),
        RecipeSetting(.index, .number(product?.preset.number), note: .index),
        RecipeSetting(.list, .result(all)),
      ])
    switch source {
    case .folders: addFolders(to: &builder, wallpaper)
    case .address: addAddress(to: &builder, wallpaper)
    }
    return builder.parts
  }

  /// All actions, without their groups.
  package var actions: [RecipeAction] { parts.flatMap(\.actions) }

  /// Adds the actions for a recipe with folders.
  ///
  /// The actions for the lock screen come first, because the guide asks for the lock screen's
  /// folder first.
  private func addFolders(to builder: inout RecipeBuilder, _ wallpaper: RecipeResult) {
    builder.begin(.lock)
    let lock = Self.picture(of: "LockScreen", &builder)
    builder.add(.condition, Self.hasValue(lock))
    builder.add(.set, Self.setting(wallpaper, to: lock, .lock), note: .set)
    builder.add(.otherwise)
    builder.add(.notify, Self.notice(.empty))
    builder.add(.stop)
    builder.add(.end)
    builder.begin(.home)
    let home = Self.picture(of: "HomeScreen", &builder)
    Self.addHome(to: &builder, wallpaper, image: home)
    builder.begin(.finish)
    builder.add(.notify, Self.notice(.done))
  }

  private func addAddress(to builder: inout RecipeBuilder, _ wallpaper: RecipeResult) {
    builder.begin(.lock)
    let lock = builder.add(.fetch, Self.fetching(.lock))
    builder.add(.set, Self.setting(wallpaper, to: lock, .lock), note: .set)
    builder.begin(.home)
    let home = builder.add(.fetch, Self.fetching(.home))
    Self.addHome(to: &builder, wallpaper, image: home)
  }

  /// Adds the actions that set the home screen, which run only if there is a picture for it.
  private static func addHome(
    to builder: inout RecipeBuilder, _ wallpaper: RecipeResult, image: RecipeResult
  ) {
    builder.add(.condition, hasValue(image))
    builder.add(.set, setting(wallpaper, to: image, .home))
    builder.add(.end, note: .end)
  }

  /// Adds the actions that get the single picture in a folder, or nothing if the folder is empty.
  private static func picture(of folder: String, _ builder: inout RecipeBuilder) -> RecipeResult {
    let contents = builder.add(
      .folder,
      [
        RecipeSetting(.folder, .folder(folder), note: .folder),
        RecipeSetting(.recursive, .word(.off)),
      ])
    return builder.add(
      .item,
      [
        RecipeSetting(.which, .word(.first), note: .picture),
        RecipeSetting(.list, .result(contents)),
      ])
  }

  private static func fetching(_ address: RecipeSetting.Typed) -> [RecipeSetting] {
    [
      RecipeSetting(.url, .typed(address), note: .url), RecipeSetting(.method, .word(.get)),
      RecipeSetting(.headers, .word(.nothing)),
    ]
  }

  private static func hasValue(_ result: RecipeResult) -> [RecipeSetting] {
    [
      RecipeSetting(.input, .result(result)),
      RecipeSetting(.condition, .word(.any), note: .condition),
    ]
  }

  private static func setting(
    _ wallpaper: RecipeResult, to image: RecipeResult, _ screen: RecipeSetting.Word
  ) -> [RecipeSetting] {
    [
      RecipeSetting(.wallpaper, .result(wallpaper), note: .wallpaper),
      RecipeSetting(.image, .result(image)),
      RecipeSetting(.screens, .word(screen), note: .screens),
      RecipeSetting(.preview, .word(.off), note: .preview),
      RecipeSetting(.crop, .word(.off), note: .crop),
      RecipeSetting(.blur, .word(.off), note: .blur),
      RecipeSetting(.zoom, .word(.offWhereShown), note: .zoom),
    ]
  }

  private static func notice(_ body: RecipeSetting.Typed) -> [RecipeSetting] {
    [
      RecipeSetting(.body, .typed(body)), RecipeSetting(.title, .word(.nothing)),
      RecipeSetting(.sound, .word(.off), note: .sound),
      RecipeSetting(.attachment, .word(.nothing)),
    ]
  }
}
