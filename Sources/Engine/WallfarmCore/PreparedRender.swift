/// A wallpaper with composed layers and decoded photos, but without pixels.
package struct PreparedRender {
  let composed: ComposedPlan
  var clock: StageClock
}
