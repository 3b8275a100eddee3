/** Uses of the types, which TypeScript checks; nothing here runs. */

import {
  applyFix, applyPatch, Archive, Download, Person, RenderRequest, Wallfarm, WallfarmError,
} from '../wallfarm.js'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false
function expectType<Expected>() {
  return <Actual>(_: Actual & (Equal<Actual, Expected> extends true ? unknown : never)) => {}
}

export async function usage(wallfarm: Wallfarm, signal: AbortSignal) {
  const request: RenderRequest = {
    devices: ['iphone15', 'ipads'], notes: ['Buy milk', { text: 'Call Ana', done: true, due: '2030-12-24' }],
    theme: 'paper', quality: 'lossless', 'color-space': 'display-p3', set: { numbers: 'box' },
    content: { dates: { title: 'Party', date: '2030-12-24' }, progress: [{ value: 1, goal: 2 }] },
  }
  expectType<Download>()(await wallfarm.render(request, { signal, timeout: 1000, retries: 0, photo: new Blob() }))
  expectType<Archive>()(await wallfarm.archive(request))
  expectType<Date>()((await wallfarm.address(request, { lifetime: 3600 })).expires)

  const jobs = [{ devices: 'iphone15', user: 7 }]
  for await (const result of wallfarm.renderAll(jobs, { concurrency: 8 })) {
    expectType<number>()(result.request.user)
    // The error decides whether there is a picture.
    if (result.error) expectType<null>()(result.download)
    else expectType<ReadableStream<Uint8Array>>()(result.download.stream())
  }
  for await (const line of wallfarm.addresses(request)) {
    if (line.error === null) expectType<string>()(line.address)
    else expectType<WallfarmError>()(line.error)
  }

  // A picture can be absent only if the caller passes an `etag`.
  expectType<Download>()(await wallfarm.picture('/w/x/y.png'))
  expectType<Download | null>()(await wallfarm.picture('/w/x/y.png', { etag: '"1"' }))
  expectType<Download>()(await wallfarm.film('hook', 'iphone15', { range: { start: 0 }, language: 'de' }))
  expectType<Download | null>()(await wallfarm.frame('hook', 'iphone15', { seconds: 1, etag: '"1"' }))

  expectType<string>()(await wallfarm.uploadPhoto(() => new Blob().stream()))
  const { person, warnings } = await wallfarm.createPerson({ device: 'iphone15', home: 'keep', lock: { theme: 'fog' } })
  expectType<'lock' | 'home'>()(warnings[0].screen)
  expectType<Person>()(wallfarm.person(JSON.parse(JSON.stringify(person))))
  expectType<Download | null>()(await person.picture('home', { format: 'jpeg', etag: null }))
  await person.setContent({ notes: ['Tea'] }, { ifMatch: (await person.load()).etag })
  await person.setContent('- Tea', { type: 'text/markdown' })
  await person.update(stored => { stored.language = 'cs' })
  await person.update(async stored => ({ ...stored, home: 'keep' as const }))

  try {
    await wallfarm.render(request)
  } catch (error) {
    if (error instanceof WallfarmError && error.fix) expectType<RenderRequest>()(applyFix(request, error))
  }
  applyPatch(request, [{ op: 'move', from: '/theme', path: '/template' }])

  // @ts-expect-error: a request must have 'devices'
  await wallfarm.render({ notes: ['Buy milk'] })
  // @ts-expect-error: 'device' is a key of people
  await wallfarm.render({ device: 'iphone15' })
  // @ts-expect-error: a note must have a text
  await wallfarm.render({ devices: 'iphone15', notes: [{ done: true }] })
  // @ts-expect-error: a string needs a media type
  await person.setContent('- Tea')
  // @ts-expect-error: 'gif' is not a picture format
  await person.picture('lock', { format: 'gif' })
  // @ts-expect-error: only the client creates errors
  new WallfarmError()
  // @ts-expect-error: 'add' needs a value
  applyPatch(request, [{ op: 'add', path: '/theme' }])
}
