import { expect, test } from 'vitest'
import { getNearText } from './research-button.tsx'

const lone = {
  ...{ text: 'cold brew ratio', near_keywords: 0, compared_keywords: 300 },
  ...{ near_questions: 0, compared_questions: 40 },
}

test('what the proposals for a keyword come from is said with how much was compared', () => {
  expect(getNearText({ ...lone, near_keywords: 4 }, 1)).toContain(
    '4 of 300 keywords have most of its distinctive words',
  )
  expect(getNearText(lone, 0)).toBe(
    'No other keyword of the report is near “cold brew ratio”, so the proposals come from the keyword alone.',
  )
})

test('a long report has questions beyond its first keywords, and keywords that weren’t compared', () => {
  const long = { ...lone, compared_keywords: 1999, compared_questions: 900 }
  expect(getNearText({ ...long, near_questions: 1 }, 0)).toContain(
    '1 of 900 questions has most of its distinctive words',
  )
  expect(getNearText(long, 2)).toBe(
    'None of the report’s first 2,000 keywords is near “cold brew ratio”, so the proposals come from the keyword and the pages about it.',
  )
})
