import { expect, test } from 'vitest'
import type { TemplateName } from '../../contract.ts'
import { getOpening, type SourcePage, type WritingContext } from '../generation/generation-context.ts'
import { getEffectiveOutline, planWriting } from '../generation/plan-generation.ts'
import { bareContext } from '../generation/sample-context.test-rows.ts'
import { builtinWrite } from './builtin-writer.ts'

const german: SourcePage[] = [
  {
    n: 1,
    url: 'https://eins.example/',
    title: 'Cold Brew selber machen',
    headings: [
      { type: 'h1', text: 'Cold Brew selber machen' },
      { type: 'h2', text: 'Wie lange hält Cold Brew?' },
    ],
    content:
      'Cold Brew selber machen\n\nCold Brew ist Kaffee, der mit kaltem Wasser angesetzt wird. Er zieht zwölf bis achtzehn Stunden im Kühlschrank. Dadurch schmeckt er mild und wenig bitter.\n\nWie lange hält Cold Brew?\n\nCold Brew hält sich im Kühlschrank etwa sieben Tage. Mit Milch sollte der Kaffee innerhalb von zwei Tagen getrunken werden. Wir empfehlen eine dichte Flasche.',
  },
  {
    n: 2,
    url: 'https://zwei.example/',
    title: 'Koffein im Cold Brew',
    headings: [{ type: 'h1', text: 'Koffein im Cold Brew' }],
    content:
      'Koffein im Cold Brew\n\nEin Glas Cold Brew enthält zwischen 100 und 250 Milligramm Koffein. Das hängt vor allem von der Menge des Kaffees ab. Lesen Sie auch unseren Artikel über Espresso.',
  },
]
const chinese: SourcePage[] = [
  {
    n: 1,
    url: 'https://yi.example/',
    title: '冷萃咖啡怎么做',
    headings: [{ type: 'h2', text: '冷萃咖啡能保存多久？' }],
    content:
      '冷萃咖啡是用冷水长时间浸泡咖啡粉制成的。它的味道很顺滑。\n\n冷萃咖啡能保存多久？\n\n冷萃咖啡在冰箱里可以保存七天左右。加入牛奶以后最好在两天内喝完。',
  },
]

const write = (context: WritingContext) =>
  planWriting(context)
    .map((step) => getOpening(step) + [...builtinWrite(context, step)].join(''))
    .filter((text) => text !== '')
    .join('\n\n')

const germanContext = (template: TemplateName, words: number | null = null) =>
  bareContext(
    template,
    'Cold Brew',
    { language: 'de', words },
    {
      pages: german,
      questions: ['wie lange hält cold brew', 'wie viel koffein hat cold brew', 'was kostet cold brew'],
    },
  )

test('a German draft has sections for its questions, no first-person sentences, and a source for each sentence', () => {
  const context = germanContext('blog_post', 400)
  expect(getEffectiveOutline(context).map(({ text }) => text.toLowerCase())).toContain('wie lange hält cold brew?')
  const text = write(context)
  expect(text).toContain('“Cold Brew hält sich im Kühlschrank etwa sieben Tage.”[^1]')
  expect(text).not.toMatch(/Wir empfehlen|Lesen Sie/)
  const prose = text.split('\n').filter((line) => line !== '' && !/^[#>]/.test(line))
  for (const line of prose) expect(line.replace(/(?:- )?(?:\w+\.example: )?“[^”]+”\[\^[12]\]\s?/g, '')).toBe('')
})

test('German FAQ answers come from pages that answer the question', () => {
  expect(write(germanContext('faq'))).toBe(
    '### Wie lange hält Cold Brew?\n\neins.example: “Cold Brew hält sich im Kühlschrank etwa sieben Tage.”[^1] eins.example: “Mit Milch sollte der Kaffee innerhalb von zwei Tagen getrunken werden.”[^1]\n\n### Wie viel koffein hat cold brew?\n\nzwei.example: “Ein Glas Cold Brew enthält zwischen 100 und 250 Milligramm Koffein.”[^2]',
  )
})

test('labels are in German for German texts and in English for other languages', () => {
  expect(write(germanContext('meta'))).toMatch(/^\*\*Titel:\*\* Cold Brew\n\*\*Beschreibung:\*\* /)
  expect(write(bareContext('meta', 'Kalt kaffe', { language: 'sv' }))).toMatch(/^\*\*Title:\*\* Kalt kaffe/)
})

test('Chinese sentences are selected and cited', () => {
  const context = bareContext(
    'blog_post',
    '冷萃咖啡',
    { language: 'zh', words: 300 },
    { pages: chinese, questions: ['冷萃咖啡能保存多久'] },
  )
  const text = write(context)
  expect(text).toContain('“冷萃咖啡在冰箱里可以保存七天左右。”[^1]')
  for (const sentence of text.match(/“[^\n#。]+。”?(?:\[\^\d+\])?/g) ?? []) expect(sentence).toMatch(/。”\[\^1\]$/)
})
