import { expect, test } from 'vitest'
import { templateNames } from '../../contract.ts'
import { emptyBriefing } from '../generation/sample-context.test-rows.ts'
import { missingField, templates } from './templates.ts'

const check = (name: keyof typeof templates, text: string, briefing = {}) =>
  templates[name].check(text, { briefing: { ...emptyBriefing, ...briefing } })

test('every template has a description, labeled fields, requirements and a check for empty texts', () => {
  expect(Object.keys(templates)).toEqual([...templateNames])
  for (const name of templateNames) {
    const template = templates[name]
    expect(template.name).toBe(name)
    expect(template.description).toMatch(/^[^.]+\.$/)
    expect(template.fields.every(({ label, help }) => label && help)).toBe(true)
    const fields = template.fields.map(({ field }) => field)
    expect(new Set(fields).size).toBe(fields.length)
    expect(template.requiresAny.every((field) => fields.includes(field))).toBe(true)
    expect(template.fields.some(({ required }) => required) || template.requiresAny.length > 0).toBe(true)
    expect(check(name, '')[0]).toBe('The text is empty.')
  }
})

test('missing required fields are named', () => {
  expect(missingField('rewrite', {})).toEqual({
    field: 'text',
    alternatives: null,
    message: 'text is missing. The template rewrite needs it.',
  })
  expect(missingField('blog_post', { title: ' ' })).toEqual({
    field: 'title',
    alternatives: ['title', 'keywords', 'report'],
    message: 'title, keywords or report_id is missing. The template blog_post needs one of them.',
  })
  expect(missingField('blog_post', { report_id: 'r' })).toBeNull()
  expect(missingField('summary', { text: 'x' })).toBeNull()
})

test('meta: title and description lengths count visible characters', () => {
  const fits = `**Titel:** Kalter Kaffee\n**Beschreibung:** ${'ä'.repeat(155)}[^1]`
  expect(check('meta', fits)).toEqual([])
  expect(check('meta', `**Title:** ${'x'.repeat(61)}\n**Description:** ${'y'.repeat(156)}`)).toEqual([
    'The title has 61 characters. Search results show about 60.',
    'The description has 156 characters. Search results show about 155.',
  ])
  expect(check('meta', '标题：冷萃')).toEqual(['The description is missing.'])
})

test('ad copy: headlines have up to 30 characters, descriptions up to 90', () => {
  expect(check('ad_copy', `## Titel\n- ${'x'.repeat(30)}\n\n## Texte\n- ${'y'.repeat(90)}`)).toEqual([])
  expect(check('ad_copy', `- ${'x'.repeat(31)}\n\n## B\n- ${'y'.repeat(91)}`)).toHaveLength(2)
  expect(check('ad_copy', 'Buy now')).toEqual(['Add a list of headlines and a list of descriptions.'])
})

test('social posts: up to 280 characters unless another length was requested', () => {
  expect(check('social_post', 'x'.repeat(280))).toEqual([])
  expect(check('social_post', 'x'.repeat(281))).toEqual(['The post has 281 characters. The limit is 280.'])
  expect(check('social_post', 'x'.repeat(281), { words: 100 })).toEqual([])
})

test('FAQ: every question has an answer', () => {
  expect(check('faq', '### Warum?\n\nDarum.\n\n### Wie?\n\nSo.')).toEqual([])
  expect(check('faq', '### Warum?\n\n### Wie?\n\nSo.')).toEqual(['There’s no answer under the question “Warum?”.'])
  expect(check('faq', 'Hello\n\n### A?\n\nB.\n\n### C?\n\nD.')).toEqual(['There’s text before the first question.'])
})

test('outline: nothing but headings', () => {
  expect(check('outline', '## A\n### B\n## C')).toEqual([])
  expect(check('outline', '## A\nText\n## B\n## C')).toEqual([
    'An outline should only have headings. 1 line isn’t a heading.',
  ])
})

test('email: has a subject and a body', () => {
  expect(check('email', '**件名:** こんにちは\n\n本文です。')).toEqual([])
  expect(check('email', 'Dear reader,\n\nhello.')).toEqual(['The email has no subject line.'])
  expect(check('email', `**Subject:** ${'x'.repeat(79)}\n\nBody.`)).toEqual([
    'The subject has 79 characters. Email apps show about 78.',
  ])
})

test('scene times of scripts are in order, and a rewrite keeps its figures', () => {
  expect(check('video_script', '## 0:00 A\n\nx\n\n## 0:40 B\n\ny')).toEqual([])
  expect(check('video_script', '## 0:40 A\n\nx\n\n## 0:10 B\n\ny')).toEqual(['The scene times aren’t in order.'])
  const source = {
    text: 'It keeps 7 days at 4.5 degrees and costs 1,200 yen, as measured in 2018 by the people who made all of it.',
  }
  expect(
    check(
      'rewrite',
      'At 4.5 degrees it keeps 7 days; in 2018 those who had made it measured a cost of 1200 yen.',
      source,
    ),
  ).toEqual([])
  expect(
    check(
      'rewrite',
      'At 4.5 degrees it keeps 8 days; in 2018 those who had made it measured a cost of 1200 yen.',
      source,
    ),
  ).toEqual(['Missing figures: 7.'])
})
