/// A plan, and the layers that its plugins make for it.
struct ComposedPlan {
  let plan: RenderPlan
  let composition: Composition
}
