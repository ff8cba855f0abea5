import { describe, expect, test } from 'vitest'
import { type ChatterOptions, createChatterFilter } from './model-chatter.ts'

function clean(text: string, options: ChatterOptions = {}, size = 7) {
  const filter = createChatterFilter(options)
  filter.begin()
  const shown: string[] = []
  for (let at = 0; at < text.length; at += size) shown.push(filter.push(text.slice(at, at + size)))
  shown.push(filter.end(false))
  return shown.join('')
}

const body = 'Cold brew steeps in cold water for twelve hours.\n\nIt tastes mild.'
const line = 'Cold brew steeps in cold water for twelve hours.'
const headed = `# Cold brew at home\n\n${body}`
const code = `Add a docstring:\n\n\`\`\`python\ndef brew():\n    """Steeps."""\n\`\`\`\n\nThat is all.`

describe('what a model puts around its text is removed', () => {
  test.each<[string, string]>([
    [`"""\n${body}\n"""`, body],
    [`"""${body}"""`, body],
    [`"""${line}"""`, line],
    [`""" ${line} """`, line],
    [`"""\n${body}"""`, body],
    [`"""markdown\n${body}\n"""`, body],
    [`'''\n${body}\n'''`, body],
    [`'''${body}'''`, body],
    [`'''${line}'''`, line],
    [`"""\n${code}\n"""`, code],
    [`"""\n${headed}\n"""\n\nLet me know if you need any changes.`, headed],
    [`"""${line}"""\n\nI hope this helps!`, line],
    [`Sure! Here is the section:\n\n"""\n${body}\n"""`, body],
    [`<article>\n${body}\n</article>`, body],
    [`<article>\n\n${headed}\n\n</article>`, headed],
    [`<ARTICLE>\n${body}\n</ARTICLE>`, body],
    [`<answer>${line}</answer>`, line],
    [`<answer>${body}</answer>`, body],
    [`<answer>\n${body}</answer>\n`, body],
    [`<text>\n${body}\n</text>`, body],
    [`<output>\n${code}\n</output>`, code],
    [`<output>\n<answer>\n${body}\n</answer>\n</output>`, body],
    [`<response>\n${body}\n</response>`, body],
    [`<result>${line}</result>`, line],
    [`<draft>\n${body}\n</draft>\n\nWould you like a shorter version?`, body],
    [`<blog_post>\n${headed}\n</blog_post>`, headed],
    [`<final_answer>\n${body}\n</final_answer>`, body],
    [`<rewritten_text>${line}</rewritten_text>`, line],
    [`<section>\n${body}\n</section>`, body],
    [`Here is the rewritten passage:\n<output>\n${body}\n</output>`, body],
    [`\`\`\`markdown\n<article>\n${body}\n</article>\n\`\`\``, body],
    [`Answer:\n\n${body}`, body],
    [`Answer: ${body}`, body],
    [`Final answer: ${body}`, body],
    [`**Answer:**\n\n${body}`, body],
    [
      `Answer: ${line.slice(0, -1)}, ${'and the grounds stay coarse, '.repeat(20)}as ever.`,
      `${line.slice(0, -1)}, ${'and the grounds stay coarse, '.repeat(20)}as ever.`,
    ],
    [`Assistant:\n${body}`, body],
    [`Assistant: ${body}`, body],
    [`**Assistant:** ${body}`, body],
    [`Title: Cold brew at home\n\n${headed}`, headed],
    [`**Title:** Cold Brew at Home\n\n${headed}`, headed],
    [`**Title: Cold brew at home**\n${headed}`, headed],
    [`Title: “Cold brew at home”\n\nCold brew at home\n\n${body}`, `Cold brew at home\n\n${body}`],
    [`Sure! Here is the article:\n\nTitle: Cold brew at home\n\n${headed}`, headed],
    [`${body}\n\nHappy writing!`, body],
    [`${body}\n\nHappy blogging!`, body],
    [`${body}\n\n---END---`, body],
    [`${body}\n\n--- END ---\n`, body],
    [`${body}\n\n[END]`, body],
    [`${body}\n\n=== END ===`, body],
    [`${body}\n\n***END***`, body],
    [`${body}\n\n<END>`, body],
    [`${body}\n\nThank you!`, body],
    [`${body}\n\nThanks!`, body],
    [`${body}\n\nSources: [1]`, body],
    [`${body}\n\nSources: [1], [2] and [3]`, body],
    [`${body}\n\n**Sources:** [^1][^2]`, body],
    [`${body}\n\nSources:`, body],
    [`${body}\n\nReferences:\n[1]\n[2]`, body],
    [`${body}\n\nSources: [1] …`, body],
    [`"""\n${body}\n"""\n\n---END---`, body],
  ])('%s', (text, expected) => {
    for (const size of [1, 2, 7, 40, text.length]) expect(clean(text, {}, size)).toBe(expected)
  })
})

describe('text that only looks alike stays', () => {
  test.each([
    '<article> is the element for a text that makes sense alone.',
    '<article>s may be nested.',
    '`<article>` wraps a text that makes sense alone.\n\n`</article>` ends it.',
    `Use this:\n\n\`\`\`html\n<article>\n<h1>Cold brew</h1>\n</article>\n\`\`\``,
    '```html\n<article>\nCold brew\n</article>\n```\n\nThat is an article in HTML.',
    '<article>\n  <h1>Cold brew</h1>\n  <p>It tastes mild.</p>\n</article>',
    '<article>Cold brew</article> is how you mark up a short text.',
    '<details>\n<summary>More</summary>\n\nCold brew keeps.\n\n</details>',
    `${line}\n\n<text>\n\nA tag below the first line stays.\n\n</text>`,
    'The tag `<output>` holds a result.\n\n<output>',
    code,
    '```python\n"""\nModule for brewing.\n"""\nimport time\n```\n\nThat is a docstring.',
    '"""Steeps.""" is a docstring of one line.',
    "'''Cold brew''' is bold in a wiki.",
    '"Cold brew is mild," she said.\n\n"And strong."',
    `${line}\n\n"""\n\nThree quotes below the first line stay.`,
    'Answer: twelve hours\nReason: the water is cold',
    'Answer: It takes about twelve hours.\n\nQuestion: Is that long?\n\nAnswer: It is.',
    'Answer: B',
    'Answer engines read the first sentence.',
    'Answer the question in the first sentence: it takes twelve hours.',
    '**Answer:** Cold brew takes twelve hours in the fridge.',
    'Short answer: twelve hours in the fridge are enough.',
    'Assistant: How can I help you today?\n\nCustomer: My grinder broke.',
    'Assistant: part-time position in Bern',
    'Assistant managers earn less.',
    'Title: Cold brew at home | Mats\nDescription: How to steep coffee for twelve hours.',
    `Title: A guide to patience\n\n${headed}`,
    'Title: Cold brew at home',
    'Titles: three ideas follow.\n\n1. Cold brew at home',
    `Write each day.\n\nIt makes writing easier.\n\nHappy writing!`,
    'Happy writing is rewriting.',
    `${body}\n\nHappy brewing!`,
    `${body}\n\nHappy writing!\n\nThat is how her letters end.`,
    `${body}\n\nThe end.`,
    `${body}\n\nEnd the day with a glass.`,
    '[INTRO]\n\nA glass on a table.\n\n[END]',
    `\`\`\`basic\n10 PRINT "COLD BREW"\n---END---\n\`\`\``,
    'Dear Ms. Marsh,\n\nThe grinder is fixed.\n\nThank you!',
    'We reopen on Monday with a new roast.\n\nThank you!',
    `${body}\n\nThank you, Yale, for the beans.`,
    `${body}\n\nThank you!\n\nThat is what a barista hears most.`,
    `${body}\n\nSources: the roastery, and two baristas.`,
    `${body}\n\nSources: [1] Marsh, Cold coffee, 2019`,
    `${body}\n\nSources:\n\n- Marsh, Cold coffee`,
    `${body}\n\nSources of caffeine differ.`,
    `${body}\n\n--- END OF SEASON SALE ---`,
  ])('%s', (text) => {
    for (const size of [1, 7, text.length]) expect(clean(text, {}, size)).toBe(text)
  })

  test('the end of an email', () => {
    for (const closing of ['Thank you!', 'Happy writing!', 'Thanks!'])
      expect(clean(`${body}\n\n${closing}`, { keepsClosing: true })).toBe(`${body}\n\n${closing}`)
  })

  test('an answer below a question, where a cut text goes on', () => {
    const text = `Answer: ${body}`
    expect(clean(text, { continues: true })).toBe(text)
  })
})

describe('streaming', () => {
  test('text inside a wrapper is shown as it comes', () => {
    const filter = createChatterFilter()
    filter.begin()
    expect(filter.push('<article>\nCold')).toBe('Cold')
    expect(filter.push(' brew')).toBe(' brew')
    expect(filter.push(' is < 10 degrees')).toBe(' is < 10 degrees')
    expect(filter.push('.</art')).toBe('.')
    expect(filter.push('icle>')).toBe('')
    expect(filter.end(false)).toBe('')
  })

  test('a quotation mark at the start is held for a moment only', () => {
    const filter = createChatterFilter()
    filter.begin()
    expect(filter.push('"')).toBe('')
    expect(filter.push('Cold brew')).toBe('"Cold brew')
  })

  test('lists and ordinary words aren’t held back', () => {
    const filter = createChatterFilter()
    filter.begin()
    expect(filter.push('Cold\n\n- Gri')).toBe('Cold\n\n- Gri')
    expect(filter.push('nd\n- Steep')).toBe('nd\n- Steep')
    expect(filter.push('\n\nThe sauce')).toBe('\n\nThe sauce')
  })

  test('a note names what was around the text', () => {
    const filter = createChatterFilter()
    filter.begin()
    filter.push(`<article>\n${body}\n</article>`)
    filter.end(false)
    expect(filter.notes()).toEqual([{ kind: 'fence_removed', text: '<article>', count: 1 }])
  })
})
