import { expect, test } from 'vitest'
import { checkCopies, readCode, readMarkdown, splitWords } from '../scripts/copy-check.ts'
import { allowedCopy, copyRules } from '../scripts/copy-rules.ts'

const getRules = (file: string, code: string) =>
  checkCopies(file, readCode(file, code)).map((hit) => [hit.line, hit.rule])

test('finds text in JSX, attributes and templates', () => {
  const code = `
import { mail } from './what-stands.ts'
export const Page = ({ n }: { n: number }) => (
  <p className="mail" title="Nobody is told.">
    Look into your
    mail.
    {\`Count it anew, \${n} times\`}
  </p>
)`
  expect(getRules('src/a.tsx', code)).toEqual([
    [4, 'is-told'],
    [4, 'nobody-was'],
    [4, 'mail'],
    [7, 'anew'],
  ])
})

test('checks each name once, at its declaration', () => {
  const code = `
type Place = { heard: string }
const addressOf = (mostWaitMs: number) => mostWaitMs
const { kept } = await other.addressOf(place)
`
  expect(getRules('src/a.ts', code)).toEqual([
    [2, 'name-place'],
    [2, 'name-heard'],
    [3, 'name-of'],
    [3, 'name-most'],
  ])
})

test.each([
  ['const wanted = 1', 'name-wanted'],
  ['const wantedSources = 1', 'name-wanted'],
  ['function keep() {}', 'name-keep'],
  ['const keepFiles = 1', 'name-keep'],
  ['const most = 1', 'name-most'],
  ['type Coloured = string', 'name-british'],
  ['const keepAlive = true', null],
  ['const almost = 1', null],
])('finds %j: %s', (code, rule) => {
  const found = checkCopies('a.ts', readCode('a.ts', code), copyRules, [])
  expect(found.map((hit) => hit.rule)).toEqual(rule ? [rule] : [])
})

test('ignores machine-readable strings', () => {
  expect(getRules('src/a.ts', "export const keys = ['mail', 'picture', '/mail/send', 'mail@example.com']")).toEqual([])
})

test('ignores code and URLs in Markdown', () => {
  const copies = readMarkdown('# Mail\n\nSee [the picture](mail.md) and `mail`.\n\n```sh\nmail\n```\n')
  expect(checkCopies('docs/a.md', copies).map(({ line, rule }) => [line, rule])).toEqual([
    [1, 'mail'],
    [3, 'picture'],
  ])
})

test('splits names into words', () => {
  expect(splitWords('mostWaitMs')).toBe('most wait ms')
  expect(splitWords('HTTPServer_of-old')).toBe('http server of old')
})

test('rules have unique ids and reasons, and exceptions refer to existing rules', () => {
  const ids = copyRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { reason } of [...copyRules, ...allowedCopy]) expect(reason.length).toBeGreaterThan(8)
  for (const { rule } of allowedCopy) expect(ids).toContain(rule)
})
