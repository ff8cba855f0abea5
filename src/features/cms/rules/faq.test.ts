import { expect, test } from 'vitest'
import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import { getFaq } from './faq.ts'

const faq = (markdown: string) => getFaq(markdownToHtml(markdown, new Set([1])))

const ratio = { question: 'What ratio?', answer: 'One to eight. By weight.' }
const time = { question: 'How long & how cold?', answer: 'Twelve hours. In the fridge.' }
const block =
  '## Frequently asked questions\n\n### What ratio?\n\nOne to **eight**.[^1]\n\nBy weight.\n\n### How long & how cold?\n\n- Twelve hours.\n- In the fridge.'

test('an FAQ block of an article gives its questions with plain answers', () => {
  expect(faq(`# Cold brew\n\nText.\n\n${block}\n\n## More\n\nText.`)).toEqual([ratio, time])
})

test('a text of questions alone is an FAQ, in any language', () => {
  expect(faq('### 比率は？\n\n一対八。\n\n### كم ساعة؟\n\nاثنتا عشرة.')).toHaveLength(2)
})

test.each([
  ['an article whose sections ask something', 'Text first.\n\n## What ratio?\n\nA.\n\n## How long?\n\nB.'],
  ['one question', '## FAQ\n\n### What ratio?\n\nA.'],
  ['a question without an answer', '## FAQ\n\n### What ratio?\n\n### How long?\n\nB.'],
  ['a part that asks nothing', '## FAQ\n\n### What ratio?\n\nA.\n\n### Beans\n\nB.'],
  ['no headings', 'What ratio? One to eight.'],
])('%s is no FAQ', (_, markdown) => {
  expect(faq(markdown)).toEqual([])
})
