/** Runs the code blocks of README.md word for word, in their order and in one folder. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { KEY, root, startService } from './service.mjs'

const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')

/** The code blocks with their language, their heading and the file name in the comment before them. */
const blocks = [...text.matchAll(/^#+ ([^\n]*)$|(?:^<!-- file: (\S+) -->\n)?^```(\w+)\n(.*?)^```$/gms)]
  .reduce(({ heading, found }, [, title, file, language, code]) => title
    ? { heading: title, found }
    : { heading, found: [...found, { heading, file, language, code }] }, { found: [] }).found

/** The expected output of each recipe, and the checks of the files that it writes. */
const recipes = [
  ['A first picture', '', () => isPicture('lock.png', 1179, 2556)],
  ['A new picture when notes change', '', async () => {
    await isPicture('ana.png', 1179, 2556)
    assert.ok(!(await readdir(folder)).includes('ana.new'))
  }, /^ana: no theme is named 'papre' \(unknown-theme at request:1:\d+; did you mean 'paper'\?\)\n$/],
  ['A nightly batch', '', async () => {
    await isPicture('pictures/ana.png', 1179, 2556)
    await isPicture('pictures/ben.png', 1640, 2360)
  }],
  ['A nightly batch', '', async () => {
    await isPicture('iphone15.png', 1179, 2556)
    await isPicture('ipad10.png', 1640, 2360)
  }],
  ["A person's address", /^http:\S+\/p\/r[\w-]{43}\/lock\.png\n$/, async output => {
    assert.equal((await stat(join(folder, 'person.json'))).mode & 0o777, 0o600)
    assert.equal((await fetch(output.trim())).headers.get('content-type'), 'image/png')
  }],
  ["A person's address", '0 fog\n', () => {}],
  ["A person's address", 'unchanged\n', () => {}],
  ["A person's address", '', async () => {
    const { read } = JSON.parse(await readFile(join(folder, 'person.json'), 'utf8'))
    assert.equal((await fetch(`${service.url}${read}/lock.png`)).status, 404)
  }],
  ['A photo and a calendar', '', () => isPicture('beach-lock.png', 1179, 2556)],
  ['A photo and a calendar', '', () => isPicture('agenda.png', 1179, 2556)],
  ['Errors and their fixes', /^unknown-theme request:1:31 did you mean 'paper'\?\n(image\/png\n)?$/, () => {}],
  ['Time limits and cancellation', 'AbortError AbortError fulfilled\n', () => {}],
  ['A film', /^\S.{20}/, async () => {
    const film = await readFile(join(folder, 'hook.mp4'))
    assert.equal(film.subarray(4, 8).toString(), 'ftyp')
  }],
]

let service, folder

before(async () => {
  service = await startService()
  folder = await mkdtemp(join(tmpdir(), 'wallfarm-recipes-'))
  // Create the same link as 'npm install' for a folder.
  await mkdir(join(folder, 'node_modules'))
  await symlink(fileURLToPath(new URL('..', import.meta.url)), join(folder, 'node_modules', 'wallfarm'))
  await copyFile(new URL('Flows/unwalk/lake.jpg', root), join(folder, 'beach.jpg'))
  for (const { file, code } of blocks) if (file) await writeFile(join(folder, file), code)
})

after(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

async function isPicture(name, width, height) {
  const bytes = await readFile(join(folder, name))
  assert.deepEqual([bytes.readUInt32BE(0), bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [0x89504e47, width, height])
}

const shown = blocks.filter(block => block.language === 'js')

test('each recipe is tested', () =>
  assert.deepEqual(shown.map(block => block.heading), recipes.map(([heading]) => heading)))

for (const [index, [heading, output, check, problems = '']] of recipes.entries()) {
  test(`${heading} (${index + 1})`, async () => {
    const file = join(folder, `recipe-${index}.mjs`)
    await writeFile(file, shown[index].code)
    const environment = { ...process.env, WALLFARM_URL: service.url, WALLFARM_KEY: KEY }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { cwd: folder, env: environment })
    const matches = (said, expected) =>
      expected instanceof RegExp ? assert.match(said, expected) : assert.equal(said, expected)
    matches(stdout, output)
    matches(stderr, problems)
    await check(stdout)
  })
}
