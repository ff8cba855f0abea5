import type { Category } from '../consent.ts'

/** What a vendor of trackers, pixels or chats is to us: one file each beside this one. */

export type PageView = { address: string; path: string; title: string; referrer: string }

/** Who is signed in, as the messenger is told. */
export type Person = {
  id: string
  /** HMAC-SHA256 of the id with the messenger's secret, made on the server: without it anybody could pose as anybody. */
  hash: string
  email: string
  name: string
  /** ISO 8601. */
  created_at: string
  /** `name`, `type`, and the allowance of each tool. */
  plan: Record<string, string | number>
}

/** A tracker with consent. Created again with each new consent. */
export type Tracker = {
  /** Loads the vendor's script. Calls made before it arrives wait in the vendor's own queue. `who`: already signed in. */
  start(who: Person | null): void
  page(view: PageView): void
  /** Somebody signed in later, changed, or (null) signed out. */
  person(person: Person | null): void
  /** Tells the vendor's script to do nothing more. */
  stop(): void
}

/** Hosts by directive of the Content-Security-Policy, as the vendor documents them. */
export type PolicySources = Partial<Record<PolicyDirective, string[]>>
export const policyDirectives = ['script', 'connect', 'img', 'style', 'font', 'frame', 'media', 'worker'] as const
export type PolicyDirective = (typeof policyDirectives)[number]

export type Vendor<Settings> = {
  /** The name people know it by. */
  name: string
  category: Category
  sources(settings: Settings): PolicySources
  /** Names of its cookies and storage keys on our own site: what we can take away. */
  storageNames: RegExp
  create(settings: Settings, page: TrackedPage): Tracker
}

/** The window, as far as trackers need it: a test brings its own. */
export type TrackedPage = {
  document: Pick<Document, 'createElement' | 'head'>
  /** Vendors' scripts find their queues by name on the window. */
  globals: Record<string, unknown>
}

export function loadScript({ document }: TrackedPage, address: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
  return () => script.remove()
}
