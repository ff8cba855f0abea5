import { getSchema } from '@tiptap/core'
import { history, undo } from '@tiptap/pm/history'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { textExtensions } from '../editor-extensions.ts'
import { markdownFor } from '../editor-markdown.ts'
import { createFindPlugin, getFindState, moveCurrent, type Query, replaceMatches, setQuery } from './find-matches.ts'

const { parse, serialize } = markdownFor(getSchema(textExtensions))
const open = (markdown: string) =>
  EditorState.create({ doc: parse(markdown), plugins: [history(), createFindPlugin()] })
const find = (state: EditorState, text: string, options: Partial<Query> = {}) =>
  state.apply(setQuery(state.tr, { text, matchCase: false, wholeWord: false, ...options }))
const found = (state: EditorState) => getFindState(state)!.ranges.map(({ from, to }) => state.doc.textBetween(from, to))

const text = '## Brew\n\nCold brew, **brewing** and brewers.[^1] Brew it.\n\n| Brew |\n| --- |\n| rebrew |'

test.each<[string, Partial<Query>, string[]]>([
  ['brew', {}, ['Brew', 'brew', 'brew', 'brew', 'Brew', 'Brew', 'brew']],
  ['brew', { matchCase: true }, ['brew', 'brew', 'brew', 'brew']],
  ['brew', { wholeWord: true }, ['Brew', 'brew', 'Brew', 'Brew']],
  ['Brew', { wholeWord: true, matchCase: true }, ['Brew', 'Brew', 'Brew']],
  ['brew, brewing', {}, ['brew, brewing']],
  ['brewers. Brew', {}, []],
  ['a.*b', {}, []],
  [' ', {}, []],
])('finds %j with %j', (query, options, expected) => {
  expect(found(find(open(text), query, options))).toEqual(expected)
})

test('an emoji, an umlaut and characters of no length in lower case don’t move the match', () => {
  expect(found(find(open('İstanbul 🫖 Tee, KÄSE'), 'käse'))).toEqual(['KÄSE'])
})

test('the matches are visited in order and around', () => {
  let state = find(open('a b a b a'), 'a')
  const visited = [getFindState(state)!.current]
  for (let times = 0; times < 3; times++) {
    state = state.apply(moveCurrent(state, 1)!)
    visited.push(getFindState(state)!.current)
  }
  state = state.apply(moveCurrent(state, -1)!)
  expect([...visited, getFindState(state)!.current]).toEqual([0, 1, 2, 0, 2])
})

test('one match is replaced, and the next one becomes current', () => {
  let state = find(open('tea, tea and tea'), 'tea')
  state = state.apply(replaceMatches(state, [getFindState(state)!.ranges[0]!], 'tea leaves'))
  expect(serialize(state.doc)).toBe('tea leaves, tea and tea')
  expect(getFindState(state)!.current).toBe(1)
})

test('all matches are replaced as one undo step, and formats, citations and cells stay', () => {
  const before = find(open(text), 'brew')
  let state = before.apply(replaceMatches(before, getFindState(before)!.ranges, 'steep'))
  expect(serialize(state.doc).trimEnd()).toBe(
    '## steep\n\nCold steep, **steeping** and steepers.[^1] steep it.\n\n| steep |\n| --- |\n| resteep |',
  )
  undo(state, (tr) => {
    state = state.apply(tr)
  })
  expect(serialize(state.doc).trimEnd()).toBe(text)
  const gone = before.apply(replaceMatches(before, getFindState(before)!.ranges, ''))
  expect(serialize(gone.doc)).toContain('[^1]')
  gone.doc.check()
})
