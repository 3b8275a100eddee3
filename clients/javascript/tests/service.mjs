/** A running service for tests, and a server with scripted responses. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const program = process.env.WALLFARM_PROGRAM ?? 'wallfarm'

export const root = new URL('../../../', import.meta.url)
export const KEY = 'a-key-of-the-tests-2345678'

/** Starts the program on a free port with the key `KEY`, and waits until it is ready. */
export async function startService(...options) {
  const folder = await mkdtemp(join(tmpdir(), 'wallfarm-client-'))
  await writeFile(join(folder, 'keys'), `app ${KEY}\n`)
  await chmod(join(folder, 'keys'), 0o600)
  const child = spawn(program, [
    'serve', '--listen', '127.0.0.1:0', '--keys', join(folder, 'keys'), '--fence=best', '-j1',
    '--deadline=600', '--timeout=600', ...options,
  ], { stdio: ['ignore', 'pipe', 'pipe'] })
  const log = []
  createInterface({ input: child.stdout }).on('line', line => log.push(line))
  const said = []
  child.on('error', error => said.push(error.message))
  const closed = new Promise(resolve => child.on('close', resolve))
  let url
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line)
    url = /serving at (http:\S+)/.exec(line)?.[1]
    if (url) break
  }
  if (!url) {
    await closed
    await rm(folder, { recursive: true })
    throw new Error(`the service does not start: ${said.join('\n')}`)
  }
  child.stderr.resume()
  return {
    url, folder,
    /** The lines of the service's log; complete only after the service has stopped. */
    log,
    async stop() {
      child.kill('SIGTERM')
      await closed
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a server that answers each request with the next given answer: `{ status, headers, body }`, or
 * a function of the request and the response. It records the requests.
 */
export async function startScript(...answers) {
  const requests = []
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers } = request
    requests.push({ method, url, headers, body: Buffer.concat(chunks) })
    const answer = answers.shift() ?? { status: 500 }
    if (typeof answer === 'function') return answer(request, response)
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`, requests,
    get left() { return answers.length },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An answer with a problem document. */
export function problem(status, code, { headers, ...facts } = {}) {
  const errors = [{ severity: 'error', code, message: `it is ${code}`, hint: null, origin: null, ...facts }]
  const body = JSON.stringify({ type: 'urn:wallfarm:problem:test', title: 'A test.', status, code, errors })
  return { status, headers: { 'Content-Type': 'application/problem+json', ...headers }, body }
}
