// The templates that the app offers, in their order.

export const offered = ['lock', 'banner', 'ahead', 'countdown', 'agenda', 'habit-grid', 'month', 'year-dots', 'quote'];

/** Chooses a template. An empty list for each needed kind means: nothing yet. */
export function chooseTemplate(person, template) {
  person.lock.template = template.name;
  // Settings of another template would be refused.
  const isKnown = key => key.startsWith('photo.') || template.parameters?.includes(key.split('.').pop());
  const kept = Object.entries(person.lock.set ?? {}).filter(([key]) => isKnown(key));
  if (person.lock.set) person.lock.set = Object.fromEntries(kept);
  for (const need of template.needs ?? []) {
    if (need !== 'notes') (person.content ??= {})[need] ??= [];
  }
}
