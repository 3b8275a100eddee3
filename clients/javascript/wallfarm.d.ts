/** Types of the client of wallfarm's HTTP service. */

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, its retries and the reading of the response. */
  signal?: AbortSignal
  /**
   * Maximum time in milliseconds for the response to begin, including all retries, and again for reading its body.
   * Default: the client's timeout. `Infinity` disables the timeout.
   */
  timeout?: number
  /** Maximum number of retries. Default: the client's value. */
  retries?: number
}

/** Options of a call that returns `null` if the caller already has the current version. */
export interface ConditionalOptions extends CallOptions {
  /** The `etag` of the version that the caller has; if it is current, the result is `null`. */
  etag?: string | null
}

/** Options of a change that applies only to a version that the caller has read. */
export interface ChangeOptions extends CallOptions {
  /** The `etag` of that version; if it has changed, the error is `person-changed` (412). */
  ifMatch?: string | null
  /** `*` applies the change only if the resource does not exist. */
  ifNoneMatch?: string | null
}

export interface WallfarmOptions {
  /**
   * URL of the service. Default: the variable `WALLFARM_URL`; in a browser, the origin of the page;
   * otherwise `http://127.0.0.1:8080`.
   */
  url?: string | URL
  /** The key, or a function that returns the current key. Default without `url`: the variable `WALLFARM_KEY`. */
  key?: string | (() => string | Promise<string>)
  /** Milliseconds; see `CallOptions`. Default: 60,000. */
  timeout?: number
  /** Maximum number of retries of a call. Default: 4. */
  retries?: number
  /** A function with the interface of `fetch`, such as one for a Unix socket. */
  fetch?: typeof fetch
  /** Waits before a retry; for tests. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** A binary body. A stream is sent only once; to allow retries, pass a function that opens the stream. */
export type Body =
  | Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>
  | (() => Body | Promise<Body>)

/** A date such as `2026-12-24`, or a time such as `2026-12-24T18:00` or `2026-12-24T18:00:00Z`. */
export type Moment = string

export interface Note {
  text: string
  done?: boolean
  due?: Moment
  /** Group of the note, shown as a heading. */
  heading?: string
}

export type Notes = (string | Note)[]
/** A kind of upload that a theme can name. */
export type UploadKind = 'font' | 'image' | 'theme'
type OneOrMore<T> = T | T[]

/** Dates, events, figures and other content; docs/content.md describes the kinds. */
export interface Content {
  $schema?: string
  $warnings?: object[]
  notes?: Notes
  dates?: OneOrMore<{ title: string, date: Moment, color?: string }>
  events?: OneOrMore<{ title: string, start: Moment, end?: Moment, place?: string, 'all-day'?: boolean }>
  figures?: OneOrMore<{ label: string, value: number | string, unit?: string, change?: number }>
  habits?: OneOrMore<{ name: string, days: string[] }>
  photos?: OneOrMore<{
    file: string, date?: Moment, place?: string, latitude?: number, longitude?: number,
    'focus-x'?: number, 'focus-y'?: number,
  }>
  progress?: OneOrMore<{ value: number, goal: number, label?: string, unit?: string, marks?: number[] }>
  /** Sun, moon and seasons at a place, computed for the day of the picture. */
  sky?: { latitude: number, longitude: number, show?: SkyItem[] }
  steps?: OneOrMore<{ title: string, body?: string, picture?: string }>
  text?: OneOrMore<{ message: string, source?: string }>
  tips?: OneOrMore<{
    title: string, body?: string, target?: { x: number, y: number, width: number, height: number },
  }>
}

/** The appearance of a picture; docs/job-file.md describes every key. */
export interface Look {
  $schema?: string
  template?: string
  /** The name of an installed or uploaded theme, or a theme. */
  theme?: string | object
  /** The names of uploaded fonts, in addition to the fonts of the theme. */
  fonts?: string[]
  variant?: 'light' | 'dark' | 'auto'
  /** The name of an uploaded photo, or a URL if the service fetches photos from the host in the URL. */
  photo?: string
  color?: string
  background?: string
  set?: Record<string, unknown>
  widgets?: boolean
  clock?: 'standard' | 'large' | 'compact'
  orientation?: 'portrait' | 'landscape'
  direction?: 'auto' | 'ltr' | 'rtl'
  overflow?: 'fail' | 'shorten' | 'more'
  /** Points from the edges to the free area, such as `top=220,bottom=90`. */
  inset?: string
  scroll?: string
  preview?: string
  missing?: 'fail' | 'box'
  strict?: boolean
  quality?: number | 'lossless'
  effort?: 'fast' | 'balanced' | 'small'
  'color-space'?: 'srgb' | 'display-p3'
  'show-areas'?: boolean
  /** @deprecated Use `missing: 'box'`. */
  'allow-missing-glyphs'?: boolean
}

/** A request for one or more pictures. */
export interface RenderRequest extends Look {
  /** Devices, or groups such as `iphones` or `2022…`; one picture for each. */
  devices: string | string[]
  notes?: Notes
  content?: Content
  format?: 'png' | 'jpeg' | 'webp'
  language?: string
  zone?: string
  now?: Moment
  id?: string
}

export interface RenderOptions extends CallOptions {
  /** A photo for this request only. */
  photo?: Blob
  /** A calendar, a table or a list; its `type` is `text/calendar`, `text/csv` or `text/markdown`. */
  content?: Blob
}

export interface AddressOptions extends RenderOptions {
  /** Seconds until the address expires. Default and maximum: set by the service. */
  lifetime?: number
}

/** The record of a render: size, digest, layout, warnings, and the time of each stage. */
export type Receipt = Record<string, any>

export interface Address {
  address: string
  expires: Date
  receipt: Receipt
}

export type AddressLine =
  | (Address & { device: string, error: null })
  | { device: string, error: WallfarmError, address?: undefined, expires?: undefined, receipt?: undefined }

export type BatchResult<Request = RenderRequest> =
  | { index: number, request: Request, download: Download, error: null }
  | { index: number, request: Request, download: null, error: WallfarmError }

/** A picture, a ZIP file or a film. The body is not read before one of its methods is called. */
export class Download {
  private constructor()
  /** The media type, such as `image/png`. */
  readonly type: string
  /** The size in bytes, or `null` if it is not known. */
  readonly size: number | null
  readonly etag: string | null
  /** The time at which the picture becomes outdated, if the picture depends on the time. */
  readonly expires: Date | null
  /** The codes of warnings. */
  readonly warnings: string[]
  /** The `Content-Range` header, if the download is a part of a film. */
  readonly range: string | null
  /** The body as a stream, which is read once and has no timeout. */
  stream(): ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
  arrayBuffer(): Promise<ArrayBuffer>
  blob(): Promise<Blob>
  text(): Promise<string>
  /** Ends the response without reading it. */
  cancel(): Promise<void>
}

/** The pictures of one request for several devices. */
export class Archive {
  private constructor()
  /** The pictures by device. */
  readonly pictures: Map<string, Blob>
  /** The receipts by device. */
  readonly receipts: Map<string, Receipt>
}

export interface Device {
  id: string
  name: string
  pixels: { width: number; height: number }
  width: number
  height: number
  [fact: string]: unknown
}

export interface Theme {
  name: string
  [fact: string]: unknown
}

export interface Template {
  name: string
  /** The kinds of content that the template shows. */
  content: string[]
  /** The kinds of content that the template requires; other kinds are optional. */
  needs: string[]
  [fact: string]: unknown
}

export interface Motion {
  name: string
  [fact: string]: unknown
}

export interface FilmOptions extends ConditionalOptions {
  /** Default: `en`. */
  language?: string
}

export interface RangeOptions extends FilmOptions {
  /** Whether to get the film with reduced motion. */
  reduced?: boolean
  /** The first and the last byte; without `end`, the range ends at the end of the film. */
  range?: { start: number, end?: number }
  /** The `etag` of the film that the range belongs to; if the film has changed, the whole film is returned. */
  ifRange?: string
}

/** A client of one service. */
export class Wallfarm {
  constructor(options?: WallfarmOptions)
  readonly url: string

  /** Renders one picture; for several devices, a ZIP file. */
  render(request: RenderRequest, options?: RenderOptions): Promise<Download>
  /** Renders a picture for each of several devices. If one fails, the call fails. */
  archive(request: RenderRequest, options?: RenderOptions): Promise<Archive>
  /**
   * Renders many requests, `concurrency` at a time (4 by default), and returns the results as they are
   * completed. A failed request is a result with an error. Leaving the loop cancels running requests.
   */
  renderAll<Request extends RenderRequest>(
    requests: Iterable<Request> | AsyncIterable<Request>, options?: RenderOptions & { concurrency?: number },
  ): AsyncGenerator<BatchResult<Request>, void, undefined>
  /** Renders a picture for one device, and returns an address from which anyone can fetch it. */
  address(request: RenderRequest, options?: AddressOptions): Promise<Address>
  /** Renders pictures for several devices, and returns each address when its picture is rendered. */
  addresses(request: RenderRequest, options?: AddressOptions): AsyncGenerator<AddressLine, void, undefined>
  /** Gets the picture of an address, or `null` if `etag` is current. */
  picture(address: string, options?: CallOptions & { etag?: undefined }): Promise<Download>
  picture(address: string, options: ConditionalOptions): Promise<Download | null>
  /** Revokes an address that this client created. */
  revoke(address: string, options?: CallOptions): Promise<void>

  /** Gets a film, or `null` if `etag` is current. `screen` is a device, or `9x16`. */
  film(motion: string, screen: string, options?: RangeOptions & { etag?: undefined }): Promise<Download>
  film(motion: string, screen: string, options: RangeOptions): Promise<Download | null>
  /** Gets the frame at a time as a PNG; without `seconds`, the still picture that represents the film. */
  frame(
    motion: string, screen: string, options?: FilmOptions & { seconds?: number, etag?: undefined },
  ): Promise<Download>
  frame(motion: string, screen: string, options: FilmOptions & { seconds?: number }): Promise<Download | null>
  /** Gets the text alternative of a film. */
  filmText(motion: string, screen: string, options?: CallOptions & { language?: string }): Promise<string>

  /** Uploads a photo, and returns its name for requests. */
  uploadPhoto(photo: Body, options?: CallOptions): Promise<string>
  erasePhoto(name: string, options?: CallOptions): Promise<void>

  /** Uploads a font, and returns its name for the `fontFiles` of a theme. */
  uploadFont(font: Body, options?: CallOptions): Promise<string>
  /** Uploads an image, and returns its name for the `file` of an image in a theme. */
  uploadImage(image: Body, options?: CallOptions): Promise<string>
  /** Uploads a theme whose files are the names of uploads, and returns its name for requests. */
  uploadTheme(theme: object, options?: CallOptions): Promise<string>
  /** Erases an uploaded font, image or theme, even if people or addresses use it. */
  eraseUpload(kind: UploadKind, name: string, options?: CallOptions): Promise<void>
  /** Lets all clients use an upload, or stops this. A theme is shared with its files. */
  share(kind: UploadKind, name: string, isShared?: boolean, options?: CallOptions): Promise<void>

  /** Returns the limits on this client, and how much of each it uses. */
  usage(options?: CallOptions): Promise<Usage>

  /** Lists the webhooks of this client with their states. */
  webhooks(options?: CallOptions): Promise<WebhookState[]>
  /**
   * Creates, replaces or enables a webhook. Returns the secret of a new webhook, and `null` for an existing one.
   * A new `secret` replaces the old one; for 24 hours, messages have signatures for both.
   */
  putWebhook(name: string, webhook: Webhook, options?: CallOptions): Promise<string | null>
  /** Erases a webhook, and its events that wait for delivery. */
  eraseWebhook(name: string, options?: CallOptions): Promise<void>
  /** Sends a test event, and returns the identifier of the message. */
  testWebhook(name: string, options?: CallOptions): Promise<string>

  /** Creates a person with two addresses. */
  createPerson(
    person: PersonDescription, options?: CallOptions,
  ): Promise<{ person: Person, warnings: PersonWarning[] }>
  /**
   * Creates the person with your own id, or replaces everything that you have stored about it.
   * `person` is `null` if the person existed.
   */
  putPerson(
    id: string, person: PersonDescription, options?: ChangeOptions,
  ): Promise<{ person: Person | null, warnings: PersonWarning[] }>
  /** Gets the version of a person, and the state of its content sources. */
  knownPerson(id: string, options?: CallOptions): Promise<KnownPerson>
  /** Lists the ids of the people that this client has created, a page at a time. */
  people(options?: CallOptions & { pageSize?: number }): AsyncGenerator<string, void>
  /** Returns the person with the given stored addresses, without a call to the service. */
  person(addresses: Partial<PersonAddresses>): Person
  /** Erases a person by its id, with the key that created the person. */
  erasePerson(id: string, options?: CallOptions): Promise<void>

  /** Lists the devices. The client revalidates lists by `ETag`; the service sends only changed lists again. */
  devices(options?: CallOptions): Promise<Device[]>
  themes(options?: CallOptions): Promise<Theme[]>
  templates(options?: CallOptions): Promise<Template[]>
  motions(options?: CallOptions): Promise<Motion[]>
  /** Gets the JSON Schema of requests. */
  schema(options?: CallOptions): Promise<Record<string, any>>
  /** Gets the OpenAPI document. */
  openAPI(options?: CallOptions): Promise<Record<string, any>>

  /** Returns whether the service responds with success; throws if it does not respond. */
  isAlive(options?: CallOptions): Promise<boolean>
  /** Returns whether the service can render; throws if it does not respond. */
  isReady(options?: CallOptions): Promise<boolean>
  /** Waits until the service can render, at most for `timeout`. */
  waitUntilReady(options?: CallOptions): Promise<void>
}

/** A type of event. */
export type WebhookEventType =
  'picture.changed' | 'picture.expired' | 'picture.unfetched' | 'source.failed' | 'source.recovered'
  | 'challenge.milestone'

/** A receiver of events. */
export interface Webhook {
  /** An HTTPS URL on a host that the operator allows. */
  url: string
  events: WebhookEventType[]
  /** `whsec_` and the Base64 form of 24 to 64 bytes. */
  secret?: string
}

export interface WebhookState {
  name: string
  url: string
  events: WebhookEventType[]
  /** The number of events that wait for delivery. */
  pending: number
  /** The number of events that were never delivered. */
  dropped: number
  /** The number of failed attempts since the last success. */
  failures: number
  /** The last attempt: the status of the response, or the code of the error if there was no response. */
  last: { at: Moment, status: number | null, error: string | null } | null
  /** The time at which the service disabled the webhook. */
  disabled: Moment | null
}

/** An event, as a webhook receives it. */
export interface WebhookEvent {
  type: WebhookEventType | 'webhook.test'
  timestamp: Moment
  data: { person?: string, screen?: 'lock' | 'home', code?: string, percent?: number }
}

/** The amount of something that a client uses; the limit is `null` if there is none. */
export interface Use {
  used: number
  limit: number | null
}

/** The limits on a client, and how much of each it uses. */
export interface Usage {
  client: string
  /** Requests per window of `seconds`; `reset` is the number of seconds until the quota is full again. */
  requests: { limit: number | null, seconds: number, remaining: number | null, reset: number | null }
  /** Requests in progress. */
  concurrent: Use
  people: Use
  /** Photos, fonts, images and themes. */
  uploads: Use
  /** The size in bytes of the stored requests, people and uploads. */
  bytes: Use
}

/** The description of a person: a device, two looks and content. */
export interface PersonDescription {
  device: string
  /** Further devices by name. */
  devices?: Record<string, PersonDevice>
  zone?: string
  language?: string
  lock?: Look
  /** The look of the home screen, or `keep` to leave the home screen unchanged. */
  home?: Look | 'keep'
  notes?: Notes
  content?: PersonContent
}

/** A further device of a person, with looks that replace those of the person. */
export interface PersonDevice {
  device: string
  lock?: Look
  home?: Look | 'keep'
}

/** A fact of the sky. */
export type SkyItem =
  'sunrise' | 'sunset' | 'daylight' | 'dawn' | 'dusk' | 'noon' | 'moon' | 'moonrise' | 'moonset'
  | 'next-full-moon' | 'next-new-moon' | 'season'

/** The content of a person, which can also come from URLs on hosts that the operator allows. */
export interface PersonContent extends Content {
  sources?: OneOrMore<string | ContentSource>
}

/** A URL that the service fetches at an interval. */
export interface ContentSource {
  url: string
  format?: 'calendar' | 'json' | 'feed' | 'csv' | 'markdown' | 'text'
  map?: object | object[]
  /** The value of the Authorization header, which is sent only to the host of the URL. */
  authorization?: string
  /** The time between two fetches; 60 by default. */
  minutes?: number
}

export interface PersonAddresses {
  id: string | null
  /** The address of the pictures, which is stored on the phone. */
  read: string | null
  /** The secret address for changes. */
  write: string | null
}

export interface PersonWarning {
  code: string
  message: string
  screen: 'lock' | 'home'
  /** The name of the device; absent for the main device. */
  device?: string
}

/** The state of a content source. */
export interface SourceState {
  host: string
  asOf: string | null
  next: string
  error: { code: string, message: string } | null
}

/** The facts about a person that need no address. */
export interface KnownPerson {
  id: string
  sources: SourceState[]
  etag: string
}

export interface StoredPerson {
  id: string
  person: PersonDescription
  /** The progress in flows, by name. */
  states: Record<string, any>
  ledger: string | null
  sources: SourceState[]
  /** When each picture was last fetched at the read address, by its name, such as `lock` or `tablet/lock`. */
  fetched: Record<string, Moment | null>
  etag: string
}

export interface Challenge {
  state: 'under-way' | 'reached' | 'finished' | 'cancelled'
  goal: number
  steps: number
  percent: number
  left: number
  /** Whether the goal is reached and the result was not viewed yet. */
  celebration: boolean
  [fact: string]: unknown
}

export interface ChallengeEvent {
  event: 'mark' | 'reached' | 'reminder'
  percent: number
  steps: number
  goal: number
  left: number
  mark?: number
  text: string
}

/** A person at the service. `JSON.stringify` writes its addresses, and `wallfarm.person()` reads them. */
/** A link to a person. */
export interface PersonLink {
  id: string
  kind: 'read' | 'write'
  label: string
  created: string | null
  /** Whether the request uses this link. */
  current: boolean
  /** `null` unless the link is new, or can only read pictures. */
  address: string | null
}

export class Person {
  private constructor()
  readonly id: string | null
  readonly read: string | null
  readonly write: string | null
  toJSON(): PersonAddresses

  /** The URL of the current picture, for a phone or an `img` element; `device` is a name in `devices`. */
  address(screen?: 'lock' | 'home', format?: 'png' | 'jpeg' | 'webp', device?: string | null): string
  /** Gets the current picture; `null` if `etag` is current, or if the home screen is kept. */
  picture(
    screen?: 'lock' | 'home',
    options?: ConditionalOptions & { format?: 'png' | 'jpeg' | 'webp', device?: string | null },
  ): Promise<Download | null>

  /** Gets everything that is stored, or `null` if `etag` is current. */
  load(options?: CallOptions & { etag?: undefined }): Promise<StoredPerson>
  load(options: ConditionalOptions): Promise<StoredPerson | null>
  /** Replaces the description. Like all changes, this returns the warnings of the pictures. */
  replace(person: PersonDescription, options?: ChangeOptions): Promise<PersonWarning[]>
  /**
   * Changes the stored description, and retries after a concurrent change. `change` edits its argument or
   * returns another description.
   */
  update(
    change: (person: PersonDescription) => PersonDescription | void | Promise<PersonDescription | void>,
    options?: CallOptions,
  ): Promise<PersonWarning[]>
  /** Replaces notes and content. `type` is the media type of a calendar, a table or a list. */
  setContent(content: { notes?: Notes, content?: PersonContent }, options?: ChangeOptions): Promise<PersonWarning[]>
  setContent(file: string, options: ChangeOptions & { type: string }): Promise<PersonWarning[]>
  setContent(file: Blob, options?: ChangeOptions & { type?: string }): Promise<PersonWarning[]>
  erase(options?: ChangeOptions): Promise<void>

  challenge(options?: CallOptions): Promise<Challenge>
  startChallenge(
    challenge: {
      goal: number | 'easy' | 'medium' | 'hard' | 'epic', photo: string, start?: Moment,
      alerts?: boolean, reminders?: boolean,
    },
    options?: ChangeOptions,
  ): Promise<Challenge>
  endChallenge(options?: CallOptions): Promise<void>
  /** Counts the steps of a health export. The call is not repeated after a lost response. */
  countSteps(
    healthExport: Body, options?: CallOptions,
  ): Promise<{ challenge: Challenge, events: ChallengeEvent[] }>

  /**
   * Renders a description without storing it (`serve --people`). `preview` is a fraction of the size, such as `'0.33'`.
   * `null` for a home screen that the person keeps.
   */
  preview(
    person: PersonDescription,
    options?: CallOptions & {
      screen?: 'lock' | 'home', device?: string, preview?: string, format?: 'png' | 'jpeg' | 'webp',
    },
  ): Promise<Download | null>
  /** Uploads a photo for the person's pictures; returns its name. */
  uploadPhoto(photo: Body, options?: CallOptions): Promise<string>
  /** Gets a photo that the person's pictures use. */
  photo(name: string, options?: CallOptions): Promise<ArrayBuffer>
  links(options?: CallOptions): Promise<PersonLink[]>
  /** Creates a link; the result contains its address. The call is not repeated after a lost response. */
  addLink(kind: 'read' | 'write', label?: string, options?: CallOptions): Promise<PersonLink>
  revokeLink(id: string, options?: CallOptions): Promise<void>
  /** Gets everything that is stored, with the photos in base64. */
  export(options?: CallOptions): Promise<StoredPerson & { links: object[], photos: Record<string, string> }>

  /** The URL of the page that plays a flow for this person; it contains the secret address. */
  flowAddress(flow: string): string
  flowPage(flow: string, options?: CallOptions): Promise<string>
  /** Gets the progress in a flow; `null` if there is none or `etag` is current. */
  flowState(flow: string, options?: ConditionalOptions): Promise<{ state: any, etag: string } | null>
  setFlowState(flow: string, state: object, options?: ChangeOptions): Promise<void>
}

/** An operation of JSON Patch (RFC 6902). */
export type PatchOperation =
  | { op: 'add' | 'replace' | 'test', path: string, value: unknown }
  | { op: 'remove', path: string }
  | { op: 'move' | 'copy', from: string, path: string }

/** The source of the value that causes a problem; in the request body, its line and column. */
export interface Origin {
  kind: string
  text: string
  line?: number
  column?: number
  [fact: string]: unknown
}

/** One problem of a request. */
export interface Problem {
  severity: 'error' | 'warning'
  class?: string
  code: string
  message: string
  hint: string | null
  place: string | null
  origin: Origin | null
  fix?: PatchOperation[]
  [fact: string]: unknown
}

/**
 * An error of the service, described by its first problem, or an error of the client with status 0 and the
 * code `timeout` or `no-response`. The code `unexpected-response` indicates a proxy or another service.
 * An aborted signal throws its reason instead.
 */
export class WallfarmError extends Error {
  private constructor()
  /** A stable code; docs/errors.md lists the codes of the service. */
  readonly code: string
  /** The HTTP status, or 0 without a response. */
  readonly status: number
  /** The location in the request, such as `request:1:35`. */
  readonly place: string | null
  readonly origin: Origin | null
  /** A suggestion. */
  readonly hint: string | null
  /** A JSON Patch of the request that fixes the problem, if one is known. */
  readonly fix?: PatchOperation[]
  /** All problems of the request. */
  readonly errors: Problem[]
  /** Seconds until a retry can succeed, if the service states them. */
  readonly retryAfter: number | null
  /** The identifier of the request in the log of the service, if there is a response. */
  readonly requestId: string | null
}

/**
 * Verifies a received message as Standard Webhooks specifies, and returns its event. `body` must be the received bytes
 * or text. Throws a `TypeError` for a message that is not from the service, or that differs from the current time by
 * more than `tolerance` seconds (300 by default). A message can arrive more than once; compare its `webhook-id`.
 */
export function verifyWebhook(
  secret: string, headers: HeadersInit, body: string | Uint8Array, options?: { tolerance?: number, now?: number },
): Promise<WebhookEvent>

/**
 * Returns a copy of a request with the fixes of all errors that have a fix. Fixes that add
 * example values, such as the note 'Buy milk', are skipped unless `examples` is true.
 * @throws TypeError if no fix remains
 */
export function applyFix<Request>(request: Request, error: WallfarmError, options?: { examples?: boolean }): Request

/**
 * Applies a JSON Patch to a copy of a value.
 * @throws RangeError if a path does not exist or a test fails
 */
export function applyPatch<Value>(document: Value, patch: PatchOperation[]): Value
