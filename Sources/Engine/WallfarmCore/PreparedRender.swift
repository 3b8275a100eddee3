/// A wallpaper whose layers are composed but not yet drawn.
package struct PreparedRender {
  let composed: ComposedPlan
  var clock: StageClock
}
