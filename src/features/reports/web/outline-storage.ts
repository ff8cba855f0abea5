import { storedKeys } from '#web/app-state.ts'
import type { Heading } from '../contract.ts'

/**
 * The outline someone is gathering: a list of headings with type and text. The current one is kept in this browser under
 * `headingsData`, each report's besides under a key of its owner, so that none shows up in another report or workspace. Signing out
 * clears them all (`forgetUser`). What is stored may come from an older version or another tab: anything that is no heading is dropped.
 */
export const headingsKey = storedKeys.headings
export const headingsOwnerKey = storedKeys.headingsOwner
const changed = 'earshot:headings'
// Written out: the contract would bring its validator into every page that shows an outline.
const headingTypes: Heading['type'][] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const most = 500
const longest = 300

/** Stored text → headings. Takes `[…]` and `{items: […]}`; rubbish becomes an empty list. */
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
    .slice(0, most)
}

function headingFrom(value: unknown): Heading | null {
  const { type, text } = (value ?? {}) as { type?: unknown; text?: unknown }
  if (typeof text !== 'string' || text.trim() === '') return null
  const known = headingTypes.find((name) => name === String(type).toLowerCase())
  return { type: known ?? 'h2', text: text.trim().slice(0, longest) }
}

const sameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

export const holds = (items: Heading[], text: string) => items.some((item) => sameText(item.text, text))

/** Adds what is not there yet, by its text. */
export function withHeadings(items: Heading[], added: Heading[]) {
  const next = [...items]
  for (const candidate of added) {
    const heading = headingFrom(candidate)
    if (heading && !holds(next, heading.text) && next.length < most) next.push(heading)
  }
  return next
}

export const withoutText = (items: Heading[], text: string) => items.filter((item) => !sameText(item.text, text))
export const withoutAt = (items: Heading[], at: number) => items.filter((_, index) => index !== at)

/** An empty text leaves the heading as it was. */
export const withText = (items: Heading[], at: number, text: string) =>
  items.map((item, index) => (index === at ? (headingFrom({ ...item, text }) ?? item) : item))

/** `by` +1 goes a level deeper (h2 → h3). Stops at h1 and h6. */
export function withLevel(items: Heading[], at: number, by: number) {
  return items.map((item, index) => {
    if (index !== at) return item
    const level = Math.min(headingTypes.length - 1, Math.max(0, headingTypes.indexOf(item.type) + by))
    return { ...item, type: headingTypes[level] ?? item.type }
  })
}

/** Moves one heading to another position; positions beyond the ends mean the ends. */
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
/** What is stored, parsed, by owner. The same array until it changes, as useSyncExternalStore needs. */
const parsed = new Map<string, { text: string | null; items: Heading[] }>()
/** Whose outline this page shows and changes. */
let current: string | null = null
let past: Heading[][] = []

/** Every outline belongs to one person, one workspace and one report; without a report, to the workspace's new texts. */
export const toOutlineOwner = (userId: string, workspaceId: string, reportId: string | null | undefined) =>
  [userId, workspaceId, reportId ?? ''].join(':')

const ownKey = (owner: string) => `${headingsKey}:${owner}`

/** The owner's outline as it is stored now: the current one under `headingsData`, others under keys of their own. */
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
  // The same as on the server: another empty list would be a change while the page is still taking over.
  const items = found.length > 0 ? found : empty
  parsed.set(owner, { text, items })
  return items
}

export const headingsOnServer = () => empty

/** Makes the owner's outline the current one; the one that was current stays its owner's. */
export function openOutline(owner: string) {
  if (current !== owner) past = []
  current = owner
  try {
    const before = localStorage.getItem(headingsOwnerKey)
    if (before === owner) return
    const left = localStorage.getItem(headingsKey)
    if (before !== null && left !== null) keep(ownKey(before), left)
    localStorage.setItem(headingsKey, localStorage.getItem(ownKey(owner)) ?? '[]')
    localStorage.setItem(headingsOwnerKey, owner)
  } catch {
    // Storage is off or full: the outline lasts as long as the page.
  }
  window.dispatchEvent(new Event(changed))
}

function store(owner: string, items: Heading[]) {
  const text = JSON.stringify(items)
  parsed.set(owner, { text, items })
  openOutline(owner)
  try {
    localStorage.setItem(headingsKey, text)
    keep(ownKey(owner), text)
  } catch {
    // Storage is off or full: the outline lasts as long as the page.
  }
  window.dispatchEvent(new Event(changed))
}

/** An empty outline leaves no key behind. */
function keep(key: string, text: string) {
  if (text === '[]') localStorage.removeItem(key)
  else localStorage.setItem(key, text)
}

/** Stores the next state of the current outline and remembers the one before for undoing. */
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
