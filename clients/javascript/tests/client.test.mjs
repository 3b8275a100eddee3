/** Tests every method of the client with a real service. */

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { Archive, Download, Person, verifyWebhook, Wallfarm, WallfarmError } from '../wallfarm.js'
import { KEY, root, startService } from './service.mjs'

const photo = new URL('Flows/unwalk/lake.jpg', root)
const request = { devices: 'iphonese3', notes: ['Buy milk', { text: 'Call Ana', done: true }] }
let service, wallfarm

before(async () => {
  service = await startService('--people', '--flow', 'notewall', '--webhook-to', 'hooks.invalid')
  wallfarm = new Wallfarm({ url: service.url + '/', key: KEY, timeout: 600_000 })
})
after(() => service.stop())

const failure = promise => promise.then(() => assert.fail('the call succeeds'), error => error)

/** The width and height in the header of a PNG. */
function size(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  assert.equal(view.getUint32(0), 0x89504e47)
  return [view.getUint32(16), view.getUint32(20)]
}

async function readAll(stream) {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

test('a picture is bytes, a Blob, an ArrayBuffer or a stream', async () => {
  const download = await wallfarm.render(request)
  assert.ok(download instanceof Download)
  const bytes = await download.bytes()
  assert.deepEqual(size(bytes), [750, 1334])
  assert.deepEqual([download.type, download.size], ['image/png', bytes.length])
  assert.deepEqual([download.expires, download.warnings, download.range], [null, [], null])
  const blob = await download.blob()
  assert.deepEqual([blob.type, blob.size], ['image/png', bytes.length])
  assert.deepEqual(new Uint8Array(await download.arrayBuffer()), bytes)
  assert.deepEqual(await readAll(download.stream()), bytes)
  const again = await wallfarm.render(request)
  assert.equal(again.etag, download.etag)
  assert.deepEqual(await readAll(again.stream()), bytes)
})

test('a canceled picture leaves the client usable', async () => {
  const download = await wallfarm.render(request)
  await download.stream().cancel()
  await (await wallfarm.render(request)).cancel()
  assert.equal(await wallfarm.isReady(), true)
})

test('a picture of the day expires, and has warnings', async () => {
  const download = await wallfarm.render({
    devices: 'iphonese3', template: 'month', zone: 'Europe/Prague', now: '2026-12-24T18:00', format: 'jpeg',
    notes: ['Unused'],
  })
  assert.equal(download.type, 'image/jpeg')
  assert.equal(download.expires.toISOString(), '2026-12-24T23:00:00.000Z')
  assert.deepEqual(download.warnings, ['notes-unused'])
})

test('an invalid request reports every error with code, place and hint', async () => {
  const error = await failure(wallfarm.render({ devices: 'iphone51', theme: 'papre', notes: ['x'] }))
  assert.ok(error instanceof WallfarmError)
  assert.deepEqual([error.status, error.code, error.place], [422, 'unknown-device', 'request:1:12'])
  assert.match(error.hint, /iphone15/)
  assert.deepEqual(error.errors.map(each => each.code), ['unknown-device', 'unknown-theme'])
  assert.equal(error.retryAfter, null)
  assert.match(error.requestId, /^[0-9a-v]{13}$/)
})

test('an unknown key is refused', async () => {
  const stranger = new Wallfarm({ url: service.url, key: 'another-key-23456789012345' })
  assert.equal((await failure(stranger.render(request))).status, 401)
  assert.equal((await failure(new Wallfarm({ url: service.url }).render(request))).code, 'key-missing')
})

test('a photo and a calendar are sent with the request', async () => {
  const calendar = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20261224T000000Z',
    'DTSTART:20261224T180000Z', 'SUMMARY:Dinner', 'END:VEVENT', 'END:VCALENDAR', '',
  ].join('\r\n')
  const download = await wallfarm.render(
    { devices: 'iphonese3', template: 'agenda', zone: 'UTC', now: '2026-12-24T12:00' },
    { photo: new Blob([await readFile(photo)]), content: new Blob([calendar], { type: 'text/calendar' }) })
  assert.deepEqual(size(await download.bytes()), [750, 1334])
})

test('a photo is uploaded from a Blob and from a stream, used, and erased', async () => {
  const name = await wallfarm.uploadPhoto(new Blob([await readFile(photo)]))
  assert.match(name, /^sha256-[0-9a-f]{64}$/)
  assert.equal(await wallfarm.uploadPhoto(createReadStream(photo)), name)
  assert.equal(await wallfarm.uploadPhoto(() => createReadStream(photo)), name)
  const [plain, drawn] = await Promise.all([wallfarm.render(request), wallfarm.render({ ...request, photo: name })])
  assert.notEqual(plain.etag, drawn.etag)
  await Promise.all([plain.cancel(), drawn.cancel()])
  await wallfarm.erasePhoto(name)
  assert.equal((await failure(wallfarm.render({ ...request, photo: name }))).code, 'photo-unreadable')
  assert.equal((await failure(wallfarm.erasePhoto(name))).status, 404)
})

test('a theme and its image are uploaded, shared and erased', async () => {
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
  const file = await wallfarm.uploadImage(new Blob([logo]))
  const theme = { format: 1, summary: 'A test.', extends: 'paper', images: [{ file, place: 'bottom', points: 30 }] }
  const name = await wallfarm.uploadTheme(theme)
  const drawn = []
  for (const each of [name, theme, 'paper']) {
    drawn.push(Buffer.from(await (await wallfarm.render({ ...request, theme: each })).bytes()).toString('base64'))
  }
  assert.notEqual(drawn[0], drawn[2])
  assert.notEqual(drawn[1], drawn[2])
  const { uploads, people } = await wallfarm.usage()
  assert.ok(uploads.used >= 2 && uploads.limit === null && people.limit === null)
  await wallfarm.share('theme', name)
  await wallfarm.share('theme', name, false)
  await wallfarm.eraseUpload('theme', name)
  assert.equal((await failure(wallfarm.render({ ...request, theme: name }))).code, 'upload-missing')
  await wallfarm.eraseUpload('image', file)
  assert.equal((await failure(wallfarm.eraseUpload('font', file))).status, 404)
  assert.equal((await failure(wallfarm.uploadFont(new Blob(['a font'])))).code, 'font-format')
})

test('a webhook is created, tested and erased', async () => {
  const url = 'https://hooks.invalid/wallfarm'
  const secret = await wallfarm.putWebhook('app', { url, events: ['picture.changed'] })
  assert.match(secret, /^whsec_/)
  assert.equal(await wallfarm.putWebhook('app', { url, events: ['source.failed'], secret }), null)
  const [hook] = await wallfarm.webhooks()
  assert.deepEqual([hook.name, hook.url, hook.events, hook.disabled], ['app', url, ['source.failed'], null])
  assert.match(await wallfarm.testWebhook('app'), /^msg_/)
  const other = wallfarm.putWebhook('app', { url: 'https://other.invalid/', events: ['source.failed'] })
  assert.equal((await failure(other)).code, 'host-refused')
  await wallfarm.eraseWebhook('app')
  assert.deepEqual(await wallfarm.webhooks(), [])
  assert.equal((await failure(wallfarm.testWebhook('app'))).status, 404)
})

test('only signed and recent messages of webhooks are accepted', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = JSON.stringify({ type: 'picture.changed', timestamp: '2026-11-30T07:15:03Z', data: { person: 'ä' } })
  const time = 1_700_000_000
  const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(`msg_1.${time}.${body}`).digest('base64')
  const headers = { 'Webhook-Id': 'msg_1', 'webhook-timestamp': `${time}`, 'webhook-signature': `v1,x v1,${signature}` }
  const now = time * 1000
  assert.deepEqual((await verifyWebhook(secret, headers, body, { now })).data, { person: 'ä' })
  assert.equal((await verifyWebhook(secret, headers, Buffer.from(body), { now })).type, 'picture.changed')
  const late = { now: now + 301_000 }
  for (const [key, given, text, options] of [
    [secret, headers, `${body} `, { now }], [secret, headers, body, late], [secret, {}, body, { now }],
    [`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body, { now }],
    [secret, { ...headers, 'Webhook-Id': 'msg_2' }, body, { now }],
    [secret, { ...headers, 'webhook-signature': `v2,${signature}` }, body, { now }],
  ]) await assert.rejects(verifyWebhook(key, given, text, options), TypeError)
})

test('an archive has the pictures and receipts of all devices', async () => {
  const archive = await wallfarm.archive({ ...request, devices: ['iphonese3', 'iphone15'] })
  assert.ok(archive instanceof Archive)
  const pixels = { iphonese3: [750, 1334], iphone15: [1179, 2556] }
  assert.deepEqual([...archive.pictures.keys()].sort(), ['iphone15', 'iphonese3'])
  for (const [device, picture] of archive.pictures) {
    assert.equal(picture.type, 'image/png')
    assert.deepEqual(size(new Uint8Array(await picture.arrayBuffer())), pixels[device])
    assert.equal(archive.receipts.get(device).bytes, picture.size)
  }
  assert.equal((await failure(wallfarm.archive(request))).code, 'unexpected-response')
  assert.equal((await failure(wallfarm.archive({ ...request, devices: ['iphonese3', 'x'] }))).code, 'unknown-device')
})

test('a batch returns each picture or error', async () => {
  const requests = [request, { ...request, theme: 'papre' }, { ...request, theme: 'paper' }]
  const results = []
  for await (const result of wallfarm.renderAll(requests, { concurrency: 2 })) results[result.index] = result
  assert.deepEqual(results.map(each => each.request), requests)
  assert.deepEqual(results.map(each => each.error?.code), [undefined, 'unknown-theme', undefined])
  assert.deepEqual(size(await results[2].download.bytes()), [750, 1334])
})

test('a picture has an address, which can be revoked', async () => {
  const { address, expires, receipt } = await wallfarm.address(request, { lifetime: 3600 })
  assert.ok(address.startsWith(service.url + '/w/'))
  assert.ok(expires > new Date() && expires < new Date(Date.now() + 3_700_000))
  assert.equal(receipt.device.id, 'iphonese3')
  const visitor = new Wallfarm({ url: service.url })
  const picture = await visitor.picture(address)
  assert.deepEqual(size(await picture.bytes()), [750, 1334])
  assert.equal(await visitor.picture(address, { etag: picture.etag }), null)
  await wallfarm.revoke(address)
  assert.equal((await failure(visitor.picture(address))).status, 410)
  const several = { ...request, devices: ['iphonese3', 'iphone15'] }
  assert.equal((await failure(wallfarm.address(several))).code, 'unexpected-response')
})

test('addresses of several devices arrive one by one', async () => {
  const lines = []
  for await (const line of wallfarm.addresses({ ...request, devices: ['iphonese3', 'iphone15'] })) lines.push(line)
  assert.deepEqual(lines.map(line => line.device).sort(), ['iphone15', 'iphonese3'])
  for (const { device, address, receipt, error } of lines) {
    assert.deepEqual([error, receipt.device.id], [null, device])
    await (await wallfarm.picture(address)).cancel()
  }
  for await (const line of wallfarm.addresses(request)) assert.equal(line.device, 'iphonese3')
})

test('an address that fails is a line with an error', async () => {
  // 40 long notes fit only on the tablet.
  const notes = Array.from({ length: 40 }, (_, index) => `${index} ` + 'a long note with many words '.repeat(4))
  const lines = []
  const both = { devices: ['iphonese3', 'ipadpro13'], notes, overflow: 'fail' }
  for await (const line of wallfarm.addresses(both)) lines.push(line)
  const failed = lines.find(line => line.error)
  assert.ok(failed, JSON.stringify(lines.map(line => line.device)))
  assert.ok(failed.error instanceof WallfarmError)
  assert.equal(failed.device, 'iphonese3')
})

test('films, frames and their text', async () => {
  const [motion] = await wallfarm.motions()
  assert.ok(motion.name)
  const still = await wallfarm.frame('hook', 'iphone15')
  assert.deepEqual(size(await still.bytes()), [1179, 2556])
  assert.equal(await wallfarm.frame('hook', 'iphone15', { etag: still.etag }), null)
  const frame = await wallfarm.frame('hook', 'iphone15', { seconds: 1.5 })
  assert.notEqual(frame.etag, still.etag)
  await frame.cancel()
  assert.ok((await wallfarm.filmText('hook', 'iphone15')).length > 20)
  const film = await wallfarm.film('hook', 'iphonese3', { reduced: true })
  const bytes = await film.bytes()
  assert.equal(film.type, 'video/mp4')
  const range = { range: { start: 4, end: 11 }, ifRange: film.etag }
  const part = await wallfarm.film('hook', 'iphonese3', { reduced: true, ...range })
  assert.equal(part.range, `bytes 4-11/${bytes.length}`)
  assert.deepEqual(await part.bytes(), bytes.slice(4, 12))
  assert.equal(await wallfarm.film('hook', 'iphonese3', { reduced: true, etag: film.etag }), null)
  assert.equal((await failure(wallfarm.film('hok', 'iphone15'))).status, 404)
})

test('the service describes itself', async () => {
  assert.equal((await wallfarm.devices()).find(device => device.id === 'iphone15').width, 1179)
  assert.ok((await wallfarm.themes()).some(theme => theme.name === 'paper'))
  const agenda = (await wallfarm.templates()).find(template => template.name === 'agenda')
  assert.deepEqual([agenda.content, agenda.needs], [['events'], ['events']])
  assert.ok((await wallfarm.schema()).properties.devices)
  assert.equal((await wallfarm.openAPI()).info.title, 'wallfarm')
  assert.deepEqual(await wallfarm.devices(), await wallfarm.devices())
  assert.deepEqual([await wallfarm.isAlive(), await wallfarm.isReady()], [true, true])
})

test('a person has addresses, content and versions', async () => {
  const description = { device: 'iphonese3', language: 'cs', lock: { theme: 'paper' }, home: 'keep', notes: ['Tea'] }
  const { person, warnings } = await wallfarm.createPerson(description)
  assert.ok(person instanceof Person)
  assert.deepEqual(warnings, [])
  const first = await person.picture()
  assert.deepEqual(size(await first.bytes()), [750, 1334])
  assert.equal(await person.picture('lock', { etag: first.etag }), null)
  assert.equal(await person.picture('home'), null)
  assert.equal((await fetch(person.address('lock', 'webp'))).headers.get('content-type'), 'image/webp')

  assert.deepEqual(await person.setContent({ notes: ['Coffee'] }), [])
  const changed = await person.picture('lock', { etag: first.etag })
  assert.notEqual(changed.etag, first.etag)
  await changed.cancel()
  assert.deepEqual(await person.setContent('- Milk\n- [x] Bread\n', { type: 'text/markdown' }), [])
  await person.setContent(new Blob(['- Milk\n'], { type: 'text/markdown' }))
  const [{ code, screen }] = await person.setContent({ notes: ['Tea'], content: { text: { message: 'Unused' } } })
  assert.deepEqual([code, screen], ['content-unused', 'lock'])

  // Another instance, as after a restart of the back end.
  const same = wallfarm.person(JSON.parse(JSON.stringify(person)))
  const stored = await same.load()
  assert.deepEqual([stored.id, stored.person.notes], [person.id, ['Tea']])
  assert.equal(await same.load({ etag: stored.etag }), null)
  await person.replace({ ...stored.person, lock: { theme: 'fog' } }, { ifMatch: stored.etag })
  const outdated = await failure(same.replace(stored.person, { ifMatch: stored.etag }))
  assert.deepEqual([outdated.status, outdated.code], [412, 'person-changed'])
  const before = await failure(same.setContent({ notes: ['x'] }, { ifMatch: stored.etag }))
  assert.equal(before.code, 'person-changed')

  // A change in between makes the first attempt fail.
  let attempts = 0
  await same.update(async each => {
    if (++attempts === 1) await person.setContent({ notes: ['Juice'] })
    each.language = 'de'
  })
  assert.equal(attempts, 2)
  const { person: last } = await person.load()
  assert.deepEqual([last.notes, last.language, last.lock.theme], [['Juice'], 'de', 'fog'])
  assert.deepEqual(await same.update(each => ({ ...each, home: { color: 'navy' } })), [])
  assert.deepEqual(size(await (await person.picture('home')).bytes()), [750, 1334])

  await person.erase()
  assert.equal((await failure(person.load())).status, 404)

  const devices = { tablet: { device: 'iphone15', lock: { theme: 'paper' } } }
  const { person: named } = await wallfarm.putPerson('user-1001', { ...description, devices })
  assert.equal(named.id, 'user-1001')
  assert.deepEqual(size(await (await named.picture('lock', { device: 'tablet' })).bytes()), [1179, 2556])
  const { etag, sources } = await wallfarm.knownPerson('user-1001')
  assert.deepEqual(sources, [])
  const again = await wallfarm.putPerson('user-1001', { ...description, notes: ['Plums'] }, { ifMatch: etag })
  assert.deepEqual(again, { person: null, warnings: [] })
  assert.deepEqual((await named.load()).person.notes, ['Plums'])
  const late = await failure(wallfarm.putPerson('user-1001', description, { ifMatch: etag }))
  assert.equal(late.code, 'person-changed')
  await wallfarm.erasePerson('user-1001')
  assert.equal((await failure(wallfarm.knownPerson('user-1001'))).status, 404)

  const { person: other } = await wallfarm.createPerson(description)
  await wallfarm.createPerson(description)
  const ids = []
  for await (const id of wallfarm.people({ pageSize: 1 })) ids.push(id)
  assert.ok(ids.length >= 2 && ids.includes(other.toJSON().id))
  await wallfarm.erasePerson(other.id)
  assert.equal((await failure(other.picture())).status, 404)
})

test('a challenge counts the steps of a health export', async () => {
  const lake = await wallfarm.uploadPhoto(new Blob([await readFile(photo)]))
  const { person } = await wallfarm.createPerson({ device: 'iphonese3', notes: ['Tea'], language: 'en' })
  const started = await person.startChallenge({ goal: 2000, photo: lake })
  assert.deepEqual([started.state, started.goal, started.steps], ['under-way', 2000, 0])
  assert.equal((await failure(person.startChallenge({ goal: 2000, photo: lake }))).code, 'challenge-under-way')
  const [from, to, made] = [1, 601, 3601].map(seconds => new Date(Date.now() + seconds * 1000))
  const form = date => date.toISOString().replace('T', ' ').replace(/\.\d+Z/, ' +0000')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_CZ"><ExportDate value="${form(made)}"/>
    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count"
      startDate="${form(from)}" endDate="${form(to)}" value="700"/></HealthData>`
  const { challenge, events } = await person.countSteps(new Blob([xml]))
  assert.deepEqual([challenge.steps, challenge.percent], [700, 35])
  assert.deepEqual(events.map(each => [each.event, each.mark]), [['mark', 25]])
  assert.equal((await person.challenge()).steps, 700)
  await person.endChallenge()
  assert.equal((await failure(person.challenge())).code, 'no-challenge')
  await person.erase()
})

test('an app previews, uploads, links and exports', async () => {
  const { person } = await wallfarm.createPerson({ device: 'iphonese3', notes: ['Tea'] })
  const name = await person.uploadPhoto(new Blob([await readFile(photo)]))
  const description = { device: 'iphonese3', notes: ['Milk'], lock: { photo: name } }
  const preview = await person.preview(description, { preview: '0.5', format: 'png' })
  assert.equal(preview.type, 'image/png')
  await preview.cancel()
  assert.equal(await person.preview(description, { screen: 'home' }), null)
  await person.replace(description)
  assert.ok((await person.photo(name)).byteLength > 100)
  const link = await person.addLink('write', 'iPad')
  const links = await person.links()
  assert.deepEqual(links.map(each => each.label), ['', '', 'iPad'])
  const other = wallfarm.person({ write: link.address.replace(/\/$/, '') })
  assert.deepEqual((await other.load()).person.notes, ['Milk'])
  await person.revokeLink(link.id)
  assert.equal((await failure(other.load())).status, 404)
  const everything = await person.export()
  assert.deepEqual(Object.keys(everything.photos), [name])
  await person.erase()
})

test('a flow has a page and a state', async () => {
  const { person } = await wallfarm.createPerson({ device: 'iphonese3', notes: ['Tea'] })
  assert.match(await person.flowPage('notewall'), /^<!doctype html>/i)
  assert.equal(person.flowAddress('notewall'), `${service.url}${person.write}/flow-notewall`)
  assert.equal(await person.flowState('notewall'), null)
  await person.setFlowState('notewall', { at: 1, state: {} })
  const { state, etag } = await person.flowState('notewall')
  assert.deepEqual(state, { at: 1, state: {} })
  assert.equal(await person.flowState('notewall', { etag }), null)
  await person.setFlowState('notewall', { at: 2 }, { ifMatch: etag })
  assert.equal((await failure(person.setFlowState('notewall', { at: 3 }, { ifMatch: etag }))).status, 412)
  assert.equal((await failure(person.setFlowState('notewall', { at: 3 }, { ifNoneMatch: '*' }))).status, 412)
  assert.equal((await failure(person.flowPage('unknown'))).status, 404)
  await person.erase()
})

test('every operation of the service was called', async () => {
  const { paths } = await wallfarm.openAPI()
  const methods = ['get', 'put', 'post', 'delete']
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.filter(method => item[method]).map(method => `${method.toUpperCase()} ${path}`))
  assert.ok(operations.length > 25)
  // The service writes the last lines of its log before it ends.
  await service.stop()
  const called = new Set(service.log.map(line => JSON.parse(line)).map(({ method, route }) => `${method} ${route}`))
  // The client omits the pages, which are for people, and the Model Context Protocol, which has its own clients.
  assert.deepEqual(operations.filter(each => !called.has(each)).sort(), [
    'GET /', 'GET /app/{file}', 'GET /devices', 'GET /p/{token}/', 'GET /p/{token}/app.webmanifest',
    'GET /p/{token}/worker.js', 'POST /mcp',
  ])
})
