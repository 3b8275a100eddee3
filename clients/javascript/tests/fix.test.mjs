/** Tests JSON Patch, and the fixes of errors. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Wallfarm, WallfarmError, applyFix, applyPatch } from '../wallfarm.js'
import { problem, startScript } from './service.mjs'

test('example values are not added silently', () => {
  const errorWith = (path, value) => new WallfarmError({
    code: 'no-content', message: 'no', errors: [{ code: 'no-content', fix: [{ op: 'add', path, value }] }],
  })
  for (const [request, path, value] of [
    [{ devices: 'iphone15' }, '/notes', ['Buy milk']], [{ notes: null }, '/notes', ['Buy milk']],
    [{ notes: ['a'] }, '/devices', 'iphone15'], [{ content: {} }, '/content/events', [{ title: 'Lunch' }]],
  ]) {
    assert.throws(() => applyFix(request, errorWith(path, value)), TypeError)
    assert.notDeepEqual(applyFix(request, errorWith(path, value), { examples: true }), request)
  }
  assert.deepEqual(applyFix({ devices: 'a' }, errorWith('/devices', 'b')), { devices: 'b' })
})

test('a key is checked, and hints and messages name the key and the URL', async () => {
  assert.throws(() => new Wallfarm({ url: 'http://service', key: 'app c2VjcmV0' }), /paste the name/)
  const headers = { 'Content-Type': 'application/problem+json' }
  const body = JSON.stringify({ errors: [{ code: 'key-missing', message: 'no' }] })
  const refuse = async () => new Response(body, { status: 401, headers })
  for (const [key, hint] of [[undefined, /WALLFARM_KEY/], ['secret\n', /does not know/]]) {
    const wallfarm = new Wallfarm({ url: 'http://service', key, fetch: refuse })
    await assert.rejects(wallfarm.render({ devices: 'a' }), error => hint.test(error.hint))
  }
  const fetch = async () => { throw new TypeError('lost') }
  const lost = new Wallfarm({ url: 'http://user:SECRET@service', retries: 0, fetch })
  await assert.rejects(lost.picture('/w/SECRET/x.png'), error =>
    error.message === 'GET http://service/w/…/x.png: the service does not respond')
})

const [notes, set] = [['a', 'b', 'c'], { 'x/y': 1, 'a~b': 2, '': 3 }]
const document = { theme: 'papre', notes, set }

// The rules of RFC 6902, each with the expected result.
for (const [name, patch, expected] of [
  ['replaces a member', [{ op: 'replace', path: '/theme', value: 'paper' }], { ...document, theme: 'paper' }],
  ['adds a member', [{ op: 'add', path: '/zone', value: '+01:00' }], { ...document, zone: '+01:00' }],
  ['replaces with add', [{ op: 'add', path: '/theme', value: 'fog' }], { ...document, theme: 'fog' }],
  ['inserts an element', [{ op: 'add', path: '/notes/1', value: 'x' }], { ...document, notes: ['a', 'x', 'b', 'c'] }],
  ['appends', [{ op: 'add', path: '/notes/-', value: 'x' }], { ...document, notes: [...notes, 'x'] }],
  ['appends at the length', [{ op: 'add', path: '/notes/3', value: 'x' }], { ...document, notes: [...notes, 'x'] }],
  ['removes an element', [{ op: 'remove', path: '/notes/0' }], { ...document, notes: ['b', 'c'] }],
  ['decodes ~1', [{ op: 'remove', path: '/set/x~1y' }], { ...document, set: { 'a~b': 2, '': 3 } }],
  ['decodes ~0', [{ op: 'remove', path: '/set/a~0b' }], { ...document, set: { 'x/y': 1, '': 3 } }],
  ['finds an empty name', [{ op: 'replace', path: '/set/', value: 4 }], { ...document, set: { ...set, '': 4 } }],
  ['moves', [{ op: 'move', from: '/notes/0', path: '/notes/2' }], { ...document, notes: ['b', 'c', 'a'] }],
  ['renames', [{ op: 'move', from: '/theme', path: '/template' }], { notes, set, template: 'papre' }],
  ['copies', [{ op: 'copy', from: '/notes', path: '/set' }], { ...document, set: notes }],
  ['tests a value', [{ op: 'test', path: '/set', value: { '': 3, 'a~b': 2, 'x/y': 1 } }], document],
  ['replaces everything', [{ op: 'replace', path: '', value: [1] }], [1]],
]) {
  test(`a patch ${name}`, () => {
    const before = structuredClone(document)
    assert.deepEqual(applyPatch(document, patch), expected)
    assert.deepEqual(document, before)
  })
}

for (const [name, operation, kind] of [
  ['an unknown member', { op: 'remove', path: '/them' }, RangeError],
  ['an inherited member', { op: 'remove', path: '/toString' }, RangeError],
  ['a parent that is missing', { op: 'add', path: '/a/b', value: 1 }, RangeError],
  ['a parent that is a text', { op: 'add', path: '/theme/0', value: 1 }, RangeError],
  ['an index after the end', { op: 'add', path: '/notes/4', value: 1 }, RangeError],
  ['an index with a zero in front', { op: 'remove', path: '/notes/01' }, RangeError],
  ['the property "length"', { op: 'replace', path: '/notes/length', value: 0 }, RangeError],
  ['another value', { op: 'test', path: '/notes', value: ['a', 'b', 'x'] }, RangeError],
  ['a list instead of an object', { op: 'test', path: '/notes', value: { 0: 'a', 1: 'b', 2: 'c' } }, RangeError],
  ['an unknown operation', { op: 'swap', path: '/notes' }, TypeError],
]) {
  test(`a patch fails at ${name}`, () => assert.throws(() => applyPatch(document, [operation]), kind))
}

test('a patch cannot change a prototype', () => {
  const patched = applyPatch({}, [{ op: 'add', path: '/__proto__', value: { isAdmin: true } }])
  assert.deepEqual([patched.isAdmin, Object.keys(patched)], [undefined, ['__proto__']])
  assert.throws(() => applyPatch({}, [{ op: 'add', path: '/__proto__/isAdmin', value: true }]), RangeError)
  assert.equal({}.isAdmin, undefined)
})

/** Returns the client's error for a response whose errors have the given fixes. */
async function errorWith(...fixes) {
  const answer = problem(422, 'unknown-key')
  const errors = fixes.map(fix => ({ code: 'unknown-key', message: 'm', hint: null, origin: null, fix }))
  const script = await startScript({ ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), errors }) })
  try {
    return await new Wallfarm({ url: script.url }).render({ devices: 'x' }).catch(error => error)
  } finally {
    await script.stop()
  }
}

test('the fixes of all errors are applied, the last one first', async () => {
  const error = await errorWith([{ op: 'remove', path: '/notes/0' }], undefined, [{ op: 'remove', path: '/notes/2' }])
  assert.ok(error instanceof WallfarmError)
  assert.deepEqual(error.fix, [{ op: 'remove', path: '/notes/0' }])
  assert.deepEqual(applyFix(document, error).notes, ['b'])
  assert.deepEqual(document.notes, ['a', 'b', 'c'])
})

test('a fix that another one made unnecessary is skipped as a whole', async () => {
  const error = await errorWith(
    [{ op: 'replace', path: '/theme', value: 'fog' }, { op: 'remove', path: '/set' }], [{ op: 'remove', path: '/set' }])
  assert.deepEqual(applyFix(document, error), { theme: 'papre', notes: document.notes })
})

test('an error without a fix cannot be applied', async () => {
  const error = await errorWith(undefined)
  assert.equal(error.fix, undefined)
  assert.throws(() => applyFix(document, error), /'unknown-key' has no fix/)
})
