/**
 * A client of wallfarm's HTTP service for Node 18 or later and for browsers.
 *
 * It needs only `fetch`. wallfarm.d.ts has the types and describes every method.
 */

export class Wallfarm {
  #service
  #lists = new Map()

  constructor(options = {}) {
    this.#service = new Service(options)
  }

  get url() {
    return this.#service.url
  }

  // Pictures

  async render(request, options = {}) {
    return new Download(await this.#service.send(renderCall(request, options), options))
  }

  async archive(request, options = {}) {
    const answer = await this.#service.send(renderCall(request, options), options)
    if (answer.type !== 'application/zip') throw answer.unexpected('use render() for one device')
    return new Archive(await unpack(await answer.bytes()))
  }

  async *renderAll(requests, { concurrency = 4, signal, ...options } = {}) {
    const [stop, running] = [new AbortController(), new Set()]
    const source = (requests[Symbol.asyncIterator] ?? requests[Symbol.iterator]).call(requests)
    let [index, isOver] = [0, false]
    try {
      while (true) {
        while (!isOver && running.size < concurrency) {
          const next = await source.next()
          if (next.done) isOver = true
          else running.add(this.#start(index++, next.value, { ...options, signals: [signal, stop.signal] }))
        }
        if (running.size === 0) return
        const { task, result } = await Promise.race(running)
        running.delete(task)
        yield result
      }
    } finally {
      stop.abort()
      if (!isOver) await source.return?.()
    }
  }

  #start(index, request, options) {
    const render = async () => {
      try {
        const download = await this.render(request, options)
        await download.bytes()
        return { index, request, download, error: null }
      } catch (error) {
        if (!(error instanceof WallfarmError)) throw error
        return { index, request, download: null, error }
      }
    }
    const task = render().then(result => ({ task, result }))
    // A task may fail after its consumer has left.
    task.catch(() => {})
    return task
  }

  async address(request, options = {}) {
    const answer = await this.#service.send(renderCall(request, options, prefer(options)), options)
    if (answer.response.status !== 201) throw answer.unexpected('use addresses() for several devices')
    return this.#resolved(await answer.json())
  }

  async *addresses(request, options = {}) {
    const answer = await this.#service.send(renderCall(request, options, prefer(options)), options)
    if (answer.response.status === 201) {
      const line = await answer.json()
      yield { device: line.receipt.device.id, ...this.#resolved(line), error: null }
      return
    }
    for await (const text of answer.lines()) {
      const { device, errors, ...line } = JSON.parse(text)
      if (errors) yield { device, error: errorOf({ errors }, answer.response.status) }
      else yield { device, ...this.#resolved(line), error: null }
    }
  }

  #resolved(line) {
    return { ...line, address: this.#service.resolve(line.address), expires: new Date(line.expires) }
  }

  async picture(address, options = {}) {
    return download(await this.#service.send({ path: address, headers: unlessKnown(options) }, options))
  }

  async revoke(address, options) {
    // The key is sent only to the service, even if its public address belongs to a proxy.
    const path = /\/w\/[^/?#]+\/[^/?#]+$/.exec(address)?.[0] ?? '/w/' + word(address)
    await this.#service.done({ method: 'DELETE', path, needsKey: true }, options)
  }

  // Films

  async film(motion, screen, { language = 'en', reduced = false, ...options } = {}) {
    return this.#film(motion, [screen, language, ...(reduced ? ['reduced'] : []), 'mp4'], options)
  }

  async frame(motion, screen, { language = 'en', seconds, ...options } = {}) {
    const moment = seconds === undefined ? [] : [Math.round(seconds * 1000)]
    return this.#film(motion, [screen, language, ...moment, 'png'], options)
  }

  async filmText(motion, screen, { language = 'en', ...options } = {}) {
    return (await this.#film(motion, [screen, language, 'txt'], options)).text()
  }

  async #film(motion, parts, options) {
    const { start, end = '' } = options.range ?? {}
    const range = start === undefined ? {} : { Range: `bytes=${start}-${end}` }
    const ifRange = options.ifRange === undefined ? {} : { 'If-Range': options.ifRange }
    const headers = { ...unlessKnown(options), ...range, ...ifRange }
    const path = `/v1/motions/${word(motion)}/${parts.map(word).join('.')}`
    return download(await this.#service.send({ path, headers, needsKey: true }, options))
  }

  // Photos

  async uploadPhoto(photo, options) {
    const call = { method: 'PUT', path: '/v1/photos', body: photo, needsKey: true }
    return (await (await this.#service.send(call, options)).json()).photo
  }

  async erasePhoto(name, options) {
    await this.#service.done({ method: 'DELETE', path: `/v1/photos/${word(name)}`, needsKey: true }, options)
  }

  // Fonts, images and themes

  uploadFont(font, options) { return this.#upload('font', { body: font }, options) }

  uploadImage(image, options) { return this.#upload('image', { body: image }, options) }

  uploadTheme(theme, options) { return this.#upload('theme', json(theme), options) }

  async #upload(kind, body, options) {
    const call = { method: 'PUT', path: `/v1/${kind}s`, ...body, needsKey: true }
    return (await (await this.#service.send(call, options)).json())[kind]
  }

  async eraseUpload(kind, name, options) {
    await this.#service.done({ method: 'DELETE', path: `/v1/${word(kind)}s/${word(name)}`, needsKey: true }, options)
  }

  async share(kind, name, isShared = true, options) {
    const path = `/v1/${word(kind)}s/${word(name)}/shared`
    await this.#service.done({ method: isShared ? 'PUT' : 'DELETE', path, needsKey: true }, options)
  }

  async usage(options) {
    return (await this.#service.send({ method: 'GET', path: '/v1/usage', needsKey: true }, options)).json()
  }

  // Webhooks

  async webhooks(options) {
    const answer = await this.#service.send({ method: 'GET', path: '/v1/webhooks', needsKey: true }, options)
    return (await answer.json()).webhooks
  }

  async putWebhook(name, webhook, options) {
    // Only the first response contains a secret that the service has created.
    const isRepeatable = webhook.secret !== undefined
    const call = { method: 'PUT', path: `/v1/webhooks/${word(name)}`, ...json(webhook), needsKey: true, isRepeatable }
    return (await (await this.#service.send(call, options)).json()).secret ?? null
  }

  async eraseWebhook(name, options) {
    await this.#service.done({ method: 'DELETE', path: `/v1/webhooks/${word(name)}`, needsKey: true }, options)
  }

  async testWebhook(name, options) {
    const headers = { 'Idempotency-Key': `"${uniqueID()}"` }
    const call = { method: 'POST', path: `/v1/webhooks/${word(name)}/test`, headers, needsKey: true }
    return (await (await this.#service.send(call, options)).json()).id
  }

  // People

  async createPerson(person, options) {
    // The idempotency key ensures that a repeated request creates only one person.
    const body = json(person)
    const headers = { ...body.headers, 'Idempotency-Key': `"${uniqueID()}"` }
    const call = { method: 'POST', path: '/v1/people', needsKey: true, ...body, headers }
    const { warnings = [], ...addresses } = await (await this.#service.send(call, options)).json()
    return { person: this.person(addresses), warnings }
  }

  async putPerson(id, person, options = {}) {
    const body = json(person)
    const idempotency = { 'Idempotency-Key': `"${uniqueID()}"` }
    const headers = { ...body.headers, ...idempotency, ...preconditions(options) }
    const call = { method: 'PUT', path: `/v1/people/${word(id)}`, needsKey: true, ...body, headers }
    const answer = await this.#service.send(call, options)
    const { status } = answer.response
    if (status === 204) return answer.close(), { person: null, warnings: [] }
    const { warnings = [], ...addresses } = await answer.json()
    return { person: status === 201 ? this.person(addresses) : null, warnings }
  }

  async knownPerson(id, options) {
    const answer = await this.#service.send({ path: `/v1/people/${word(id)}`, needsKey: true }, options)
    return { ...(await answer.json()), etag: answer.header('ETag') }
  }

  async *people({ pageSize = 100, ...options } = {}) {
    let after = ''
    do {
      const path = `/v1/people?limit=${pageSize}${after && `&after=${word(after)}`}`
      const page = await (await this.#service.send({ method: 'GET', path, needsKey: true }, options)).json()
      for (const { id } of page.people) yield id
      after = page.next
    } while (after)
  }

  person(addresses) {
    return new Person(this.#service, addresses)
  }

  async erasePerson(id, options) {
    await this.#service.done({ method: 'DELETE', path: `/v1/people/${word(id)}`, needsKey: true }, options)
  }

  // Descriptions

  async devices(options) { return this.#list('/v1/devices', options) }
  async themes(options) { return this.#list('/v1/themes', options) }
  async templates(options) { return this.#list('/v1/templates', options) }
  async motions(options) { return this.#list('/v1/motions', options) }
  async schema(options) { return this.#list('/v1/schema', options) }
  async openAPI(options) { return this.#list('/openapi.json', options) }

  /** Gets a list; revalidates the last response by its `ETag`. */
  async #list(path, options) {
    const known = this.#lists.get(path)
    const answer = await this.#service.send({ path, headers: unlessKnown(known) }, options)
    if (answer.response.status === 304) return answer.close(), JSON.parse(known.text)
    const [list, etag] = [await answer.json(), answer.header('ETag')]
    if (etag) this.#lists.set(path, { text: await answer.text(), etag })
    return list
  }

  async isAlive(options) { return this.#probe('/healthz', options) }
  async isReady(options) { return this.#probe('/readyz', options) }

  async waitUntilReady(options) {
    await this.#service.done({ path: '/readyz' }, { retries: Infinity, ...options })
  }

  async #probe(path, options) {
    try {
      await this.#service.done({ path }, { ...options, retries: 0 })
      return true
    } catch (error) {
      if (error.status === 503) return false
      throw error
    }
  }
}

export class Person {
  #service

  constructor(service, { id = null, read = null, write = null }) {
    this.#service = service
    Object.assign(this, { id, read, write })
  }

  toJSON() {
    return { id: this.id, read: this.read, write: this.write }
  }

  address(screen = 'lock', format = 'png', device = null) {
    const folder = device === null ? this.read : `${this.read}/${word(device)}`
    return this.#service.resolve(`${folder}/${screen}.${EXTENSIONS[format] ?? format}`)
  }

  async picture(screen = 'lock', { format, device, ...options } = {}) {
    const call = { path: this.address(screen, format, device), headers: unlessKnown(options) }
    return download(await this.#service.send(call, options))
  }

  async load(options = {}) {
    const answer = await this.#service.send({ path: this.write, headers: unlessKnown(options) }, options)
    if (answer.response.status === 304) return answer.close(), null
    return { ...(await answer.json()), etag: answer.header('ETag') }
  }

  async replace(person, options) {
    return this.#change('', json(person), options)
  }

  async update(change, options) {
    for (let attempt = 0; ; attempt++) {
      const { person, etag } = await this.load(options)
      try {
        return await this.replace((await change(person)) ?? person, { ...options, ifMatch: etag })
      } catch (error) {
        if (error.code !== 'person-changed' || attempt >= 4) throw error
      }
    }
  }

  async setContent(content, { type, ...options } = {}) {
    const isFile = typeof content === 'string' || content instanceof Blob
    const file = { body: content, headers: { 'Content-Type': type ?? content.type } }
    return this.#change('/content', isFile ? file : json(content), options)
  }

  async erase(options = {}) {
    const headers = preconditions(options)
    await this.#service.done({ method: 'DELETE', path: this.write, headers }, options)
  }

  async challenge(options) {
    return (await this.#service.send({ path: `${this.write}/challenge` }, options)).json()
  }

  async startChallenge(challenge, options = {}) {
    const { body, headers } = json(challenge)
    const path = `${this.write}/challenge`
    const all = { ...headers, ...preconditions(options) }
    const call = { method: 'PUT', path, body, headers: all, isRepeatable: false }
    return (await this.#service.send(call, options)).json()
  }

  async endChallenge(options) {
    await this.#service.done({ method: 'DELETE', path: `${this.write}/challenge` }, options)
  }

  async countSteps(healthExport, options) {
    // A repeated upload would not report the same events again, so after a lost response the caller decides what to do.
    const call = { method: 'PUT', path: `${this.write}/health`, body: healthExport, isRepeatable: false }
    return (await this.#service.send(call, options)).json()
  }

  async preview(person, { screen = 'lock', device, preview, format = 'jpeg', ...options } = {}) {
    const { body, headers } = json({ person, screen, device, preview, format })
    return download(await this.#service.send({ method: 'POST', path: `${this.write}/preview`, body, headers }, options))
  }

  async uploadPhoto(photo, options) {
    const call = { method: 'PUT', path: `${this.write}/photos`, body: photo }
    return (await (await this.#service.send(call, options)).json()).photo
  }

  async photo(name, options) {
    return (await this.#service.send({ path: `${this.write}/photos/${word(name)}` }, options)).bytes()
  }

  async links(options) {
    return (await (await this.#service.send({ path: `${this.write}/links` }, options)).json()).links
  }

  async addLink(kind, label = '', options) {
    const { body, headers } = json({ kind, label })
    const call = { method: 'POST', path: `${this.write}/links`, body, headers, isRepeatable: false }
    return (await this.#service.send(call, options)).json()
  }

  async revokeLink(id, options) {
    await this.#service.done({ method: 'DELETE', path: `${this.write}/links/${word(id)}` }, options)
  }

  async export(options) {
    return (await this.#service.send({ path: `${this.write}/export` }, options)).json()
  }

  flowAddress(flow) {
    return this.#service.resolve(`${this.write}/flow-${word(flow)}`)
  }

  async flowPage(flow, options) {
    return (await this.#service.send({ path: this.flowAddress(flow) }, options)).text()
  }

  async flowState(flow, options = {}) {
    const call = { path: `${this.write}/state-${word(flow)}`, headers: unlessKnown(options) }
    const answer = await this.#service.send(call, options)
    if (answer.response.status !== 200) return answer.close(), null
    return { state: await answer.json(), etag: answer.header('ETag') }
  }

  async setFlowState(flow, state, options) {
    await this.#change(`/state-${word(flow)}`, json(state), options)
  }

  /** Sends a body with `PUT`; returns the warnings of the pictures. */
  async #change(path, { body, headers }, options = {}) {
    const conditions = preconditions(options)
    // After a lost response, a repeated precondition would fail, because the change may already have been made.
    const isRepeatable = Object.keys(conditions).length === 0
    const all = { ...headers, ...conditions }
    const call = { method: 'PUT', path: this.write + path, body, headers: all, isRepeatable }
    const answer = await this.#service.send(call, options)
    if (answer.response.status === 204) return answer.close(), []
    return (await answer.json()).warnings
  }
}

export class Download {
  #answer

  constructor(answer) {
    this.#answer = answer
    const [size, expires] = [answer.header('Content-Length'), answer.header('Wallfarm-Expires')]
    this.type = answer.type
    this.size = size === null ? null : Number(size)
    this.etag = answer.header('ETag')
    this.expires = expires === null ? null : new Date(expires)
    this.warnings = (answer.header('Wallfarm-Warnings') ?? '').split(',').map(code => code.trim()).filter(Boolean)
    this.range = answer.header('Content-Range')
  }

  stream() {
    return this.#answer.stream()
  }

  async bytes() {
    return new Uint8Array(await this.arrayBuffer())
  }

  async arrayBuffer() {
    return this.#answer.bytes()
  }

  async blob() {
    return new Blob([await this.arrayBuffer()], { type: this.type })
  }

  async text() {
    return this.#answer.text()
  }

  async cancel() {
    await this.#answer.cancel()
  }
}

/** A download, or `null` if the caller has the current version or there is no content. */
function download(answer) {
  return [204, 304].includes(answer.response.status) ? (answer.close(), null) : new Download(answer)
}

export class Archive {
  constructor(files) {
    this.receipts = new Map(Object.entries(JSON.parse(new TextDecoder().decode(files.get('receipts.json')))))
    files.delete('receipts.json')
    this.pictures = new Map([...files].map(([name, bytes]) => {
      const [, device, extension] = /^(.*)\.(\w+)$/.exec(name)
      return [device, new Blob([bytes], { type: `image/${extension === 'jpg' ? 'jpeg' : extension}` })]
    }))
  }
}

/** Reads a ZIP file without a comment (APPNOTE.TXT 4.3), in which files are stored or deflated. */
async function unpack(buffer) {
  const [view, files] = [new DataView(buffer), new Map()]
  const end = buffer.byteLength - 22
  let at = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [method, nameLength, extraLength, commentLength] = [10, 28, 30, 32].map(n => view.getUint16(at + n, true))
    const [crc, packed, size] = [16, 20, 24].map(n => view.getUint32(at + n, true))
    const local = view.getUint32(at + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, nameLength))
    const bytes = new Uint8Array(buffer, start, packed)
    files.set(name, method === 0 ? bytes : await inflate(bytes, crc, size))
    at += 46 + nameLength + extraLength + commentLength
  }
  return files
}

/** Inflates data as a gzip member, because Node 18 cannot inflate raw data; this also checks the CRC. */
async function inflate(bytes, crc, size) {
  const head = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
  const tail = new DataView(new ArrayBuffer(8))
  tail.setUint32(0, crc, true)
  tail.setUint32(4, size, true)
  const stream = new Blob([head, bytes, tail.buffer]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

// Requests

const EXTENSIONS = { jpeg: 'jpg' }

/** Encodes a path component; the service does not percent-decode paths, so encoded characters match no address. */
const word = text => encodeURIComponent(String(text))

const json = value => ({ body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } })

/** Rendering changes nothing, so the call can be repeated. */
function renderCall(request, { photo, content }, headers = {}) {
  const plain = json(request)
  const { body, headers: type } = photo || content ? form({ request: plain.body, photo, content }) : plain
  return { method: 'POST', path: '/v1/render', needsKey: true, body, headers: { ...type, ...headers } }
}

/** Creates a form (RFC 7578) without `FormData`, which prints a warning on Node 18. */
function form(parts) {
  const boundary = 'wallfarm-' + [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join('-')
  const pieces = Object.entries(parts).filter(([, part]) => part).flatMap(([name, part]) => {
    const type = part.type || (name === 'request' ? 'application/json' : 'application/octet-stream')
    const head = `Content-Disposition: form-data; name="${name}"; filename="${name}"\r\nContent-Type: ${type}`
    return [`--${boundary}\r\n${head}\r\n\r\n`, part, '\r\n']
  })
  const body = new Blob([...pieces, `--${boundary}--\r\n`])
  return { body, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } }
}

const prefer = ({ lifetime }) => (
  { Prefer: 'return=representation' + (lifetime === undefined ? '' : `; lifetime=${lifetime}`) })

const unlessKnown = ({ etag } = {}) => (etag ? { 'If-None-Match': etag } : {})

const preconditions = ({ ifMatch, ifNoneMatch }) => ({
  ...(ifMatch && { 'If-Match': ifMatch }), ...(ifNoneMatch && { 'If-None-Match': ifNoneMatch }),
})

const isStream = body => typeof body === 'object' && body !== null
  && (body instanceof ReadableStream || Symbol.asyncIterator in body)

/** Sends requests, and repeats those that can succeed later. */
class Service {
  constructor({ url, key, timeout = 60_000, retries = 4, fetch = globalThis.fetch, sleep = wait }) {
    const { WALLFARM_URL, WALLFARM_KEY } = globalThis.process?.env ?? {}
    const origin = /^http.*/.exec(globalThis.location?.origin)?.[0]
    this.url = String(url ?? WALLFARM_URL ?? origin ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
    // The key from the environment is never sent to another service.
    this.key = keyOf(key ?? (url === undefined ? WALLFARM_KEY : undefined))
    Object.assign(this, { timeout, retries, fetch, sleep })
  }

  /** An address of the service as a URL; the service returns URLs if it knows its public address. */
  resolve(address) {
    return /^https?:/.test(address) ? address : this.url + address
  }

  async done(call, options) {
    const answer = await this.send(call, options)
    await answer.cancel()
  }

  async send(call, { timeout = this.timeout, retries = this.retries, signal, signals = [signal] } = {}) {
    const deadline = new Deadline(timeout, signals)
    try {
      for (let attempt = 0, wasLost = false; ; attempt++) {
        const found = await this.#attempt(call, deadline)
        if (!(found instanceof WallfarmError)) return new Answer(found, deadline)
        if (found.status === 404 && call.method === 'DELETE' && wasLost) {
          // The lost response was for a successful deletion.
          return new Answer(new Response(null, { status: 204 }), deadline)
        }
        wasLost ||= [0, 502, 504].includes(found.status)
        const pause = retryDelay(found, call, attempt)
        if (pause === null || attempt >= retries || pause >= deadline.left) throw found
        await this.sleep(pause, deadline.signal)
      }
    } catch (error) {
      deadline.close()
      throw error
    }
  }

  /** Sends a request once; returns a response, or an error after which the caller may retry. */
  async #attempt({ method = 'GET', path, headers, body, needsKey = false }, deadline) {
    const key = needsKey && (typeof this.key === 'function' ? await this.key() : this.key)
    const sent = typeof body === 'function' ? await body() : body
    const fetch = this.fetch
    deadline.signal.throwIfAborted()
    try {
      const response = await fetch(this.resolve(path), {
        method, body: sent, headers: { ...headers, ...(key && { Authorization: `Bearer ${key}` }) },
        redirect: 'error', signal: deadline.signal, ...(isStream(sent) && { duplex: 'half' }),
      })
      if (response.ok || response.status === 304) return response
      return withKeyHint(await errorOfResponse(response), Boolean(key))
    } catch (cause) {
      throwReason(deadline)
      return noResponse(`${method} ${publicURL(this.resolve(path))}: the service does not respond`, cause)
    }
  }
}

/** A key without the line break of its file; a function is called for each request. */
function keyOf(key) {
  if (typeof key !== 'string') return key
  const text = key.trim()
  if (/\s/.test(text)) throw new TypeError('a key has no blanks: did you paste the name as well?')
  return text
}

/** A URL without a password and the token of a person. */
const publicURL = url => url.replace(/^(https?:\/\/)[^/@]*@/, '$1').replace(/(\/[pw]\/)[^/]+/, '$1…')

function withKeyHint(error, hasKey) {
  if (error.code === 'key-missing') {
    error.hint = hasKey ? "the service does not know this key: compare it with the file of the service's --keys"
      : 'pass new Wallfarm({ key }), or set WALLFARM_KEY without url'
  }
  return error
}

/** A random UUID; some environments lack a global `crypto`, and `randomUUID` requires a secure context. */
function uniqueID() {
  const bytes = new Uint8Array(16)
  if (globalThis.crypto?.getRandomValues) globalThis.crypto.getRandomValues(bytes)
  else bytes.forEach((_, index) => { bytes[index] = Math.random() * 256 })
  bytes[6] = bytes[6] & 0x0f | 0x40
  bytes[8] = bytes[8] & 0x3f | 0x80
  const digits = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Milliseconds until a retry, or `null` if a retry cannot help or can repeat a change. */
function retryDelay(error, { isRepeatable = true, body }, attempt) {
  if (isStream(body) || error.code === 'store-full') return null
  const isRefused = [429, 503].includes(error.status) && error.retryAfter !== null
  const isTransient = [0, 502, 503, 504].includes(error.status) && isRepeatable
  if (!isRefused && !isTransient) return null
  const backoff = Math.min(250 * 2 ** attempt, 8000) * (0.5 + Math.random() / 2)
  return Math.max(backoff, (error.retryAfter ?? 0) * 1000)
}

function wait(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => (clearTimeout(timer), reject(signal.reason))
    const timer = setTimeout(() => (signal.removeEventListener('abort', stop), resolve()), milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Aborts a call when its time is over or a signal of the caller aborts. */
class Deadline {
  #controller = new AbortController()
  #signals
  #timer
  #end
  #follow = event => this.#controller.abort(event.target.reason)

  constructor(timeout, signals) {
    this.timeout = timeout
    this.#signals = signals.filter(Boolean)
    for (const signal of this.#signals) {
      if (signal.aborted) this.#controller.abort(signal.reason)
      signal.addEventListener('abort', this.#follow)
    }
    this.start()
  }

  get signal() { return this.#controller.signal }
  get left() { return this.#end - performance.now() }

  start() {
    this.stop()
    this.#end = performance.now() + this.timeout
    // Longer timers fire immediately.
    if (this.timeout > 2 ** 31 - 1) return
    this.#timer = setTimeout(() => this.#controller.abort(timedOut(this.timeout)), this.timeout)
  }

  stop() {
    clearTimeout(this.#timer)
  }

  close() {
    this.stop()
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#follow)
  }
}

function throwReason({ signal }) {
  // Browsers and versions of Node reject with different errors; always throw the reason of the abort instead.
  if (signal.aborted) throw signal.reason
}

/** A response whose body is read at most once, and then kept. */
class Answer {
  #deadline
  #whole

  constructor(response, deadline) {
    Object.assign(this, { response, type: response.headers.get('Content-Type') })
    this.#deadline = deadline
    // The caller decides when to read the body, which has a separate timeout of the same length.
    deadline.stop()
  }

  header(name) {
    return this.response.headers.get(name)
  }

  bytes() {
    return this.#whole ??= this.#read()
  }

  async #read() {
    this.#deadline.start()
    try {
      return await this.response.arrayBuffer()
    } catch (cause) {
      throwReason(this.#deadline)
      throw noResponse('the response ended early', cause)
    } finally {
      this.close()
    }
  }

  async text() {
    return new TextDecoder().decode(await this.bytes())
  }

  async json() {
    const text = await this.text()
    try {
      return JSON.parse(text)
    } catch {
      throw this.unexpected('check the URL of the service')
    }
  }

  /** The body as a stream; the call ends when the stream is read to its end or canceled. */
  stream() {
    if (this.#whole) return streamOf(this.#whole)
    const reader = this.response.body.getReader()
    return new ReadableStream({
      pull: async controller => {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          controller.close()
        } catch (cause) {
          const { aborted, reason } = this.#deadline.signal
          controller.error(aborted ? reason : noResponse('the response ended early', cause))
        }
        this.close()
      },
      cancel: async reason => (this.close(), reader.cancel(reason)),
    })
  }

  async *lines() {
    const [reader, decoder] = [this.stream().getReader(), new TextDecoder()]
    let [rest, isOver] = ['', false]
    try {
      while (!isOver) {
        const { done, value } = await reader.read()
        isOver = done
        const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
        rest = done ? '' : lines.pop()
        yield* lines.filter(line => line !== '')
      }
    } finally {
      if (!isOver) await reader.cancel()
    }
  }

  close() {
    this.#deadline.close()
  }

  async cancel() {
    this.close()
    if (!this.#whole) await this.response.body?.cancel()
  }

  /** Returns the error for an unexpected kind of response, and releases the connection. */
  unexpected(hint) {
    this.cancel().catch(() => {})
    const message = `the response has the type '${this.type}'`
    return new WallfarmError({ code: 'unexpected-response', status: this.response.status, message, hint })
  }
}

function streamOf(bytes) {
  return new ReadableStream({
    start: async controller => {
      controller.enqueue(new Uint8Array(await bytes))
      controller.close()
    },
  })
}

// Errors

export class WallfarmError extends Error {
  constructor({ message, cause, ...facts }) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'WallfarmError'
    const none = {
      status: 0, place: null, origin: null, hint: null, retryAfter: null, requestId: null, errors: [],
    }
    Object.assign(this, none, facts)
  }
}

const timedOut = timeout => new WallfarmError({
  code: 'timeout', message: `the call took longer than ${timeout} ms`, hint: 'pass a longer timeout',
})

const noResponse = (message, cause) => new WallfarmError({
  code: 'no-response', message, cause, hint: 'check the URL, and that the service runs',
})

async function errorOfResponse(response) {
  const [{ status, headers }, text] = [response, await response.text()]
  const [after, type] = [headers.get('Retry-After'), headers.get('Content-Type')]
  const seconds = /^\d+$/.test(after ?? '') ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  const retryAfter = Number.isNaN(seconds) ? null : Math.max(0, seconds)
  const facts = { retryAfter, requestId: headers.get('X-Request-ID') }
  if (!type?.startsWith('application/problem+json')) {
    const message = `the response has status ${status} and the type '${type}'`
    const hint = 'check the proxy in front of the service, and the URL'
    return new WallfarmError({ code: 'unexpected-response', status, message, hint, ...facts })
  }
  return errorOf(JSON.parse(text), status, facts)
}

/** Returns the error for a problem document, with the properties of the first error in the document. */
function errorOf(problem, status, facts = {}) {
  const errors = (problem.errors ?? []).map(error => ({ ...error, place: error.origin?.text ?? null }))
  const { code, message, place = null, origin = null, hint = null, fix = problem.fix } = errors[0] ?? {}
  return new WallfarmError({
    code: code ?? problem.code, message: message ?? problem.detail ?? problem.title, status, place, origin, hint,
    ...(fix && { fix }), errors, ...facts,
  })
}

export async function verifyWebhook(secret, headers, body, { tolerance = 300, now = Date.now() } = {}) {
  const found = new Headers(headers)
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map(name => found.get(`webhook-${name}`))
  if (!id || !signatures || !/^\d+$/.test(time ?? '')) throw new TypeError('a header of the webhook is missing')
  if (Math.abs(now / 1000 - Number(time)) > tolerance) throw new TypeError('the message is too old or too new')
  const { subtle } = globalThis.crypto ?? (await import('node:crypto')).webcrypto
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secretBytes = bytesOf(secret.replace(/^whsec_/, ''))
  const key = await subtle.importKey('raw', secretBytes, algorithm, false, ['verify'])
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${time}.${text}`)
  for (const signature of signatures.split(' ')) {
    const code = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature)?.[1]
    if (code && await subtle.verify('HMAC', key, bytesOf(code), signed)) return JSON.parse(text)
  }
  throw new TypeError('no signature of the webhook matches')
}

/** Decodes Base64. */
function bytesOf(text) {
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
}

export function applyFix(request, error, { examples = false } = {}) {
  const found = error.errors.map(each => each.fix).filter(Boolean)
  if (found.length === 0 && error.fix) found.push(error.fix)
  const patches = found.filter(patch => examples || !addsExample(patch, request))
  if (patches.length === 0) throw new TypeError(`the error '${error.code}' has no fix without example values`)
  let fixed = request
  // Errors are in document order. Start with the last, because removing a later item does not move earlier items.
  for (const patch of patches.reverse()) {
    try {
      fixed = applyPatch(fixed, patch)
    } catch (failure) {
      // Another fix may have removed the target of this patch; the next response reports the remaining errors.
      if (!(failure instanceof RangeError)) throw failure
    }
  }
  return fixed
}

/** Whether a patch adds notes, content or devices, which only the author knows, to a request without them. */
function addsExample(patch, request) {
  const isEmpty = value => value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  return patch.some(({ op, path }) => {
    const [, key, kind, ...rest] = path.split('/')
    if (!['add', 'replace'].includes(op) || rest.length > 0) return false
    if (kind === undefined) return ['notes', 'content', 'devices'].includes(key) && isEmpty(request[key])
    return key === 'content' && isEmpty(request.content?.[kind])
  })
}

export function applyPatch(document, patch) {
  const root = { '': structuredClone(document) }
  for (const operation of patch) apply(operation, root)
  return root['']
}

function apply({ op, path, from, value }, root) {
  switch (op) {
    case 'add': return insert(root, path, structuredClone(value))
    case 'remove': return remove(root, path)
    case 'replace': return remove(root, path), insert(root, path, structuredClone(value))
    case 'move': return insert(root, path, remove(root, from))
    case 'copy': return insert(root, path, structuredClone(find(root, from).value))
    case 'test':
      if (!isEqual(find(root, path).value, value)) throw new RangeError(`'${path}' has another value`)
      return
    default: throw new TypeError(`'${op}' is not an operation of JSON Patch`)
  }
}

/** The parent, the key and the value at a JSON Pointer (RFC 6901). */
function find(root, path, isNew = false) {
  const keys = path.split('/').map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  let parent = root
  for (const key of keys.slice(0, -1)) parent = member(parent, key, path)
  const last = keys.at(-1)
  if (!isNew) return { parent, key: last, value: member(parent, last, path) }
  if (parent === null || typeof parent !== 'object') throw new RangeError(`nothing has the path '${path}'`)
  return { parent, key: Array.isArray(parent) && last === '-' ? parent.length : last }
}

function member(parent, key, path) {
  const isThere = parent !== null && typeof parent === 'object' && Object.hasOwn(parent, key)
  if (!isThere || Array.isArray(parent) && !INDEX.test(key)) throw new RangeError(`nothing has the path '${path}'`)
  return parent[key]
}

const INDEX = /^(0|[1-9]\d*)$/

function insert(root, path, value) {
  const { parent, key } = find(root, path, true)
  if (!Array.isArray(parent)) return define(parent, key, value)
  if (!INDEX.test(key) || Number(key) > parent.length) throw new RangeError(`nothing has the path '${path}'`)
  parent.splice(Number(key), 0, value)
}

/** Sets a member, even if its name is `__proto__`. */
function define(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

function remove(root, path) {
  const { parent, key, value } = find(root, path)
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
  return value
}

function isEqual(one, other) {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one === other
  const keys = Object.keys(one)
  return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length
    && keys.every(key => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
}
