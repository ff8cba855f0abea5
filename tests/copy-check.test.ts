import { expect, test } from 'vitest'
import { checkCopies, readCode, readMarkdown, splitWords } from '../scripts/copy-check.ts'
import { allowedCopy, copyRules } from '../scripts/copy-rules.ts'

const getRules = (file: string, code: string) =>
  checkCopies(file, readCode(file, code)).map((hit) => [hit.line, hit.rule])

test('texts of screens are read wherever they are written', () => {
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
    [4, 'mail'],
    [7, 'anew'],
  ])
})

test('names are read where they are given, and once', () => {
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

test('machine words are no texts', () => {
  expect(getRules('src/a.ts', "export const keys = ['mail', 'picture', '/mail/send', 'mail@example.com']")).toEqual([])
})

test('Markdown is read without its code and addresses', () => {
  const copies = readMarkdown('# Mail\n\nSee [the picture](mail.md) and `mail`.\n\n```sh\nmail\n```\n')
  expect(checkCopies('docs/a.md', copies).map(({ line, rule }) => [line, rule])).toEqual([
    [1, 'mail'],
    [3, 'picture'],
  ])
})

test('words of a name', () => {
  expect(splitWords('mostWaitMs')).toBe('most wait ms')
  expect(splitWords('HTTPServer_of-old')).toBe('http server of old')
})

test('every rule says why, has a name of its own, and every exception names a rule', () => {
  const ids = copyRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { reason } of [...copyRules, ...allowedCopy]) expect(reason.length).toBeGreaterThan(8)
  for (const { rule } of allowedCopy) expect(ids).toContain(rule)
})
