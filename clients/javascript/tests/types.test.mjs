/** Compares wallfarm.d.ts with the module and with the OpenAPI document, using TypeScript from Debian. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as wallfarm from '../wallfarm.js'
import { root } from './service.mjs'

const path = process.env.WALLFARM_TYPESCRIPT ?? '/usr/share/nodejs/typescript'
const ts = createRequire(import.meta.url)(path)
const [types, usage] = ['../wallfarm.d.ts', 'usage.ts'].map(name => fileURLToPath(new URL(name, import.meta.url)))
const program = ts.createProgram([types, usage], {
  strict: true, noEmit: true, skipLibCheck: false, types: [], exactOptionalPropertyTypes: false,
  target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
})
const checker = program.getTypeChecker()
const exported = new Map(
  checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(types))).map(each => [each.name, each]))

/** The names of the properties of an exported type. */
const keys = name => checker.getDeclaredTypeOfSymbol(exported.get(name)).getProperties()
  .map(each => each.name).filter(key => !key.startsWith('__')).sort()

test('the types and their uses have no errors', () => {
  const errors = ts.getPreEmitDiagnostics(program)
  assert.equal(ts.formatDiagnostics(errors, {
    getCurrentDirectory: () => '', getCanonicalFileName: name => name, getNewLine: () => '\n',
  }), '')
})

test('the module exports the declared classes and functions', () => {
  const values = [...exported.values()].filter(each => each.flags & ts.SymbolFlags.Value).map(each => each.name)
  assert.deepEqual(values.sort(), Object.keys(wallfarm).sort())
})

for (const name of ['Wallfarm', 'Person', 'Download', 'Archive', 'WallfarmError']) {
  test(`${name} has the declared methods`, () => {
    const { members } = exported.get(name)
    const declared = [...members.values()].filter(each => each.flags & ts.SymbolFlags.Method).map(each => each.name)
    const { prototype } = wallfarm[name]
    const methods = Object.getOwnPropertyNames(prototype)
      .filter(key => key !== 'constructor' && !Object.getOwnPropertyDescriptor(prototype, key).get)
    assert.deepEqual(declared.sort(), methods.sort())
  })
}

const { components } = JSON.parse(
  await readFile(new URL('Sources/Service/Service/Resources/openapi.json', root), 'utf8'))

for (const [name, schema] of Object.entries({
  RenderRequest: 'Request', Look: 'Look', Content: 'Kinds', PersonDescription: 'Person',
})) {
  test(`${name} has the keys of the service`, () =>
    assert.deepEqual(keys(name), Object.keys(components.schemas[schema].properties).sort()))
}

for (const kind of Object.keys(components.schemas.Kinds.properties).filter(each => !each.startsWith('$'))) {
  test(`${kind} have the keys of the service`, () => {
    const property = checker.getDeclaredTypeOfSymbol(exported.get('Content')).getProperty(kind)
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(property))
    const parts = (type.isUnion() ? type.types : [type]).flatMap(part =>
      checker.isArrayType(part) ? checker.getTypeArguments(part).flatMap(each => each.types ?? [each]) : [part])
    const declared = parts.filter(part => part.flags & ts.TypeFlags.Object)
      .flatMap(part => part.getProperties().map(each => each.name))
    const schema = JSON.stringify(components.schemas.Kinds.properties[kind])
    const item = components.schemas.Kinds.properties[kind]
    const object = item.items ?? item.anyOf?.[0].items ?? item
    const { properties } = object?.anyOf?.find(each => each.properties) ?? object
    assert.ok(declared.length > 0, schema)
    assert.deepEqual([...new Set(declared)].sort(), Object.keys(properties).sort())
  })
}
