import { storedKeys } from '#web/layout/app-state.ts'
import type { Heading } from '../../../contract.ts'

/**
 * The browser's copy of the outline being built: a list of headings with type and text. The server has it too
 * (`outline-sync.ts`). The current outline is in localStorage under
 * `headingsData`, and every outline is also under a key of its report and owner, so that none appears in another report or
 * workspace. Signing out clears them all (`forgetUser`). Stored data may come from an older version or another tab, so invalid
 * headings are dropped.
 */
export const headingsKey = storedKeys.headings
export const headingsOwnerKey = storedKeys.headingsOwner
const changed = 'earshot:headings'
// Duplicated here, because importing the contract would add its validator to every page with an outline.
const headingTypes: Heading['type'][] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const maxHeadings = 500
const longest = 300

/** Parses stored text, `[…]` or `{items: […]}`; invalid text becomes an empty list. */
export function parseHeadings(stored: string | null): Heading[] {
  let value: unknown
  try {
    value = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  const list = Array.isArray(value) ? value : ((value as { items?: unknown } | null)?.items ?? [])
  if (!Array.isArray(list)) return []
  return list
    .map(headingFrom)
    .filter((heading) => heading !== null)
    .slice(0, maxHeadings)
}

function headingFrom(value: unknown): Heading | null {
  const { type, text } = (value ?? {}) as { type?: unknown; text?: unknown }
  if (typeof text !== 'string' || text.trim() === '') return null
  const known = headingTypes.find((name) => name === String(type).toLowerCase())
  return { type: known ?? 'h2', text: text.trim().slice(0, longest) }
}

const sameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

export const holds = (items: Heading[], text: string) => items.some((item) => sameText(item.text, text))

/** Adds headings whose text isn't in the outline yet. */
export function withHeadings(items: Heading[], added: Heading[]) {
  const next = [...items]
  for (const candidate of added) {
    const heading = headingFrom(candidate)
    if (heading && !holds(next, heading.text) && next.length < maxHeadings) next.push(heading)
  }
  return next
}

/** Adds a heading at a position, unless the outline has its text. */
export function withHeadingAt(items: Heading[], added: Heading, at: number) {
  const next = withHeadings(items, [added])
  return next.length === items.length ? items : moved(next, items.length, at)
}

export const withoutText = (items: Heading[], text: string) => items.filter((item) => !sameText(item.text, text))
export const withoutAt = (items: Heading[], at: number) => items.filter((_, index) => index !== at)

/** Changes a heading's text; an empty text changes nothing. */
export const withText = (items: Heading[], at: number, text: string) =>
  items.map((item, index) => (index === at ? (headingFrom({ ...item, text }) ?? item) : item))

/** `by` +1 goes a level deeper (h2 to h3). Stops at h1 and h6. */
export function withLevel(items: Heading[], at: number, by: number) {
  return items.map((item, index) => {
    if (index !== at) return item
    const level = Math.min(headingTypes.length - 1, Math.max(0, headingTypes.indexOf(item.type) + by))
    return { ...item, type: headingTypes[level] ?? item.type }
  })
}

/** Moves a heading to another position, clamped to the list. */
export function moved(items: Heading[], from: number, to: number) {
  const item = items[from]
  if (!item) return items
  const rest = withoutAt(items, from)
  const index = Math.min(rest.length, Math.max(0, to))
  return [...rest.slice(0, index), item, ...rest.slice(index)]
}

export const toMarkdown = (items: Heading[]) =>
  items.map((item) => `${'#'.repeat(Number(item.type[1]))} ${item.text}`).join('\n\n')

const empty: Heading[] = []
/** Cache of parsed outlines by owner. Returns the same array until it changes, as useSyncExternalStore requires. */
const parsed = new Map<string, { text: string | null; items: Heading[] }>()
/** Owner of the outline this page shows. */
let current: string | null = null
let past: Heading[][] = []

/**
 * An outline belongs to a user, a workspace and a report, or a topic of it; without a report, to the workspace's new
 * documents.
 */
export const toOutlineOwner = (
  userId: string,
  workspaceId: string,
  reportId: string | null | undefined,
  topicId?: string | null,
) => [userId, workspaceId, reportId ?? '', ...(reportId && topicId ? [topicId] : [])].join(':')

const ownKey = (owner: string) => `${headingsKey}:${owner}`

/** Reads the owner's stored outline: the current one under `headingsData`, others under their own keys. */
export function readHeadings(owner: string): Heading[] {
  const known = parsed.get(owner)
  let text: string | null
  try {
    text = localStorage.getItem(localStorage.getItem(headingsOwnerKey) === owner ? headingsKey : ownKey(owner))
  } catch {
    return known?.items ?? empty
  }
  if (known && known.text === text) return known.items
  const found = parseHeadings(text)
  // Returns the same empty list as the server, since another one would count as a change during hydration.
  const items = found.length > 0 ? found : empty
  parsed.set(owner, { text, items })
  return items
}

export const headingsOnServer = () => empty

/** Makes the owner's outline the current one and saves the previous one under its owner's key. */
export function openOutline(owner: string) {
  if (current !== owner) past = []
  current = owner
  try {
    const before = localStorage.getItem(headingsOwnerKey)
    if (before === owner) return
    const left = localStorage.getItem(headingsKey)
    if (before !== null && left !== null) writeOutline(ownKey(before), left)
    localStorage.setItem(headingsKey, localStorage.getItem(ownKey(owner)) ?? '[]')
    localStorage.setItem(headingsOwnerKey, owner)
  } catch {
    // Storage is disabled or full: the outline lasts until the page is closed.
  }
  window.dispatchEvent(new Event(changed))
}

function store(owner: string, items: Heading[]) {
  const text = JSON.stringify(items)
  parsed.set(owner, { text, items })
  openOutline(owner)
  try {
    localStorage.setItem(headingsKey, text)
    writeOutline(ownKey(owner), text)
  } catch {
    // Storage is disabled or full: the outline lasts until the page is closed.
  }
  window.dispatchEvent(new Event(changed))
}

/** Shows an outline as the server has it. There is nothing to undo, since it was changed elsewhere. */
export function putHeadings(owner: string, items: Heading[]) {
  const text = JSON.stringify(items)
  if (JSON.stringify(readHeadings(owner)) === text) return
  parsed.set(owner, { text, items: items.length > 0 ? items : empty })
  try {
    if (localStorage.getItem(headingsOwnerKey) === owner) localStorage.setItem(headingsKey, text)
    writeOutline(ownKey(owner), text)
  } catch {
    // Storage is disabled or full: the outline lasts until the page is closed.
  }
  window.dispatchEvent(new Event(changed))
}

/** Deletes the key of an empty outline. */
function writeOutline(key: string, text: string) {
  if (text === '[]') localStorage.removeItem(key)
  else localStorage.setItem(key, text)
}

/** Changes the current outline and stores the previous state for undo. */
export function changeHeadings(next: (items: Heading[]) => Heading[]) {
  if (current === null) return
  const before = readHeadings(current)
  const after = next(before)
  if (after === before) return
  past = [...past.slice(-49), before]
  store(current, after)
}

export const canUndo = () => past.length > 0

export function undoHeadings() {
  const before = past.at(-1)
  if (!before || current === null) return
  past = past.slice(0, -1)
  store(current, before)
}

export function onHeadingsChange(listener: () => void) {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}
