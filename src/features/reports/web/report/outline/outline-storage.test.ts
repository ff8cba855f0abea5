import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '#features/analytics/rules/event-storage.ts'
import { forgetUser, rememberUser } from '#web/layout/app-state.ts'
import {
  canUndo,
  changeHeadings,
  headingsKey,
  headingsOnServer,
  headingsOwnerKey,
  moved,
  openOutline,
  parseHeadings,
  readHeadings,
  toMarkdown,
  toOutlineOwner,
  undoHeadings,
  withHeadings,
  withLevel,
  withoutText,
  withText,
} from './outline-storage.ts'

const a = { type: 'h2' as const, text: 'A' }
const b = { type: 'h3' as const, text: 'B' }
const c = { type: 'h6' as const, text: 'C' }

describe('parsing the stored outline', () => {
  test('any value parses to valid headings', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (stored) => {
        for (const heading of parseHeadings(stored)) {
          expect(heading.type).toMatch(/^h[1-6]$/)
          expect(heading.text.trim()).not.toBe('')
        }
      }),
    )
  })
  test('valid items are kept and invalid ones dropped, in both formats', () => {
    expect(parseHeadings('[{"type":"H3","text":" B "},null,7,{"text":"A"},{"type":"h2","text":""}]')).toEqual([b, a])
    expect(parseHeadings('{"items":[{"type":"h2","text":"A"}]}')).toEqual([a])
    expect(parseHeadings('{"items":"no"}')).toEqual([])
  })
})

describe('changing the outline', () => {
  test('a text is added once, regardless of case', () => {
    expect(withHeadings([a], [{ type: 'h4', text: ' a ' }, b])).toEqual([a, b])
    expect(withoutText([a, b], 'b')).toEqual([a])
  })
  test('moving keeps every heading', () => {
    expect(moved([a, b, c], 0, 2)).toEqual([b, c, a])
    expect(moved([a, b, c], 2, -5)).toEqual([c, a, b])
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 6 }), fc.integer({ min: -3, max: 6 }), (from, to) => {
        expect(new Set(moved([a, b, c], from, to))).toEqual(new Set([a, b, c]))
      }),
    )
  })
  test('levels stay between h1 and h6, and an empty text is ignored', () => {
    expect(withLevel([c], 0, 1)).toEqual([c])
    expect(withLevel([a], 0, -3)).toEqual([{ type: 'h1', text: 'A' }])
    expect(withText([a], 0, '  ')).toEqual([a])
    expect(withText([a], 0, ' New ')).toEqual([{ type: 'h2', text: 'New' }])
  })
  test('exports Markdown', () => {
    expect(toMarkdown([a, b])).toBe('## A\n\n### B')
  })
})

describe('storing the outline in the browser', () => {
  const mine = toOutlineOwner('ada', 'w1', 'r1')
  const other = toOutlineOwner('ada', 'w2', 'r2')
  const stored = () => parseHeadings(localStorage.getItem(headingsKey))
  beforeEach(() => {
    vi.stubGlobal('localStorage', memoryStorage())
    vi.stubGlobal('window', new EventTarget())
    rememberUser({ id: 'ada', email: 'ada@example.com' })
    openOutline(other)
    openOutline(mine)
  })
  test('is stored under headingsData, and reads the same array until it changes', () => {
    changeHeadings((items) => withHeadings(items, [a]))
    expect(stored()).toEqual([a])
    expect(readHeadings(mine)).toBe(readHeadings(mine))
  })
  test('invalid data reads as empty, and undo restores the previous outline', () => {
    localStorage.setItem(headingsKey, '{{{')
    expect(readHeadings(mine)).toEqual([])
    changeHeadings((items) => withHeadings(items, [a, b]))
    changeHeadings((items) => withoutText(items, 'A'))
    expect(readHeadings(mine)).toEqual([b])
    undoHeadings()
    expect(readHeadings(mine)).toEqual([a, b])
  })
  test('each report has its own outline and undo history', () => {
    changeHeadings((items) => withHeadings(items, [a]))
    expect(readHeadings(other)).toEqual([])
    openOutline(other)
    expect([readHeadings(other), stored(), canUndo()]).toEqual([[], [], false])
    changeHeadings((items) => withHeadings(items, [b]))
    expect([readHeadings(mine), readHeadings(other), stored()]).toEqual([[a], [b], [b]])
    openOutline(mine)
    expect([readHeadings(mine), stored()]).toEqual([[a], [a]])
  })
  test('an empty outline is the same array as on the server', () => {
    expect(readHeadings(mine)).toBe(headingsOnServer())
    changeHeadings((items) => withHeadings(items, [a]))
    changeHeadings((items) => withoutText(items, 'A'))
    openOutline(other)
    expect([readHeadings(mine), readHeadings(other)]).toEqual([[], []])
    expect(readHeadings(other)).toBe(headingsOnServer())
  })
  test('an outline without an owner, from an earlier version, is ignored', () => {
    localStorage.removeItem(headingsOwnerKey)
    localStorage.setItem(headingsKey, JSON.stringify([c]))
    expect(readHeadings(mine)).toEqual([])
    openOutline(mine)
    expect([readHeadings(mine), stored()]).toEqual([[], []])
  })
  test('signing out or signing in as another user deletes all outlines, and the same user keeps them', () => {
    changeHeadings((items) => withHeadings(items, [a]))
    openOutline(other)
    changeHeadings((items) => withHeadings(items, [b]))
    rememberUser({ id: 'ada', email: 'ada@example.com' })
    expect(readHeadings(mine)).toEqual([a])
    rememberUser({ id: 'bob', email: 'bob@example.com' })
    expect([readHeadings(mine), readHeadings(other), stored()]).toEqual([[], [], []])
    openOutline(toOutlineOwner('bob', 'w1', 'r1'))
    changeHeadings((items) => withHeadings(items, [c]))
    forgetUser()
    expect(localStorage.length).toBe(0)
  })
})
