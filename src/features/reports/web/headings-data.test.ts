import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  changeHeadings,
  headingsKey,
  moved,
  parseHeadings,
  readHeadings,
  toMarkdown,
  undoHeadings,
  withHeadings,
  withLevel,
  withoutText,
  withText,
} from './headings-data.ts'

const a = { type: 'h2' as const, text: 'A' }
const b = { type: 'h3' as const, text: 'B' }
const c = { type: 'h6' as const, text: 'C' }

describe('what is stored', () => {
  test('anything at all parses to headings', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(null)), (stored) => {
        for (const heading of parseHeadings(stored)) {
          expect(heading.type).toMatch(/^h[1-6]$/)
          expect(heading.text.trim()).not.toBe('')
        }
      }),
    )
  })
  test('good items survive among bad ones, in either shape', () => {
    expect(parseHeadings('[{"type":"H3","text":" B "},null,7,{"text":"A"},{"type":"h2","text":""}]')).toEqual([b, a])
    expect(parseHeadings('{"items":[{"type":"h2","text":"A"}]}')).toEqual([a])
    expect(parseHeadings('{"items":"no"}')).toEqual([])
  })
})

describe('changing the outline', () => {
  test('a text is added once, whatever its case', () => {
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
  test('levels stop at h1 and h6; an empty text changes nothing', () => {
    expect(withLevel([c], 0, 1)).toEqual([c])
    expect(withLevel([a], 0, -3)).toEqual([{ type: 'h1', text: 'A' }])
    expect(withText([a], 0, '  ')).toEqual([a])
    expect(withText([a], 0, ' New ')).toEqual([{ type: 'h2', text: 'New' }])
  })
  test('Markdown', () => {
    expect(toMarkdown([a, b])).toBe('## A\n\n### B')
  })
})

describe('keeping it in the browser', () => {
  beforeEach(() => {
    const values = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    })
    vi.stubGlobal('window', new EventTarget())
  })
  test('the list stands under headingsData, and the same array is read until it changes', () => {
    changeHeadings((items) => withHeadings(items, [a]))
    expect(JSON.parse(localStorage.getItem(headingsKey) ?? '')).toEqual([a])
    expect(readHeadings()).toBe(readHeadings())
  })
  test('rubbish reads as nothing, and undo gives back what was there', () => {
    localStorage.setItem(headingsKey, '{{{')
    expect(readHeadings()).toEqual([])
    changeHeadings((items) => withHeadings(items, [a, b]))
    changeHeadings((items) => withoutText(items, 'A'))
    expect(readHeadings()).toEqual([b])
    undoHeadings()
    expect(readHeadings()).toEqual([a, b])
  })
})
