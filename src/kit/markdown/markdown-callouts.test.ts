import { expect, test } from 'vitest'
import { isCalloutMark } from './markdown-callouts.ts'
import { markdownToHtml } from './markdown-html.ts'

test('a callout is an aside with its name in the language of the text', () => {
  expect(markdownToHtml('> [!TIP]\n> Use *cold* water.', new Set(), 'de-AT')).toBe(
    '<aside class="callout callout-tip" role="note"><p class="callout-label"><strong>Tipp</strong></p><p>Use <em>cold</em> water.</p>\n</aside>\n',
  )
  expect(markdownToHtml('> [!NOTE]\n>\n> - a', new Set(), 'sw')).toContain('<strong>Note</strong></p><ul>')
})

test('other quotes stay quotes', () => {
  for (const quote of ['> [!NOTE] on one line', '> [!UNKNOWN]\n> a', '> a\n> [!NOTE]', '> \\[!NOTE]\n> a'])
    expect(markdownToHtml(quote)).toMatch(/^<blockquote>/)
})

test('text can’t bring classes of its own', () => {
  expect(markdownToHtml('<aside class="callout x">a</aside>')).not.toContain('<aside')
})

test('the mark is told from words', () => {
  expect(['[!NOTE]', ' [!tip] ', '[!NOTE] a', 'NOTE'].map(isCalloutMark)).toEqual([true, true, false, false])
})
