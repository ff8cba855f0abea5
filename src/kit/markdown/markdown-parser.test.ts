import { expect, test } from 'vitest'
import { markdownToHtml } from './markdown-html.ts'

test.each(['[', '![', '[a ', '![a', '[[]', '](', '[a]('])('400 kB of %s are parsed quickly', (unit) => {
  const before = process.threadCpuUsage()
  const html = markdownToHtml(unit.repeat(400_000 / unit.length))
  const { user, system } = process.threadCpuUsage(before)
  expect(html.length).toBeGreaterThanOrEqual(400_000 - (400_000 % unit.length))
  // Unmatched brackets used to take four seconds.
  expect((user + system) / 1000).toBeLessThan(1500)
})

test('matched brackets among very many unmatched ones are still links', () => {
  const html = markdownToHtml(`${'[a](/b) '.repeat(600)}[lone ![too`)
  expect(html.match(/<a href="\/b">a<\/a>/g)).toHaveLength(600)
  expect(html).toContain('[lone ![too')
})

test('escaped brackets don’t break the links around them', () => {
  const html = markdownToHtml('[a \\[ b](/c) '.repeat(600))
  expect(html.match(/<a href="\/c">a \[ b<\/a>/g)).toHaveLength(600)
})
