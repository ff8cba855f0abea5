import { expect, test } from 'vitest'
import { createAnswerCount, getUnanswered } from './answered.ts'

const pages = (...headings: string[][]) => headings.map((texts) => ({ headings: texts.map((text) => ({ text })) }))
const asked = ['why is cold brew cloudy', 'how long does cold brew last', 'what is cold brew'].map((text) => ({
  _id: text,
  text,
}))
const about = { seed: 'cold brew', language: 'en' }

test('a question is unanswered when no heading of the pages read has its words', () => {
  const read = pages(['How long cold brew lasts in the fridge'], ['Cold brew ratio'], ['Equipment'])
  // "What is cold brew" has no word besides the topic's: headings can't tell.
  expect(getUnanswered(asked, read, about)!.map(({ text }) => text)).toEqual(['why is cold brew cloudy'])
})

test('nothing is said about answers when fewer than three pages were read', () => {
  expect(getUnanswered(asked, pages([], []), about)).toBeNull()
  expect(getUnanswered([asked[2]!], pages([], [], []), about)).toBeNull()
})

test('pages are counted that have a heading about a keyword, not the headings', () => {
  const read = pages(['How long cold brew lasts', 'How long it lasts open'], ['How long does it last?'], ['Equipment'])
  const count = createAnswerCount(read, about)!
  expect(count('how long does cold brew last')).toBe(2)
  expect(count('why is cold brew cloudy')).toBe(0)
  expect(count('what is cold brew')).toBeNull()
})
