/** Retries, time limits, cancellation and errors, tested with a server of scripted responses. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Wallfarm, WallfarmError } from '../wallfarm.js'
import { problem, startScript } from './service.mjs'

const request = { devices: 'iphone15', notes: ['Buy milk'] }
const picture = { headers: { 'Content-Type': 'image/png' }, body: 'PNG' }
const refused = (seconds = 7) => problem(429, 'queue-full', { headers: { 'Retry-After': `${seconds}` } })
const lost = (request, response) => response.destroy()
const silent = () => {}

/** Runs a test with a client of a scripted server; the client records its pauses instead of waiting. */
async function withScript(answers, run, options = {}) {
  const script = await startScript(...answers)
  const pauses = []
  const sleep = async milliseconds => void pauses.push(milliseconds)
  try {
    await run(new Wallfarm({ url: script.url, key: 'k', sleep, ...options }), script, pauses)
  } finally {
    await script.stop()
  }
}

const failure = promise => promise.then(() => assert.fail('the call succeeds'), error => error)

test('a retry waits as long as Retry-After says', () =>
  withScript([refused(7), refused(3), picture], async (wallfarm, script, pauses) => {
    assert.equal(await (await wallfarm.render(request)).text(), 'PNG')
    assert.deepEqual(pauses, [7000, 3000])
    assert.deepEqual(script.requests.map(each => each.body.toString()), Array(3).fill(JSON.stringify(request)))
  }))

test('Retry-After may be a date', () => {
  const headers = { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() }
  return withScript([problem(503, 'shutting-down', { headers }), picture], async (wallfarm, _, pauses) => {
    await wallfarm.render(request, { timeout: Infinity })
    assert.ok(pauses[0] > 3_000_000 && pauses[0] <= 3_600_000, `${pauses}`)
  })
})

test('retries end, with the error of the last response', () =>
  withScript(Array(9).fill(refused(1)), async (wallfarm, script) => {
    const error = await failure(wallfarm.render(request, { retries: 2 }))
    assert.deepEqual([error.code, error.status, error.retryAfter], ['queue-full', 429, 1])
    assert.equal(script.requests.length, 3)
  }))

test('a wait that exceeds the timeout is not begun', () =>
  withScript([refused(3600), picture], async (wallfarm, script, pauses) => {
    assert.equal((await failure(wallfarm.render(request))).retryAfter, 3600)
    assert.deepEqual([pauses, script.left], [[], 1])
  }))

for (const [status, code] of [
  [400, 'invalid-json'], [401, 'key-missing'], [403, 'origin-refused'], [404, 'not-found'], [409, 'conflict'],
  [410, 'gone'], [412, 'person-changed'], [413, 'too-large'], [415, 'wrong-type'], [422, 'unknown-theme'],
  [500, 'font-missing'], [503, 'store-full'],
]) {
  test(`${status} ${code} is not retried`, () =>
    withScript([problem(status, code), picture], async (wallfarm, script) => {
      assert.equal((await failure(wallfarm.render(request))).code, code)
      assert.equal(script.left, 1)
    }))
}

for (const status of [502, 503, 504]) {
  test(`${status} of a proxy is retried`, () =>
    withScript([{ status, headers: { 'Content-Type': 'text/html' } }, picture], async wallfarm =>
      assert.equal((await wallfarm.render(request)).type, 'image/png')))
}

test('a render is repeated after a lost response', () =>
  withScript([lost, lost, picture], async (wallfarm, _, pauses) => {
    assert.equal((await wallfarm.render(request)).type, 'image/png')
    assert.equal(pauses.length, 2)
    assert.ok(pauses.every(pause => pause > 100 && pause <= 500), `${pauses}`)
  }))

const addresses = { read: '/p/rX', write: '/p/wX' }
for (const [name, call] of Object.entries({
  'the start of a challenge': wallfarm => wallfarm.person(addresses).startChallenge({ goal: 500, photo: 'x' }),
  'a health export': wallfarm => wallfarm.person(addresses).countSteps(new Blob(['x'])),
  'a conditional change': wallfarm => wallfarm.person(addresses).setContent({ notes: [] }, { ifMatch: '"1"' }),
  'a stream': wallfarm => wallfarm.uploadPhoto(new Blob(['x']).stream()),
})) {
  test(`${name} is not repeated after a lost response`, () =>
    withScript([lost, picture], async (wallfarm, script) => {
      const error = await failure(call(wallfarm))
      assert.deepEqual([error.code, error.status], ['no-response', 0])
      assert.equal(script.left, 1)
    }))
}

test('the creation of a person is repeated with its idempotency key', () => {
  const created = { status: 201, body: JSON.stringify({ id: 'x', ...addresses }) }
  return withScript([refused(), lost, created], async (wallfarm, script) => {
    const { person, warnings } = await wallfarm.createPerson({ device: 'iphone15' })
    assert.deepEqual([person.toJSON(), warnings], [{ id: 'x', ...addresses }, []])
    const keys = script.requests.map(each => each.headers['idempotency-key'])
    assert.equal(keys.length, 3)
    assert.ok(keys.every(key => key === keys[0] && /^"[0-9a-f-]{36}"$/.test(key)), `${keys}`)
  })
})

test('a deletion whose response was lost succeeds', () =>
  withScript([lost, problem(404, 'not-found')], wallfarm => wallfarm.erasePhoto('sha256-x')))

test('a deletion is repeated behind a proxy', () =>
  withScript([{ status: 502 }, problem(404, 'not-found')], wallfarm => wallfarm.erasePerson('x')))

test('a long timeout does not end at once', () =>
  withScript([picture], async wallfarm =>
    assert.equal((await wallfarm.render(request, { timeout: 2 ** 31 })).type, 'image/png')))

test('another implementation of fetch can be used', () => {
  const other = async url => ({
    status: 200, ok: true, headers: new Headers({ 'Content-Type': 'text/plain' }),
    arrayBuffer: async () => new TextEncoder().encode(url).buffer,
  })
  return withScript([], async (wallfarm, { url }) => {
    assert.equal(await wallfarm.filmText('hook', 'iphone15'), `${url}/v1/motions/hook/iphone15.en.txt`)
  }, { fetch: other })
})

test('a client waits until a service is ready', () =>
  withScript([lost, ...Array(8).fill({ status: 503 }), { body: 'ready' }], async (wallfarm, script, pauses) => {
    await wallfarm.waitUntilReady()
    assert.deepEqual([script.left, pauses.length], [0, 9])
    assert.ok(pauses.every(pause => pause <= 8000), `${pauses}`)
  }))

test('the key of the environment goes to its service only', async () => {
  const script = await startScript(picture, picture)
  Object.assign(process.env, { WALLFARM_URL: script.url + '/', WALLFARM_KEY: 'secret' })
  try {
    await (await new Wallfarm().render(request)).text()
    await (await new Wallfarm({ url: script.url }).render(request)).text()
    assert.deepEqual(script.requests.map(each => each.headers.authorization), ['Bearer secret', undefined])
  } finally {
    delete process.env.WALLFARM_URL
    delete process.env.WALLFARM_KEY
    await script.stop()
  }
})

test('a deletion of an unknown photo fails', () =>
  withScript([problem(404, 'not-found')], async wallfarm =>
    assert.equal((await failure(wallfarm.erasePhoto('sha256-x'))).code, 'not-found')))

test('an upload opens its stream again for each attempt', () =>
  withScript([refused(), { status: 201, body: '{"photo": "sha256-x"}' }], async (wallfarm, script) => {
    const name = await wallfarm.uploadPhoto(() => new Blob(['photo']).stream())
    assert.equal(name, 'sha256-x')
    assert.deepEqual(script.requests.map(each => each.body.toString()), ['photo', 'photo'])
  }))

test('a service that is silent is a timeout', () =>
  withScript([silent], async wallfarm => {
    const error = await failure(wallfarm.devices({ timeout: 20 }))
    assert.ok(error instanceof WallfarmError)
    assert.deepEqual([error.code, error.status], ['timeout', 0])
  }))

test('a response that ends early is an error, as bytes and as a stream', () => {
  const ends = (request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': 10 })
    response.write('PN', () => response.destroy())
  }
  return withScript([ends, ends], async wallfarm => {
    const download = await wallfarm.render(request)
    assert.equal(download.size, 10)
    assert.equal((await failure(download.bytes())).code, 'no-response')
    const stream = (await wallfarm.render(request)).stream()
    assert.equal((await failure(new Response(stream).text())).code, 'no-response')
  })
})

test('the time limit covers the body', () => {
  const stops = (request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('[')
  return withScript([stops], async wallfarm =>
    assert.equal((await failure(wallfarm.themes({ timeout: 300 }))).code, 'timeout'))
})

test('an aborted signal throws its reason, also during the response', async () => {
  const reason = new Error('the user left')
  const begins = (request, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).write('PN')
  await withScript([silent, begins, refused()], async (wallfarm, script) => {
    const first = new AbortController()
    const call = failure(wallfarm.render(request, { signal: first.signal }))
    while (script.requests.length === 0) await new Promise(setImmediate)
    first.abort(reason)
    assert.equal(await call, reason)
    const second = new AbortController()
    const download = await wallfarm.render(request, { signal: second.signal })
    const reader = download.stream().getReader()
    assert.equal(new TextDecoder().decode((await reader.read()).value), 'PN')
    second.abort(reason)
    assert.equal(await failure(reader.read()), reason)
    assert.equal(await failure(wallfarm.render(request, { signal: AbortSignal.abort(reason) })), reason)
    assert.equal(script.requests.length, 2)
  })
})

test('an abort ends the wait before a retry', async () => {
  const reason = new Error('the user left')
  const script = await startScript(refused(30))
  try {
    const controller = new AbortController()
    const wallfarm = new Wallfarm({ url: script.url })
    const call = failure(wallfarm.render(request, { signal: controller.signal }))
    while (script.left > 0) await new Promise(setImmediate)
    controller.abort(reason)
    assert.equal(await call, reason)
  } finally {
    await script.stop()
  }
})

test('the key goes to its routes only, and may change', () => {
  const keys = ['first', 'second']
  const tag = { ETag: '"1"' }
  return withScript([
    picture, picture, { body: '[]', headers: tag }, picture, { status: 204 },
  ], async (wallfarm, script) => {
    await wallfarm.render(request)
    await wallfarm.render(request)
    await wallfarm.devices()
    await wallfarm.person(addresses).picture('home', { format: 'jpeg' })
    await wallfarm.revoke('https://pictures.example/w/one.1.x/digest.png').catch(() => {})
    const sent = script.requests.map(each => [each.method, each.url, each.headers.authorization])
    assert.deepEqual(sent, [
      ['POST', '/v1/render', 'Bearer first'], ['POST', '/v1/render', 'Bearer second'],
      ['GET', '/v1/devices', undefined], ['GET', '/p/rX/home.jpg', undefined],
      ['DELETE', '/w/one.1.x/digest.png', 'Bearer third'],
    ])
  }, { key: async () => keys.shift() ?? 'third' })
})

test('lists are revalidated by their tags', () =>
  withScript([
    { body: '[{"name": "paper"}]', headers: { ETag: '"1"' } }, { status: 304, headers: { ETag: '"1"' } },
    { body: '[{"name": "fog"}]', headers: { ETag: '"2"' } },
  ], async (wallfarm, script) => {
    const lists = [await wallfarm.themes(), await wallfarm.themes(), await wallfarm.themes()]
    assert.deepEqual(lists.map(list => list[0].name), ['paper', 'paper', 'fog'])
    assert.notEqual(lists[0], lists[1])
    const known = script.requests.map(each => each.headers['if-none-match'])
    assert.deepEqual(known, [undefined, '"1"', '"1"'])
  }))

test('an error has every fact of the problem document', () => {
  const origin = { kind: 'file', path: 'request', line: 1, column: 35, text: 'request:1:35' }
  const fix = [{ op: 'replace', path: '/theme', value: 'paper' }]
  const answer = problem(422, 'unknown-theme', { origin, fix, hint: "did you mean 'paper'?", class: 'invalid' })
  return withScript([answer], async wallfarm => {
    const error = await failure(wallfarm.render(request))
    assert.ok(error instanceof WallfarmError && error instanceof Error)
    const { name, code, status, place, hint, message } = error
    assert.deepEqual({ name, code, status, place, hint, message }, {
      name: 'WallfarmError', code: 'unknown-theme', status: 422, place: 'request:1:35',
      hint: "did you mean 'paper'?", message: 'it is unknown-theme',
    })
    assert.deepEqual([error.origin, error.fix], [origin, fix])
    assert.deepEqual(error.errors.map(each => [each.code, each.place, each.class]), [
      ['unknown-theme', 'request:1:35', 'invalid'],
    ])
  })
})

test('a response of another service is no picture list', () =>
  withScript([{ body: '<html>', headers: { 'Content-Type': 'text/html' } }], async wallfarm =>
    assert.equal((await failure(wallfarm.openAPI())).code, 'unexpected-response')))

test('a redirect is not followed', () =>
  withScript([{ status: 307, headers: { Location: 'http://127.0.0.1:9/' } }], async wallfarm =>
    assert.equal((await failure(wallfarm.render(request, { retries: 0 }))).code, 'no-response')))

test('a batch keeps its concurrency, and cancels when its loop is left', () => {
  let [running, most] = [0, 0]
  const slow = (request, response) => {
    most = Math.max(most, ++running)
    setImmediate(() => (running--, response.writeHead(200, { 'Content-Type': 'image/png' }).end('PNG')))
  }
  let asked = 0
  function* requests() {
    for (; asked < 1000; asked++) yield { ...request, id: `job-${asked}` }
  }
  return withScript([...Array(20).fill(slow), ...Array(1000).fill(silent)], async (wallfarm, script) => {
    const seen = []
    for await (const { index, request, download, error } of wallfarm.renderAll(requests(), { concurrency: 3 })) {
      assert.deepEqual([request.id, error, await download.text()], [`job-${index}`, null, 'PNG'])
      seen.push(index)
      if (seen.length === 20) break
    }
    assert.equal(new Set(seen).size, 20)
    assert.ok(most <= 3 && most >= 1, `${most}`)
    assert.ok(asked <= 23, `${asked}`)
  })
})
