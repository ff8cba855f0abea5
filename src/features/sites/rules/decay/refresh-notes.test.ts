import { expect, test } from 'vitest'
import { findRefreshNotes, toInstructions } from './refresh-notes.ts'

const text = `# How long does cold brew last?

Cold brew lasts a week in the fridge, as our tests of 2023 showed. Use [our ratio](/ratio).

## Which jars to use

Glass jars keep it fresh. A french press works too.`

test('names what the page lacks, and nothing it has', () => {
  const notes = findRefreshNotes(text, {
    queries: ['how long does cold brew last', 'can you freeze cold brew', 'cold brew shelf life'],
    sisters: [
      { url: 'https://a.example/french-press', title: 'French press', topic: 'french press' },
      { url: 'https://a.example/ratio', title: 'Ratio', topic: 'cold brew' },
      { url: 'https://a.example/grinders', title: 'Grinders', topic: 'coffee grinder' },
    ],
    year: 2026,
    url: 'https://a.example/shelf-life',
  })
  expect(notes.questions).toEqual(['can you freeze cold brew'])
  expect(notes.terms).toEqual(['freeze', 'shelf', 'life'])
  expect(notes.outdated).toEqual(['Cold brew lasts a week in the fridge, as our tests of 2023 showed.'])
  expect(notes.links.map(({ url }) => url)).toEqual(['https://a.example/french-press'])
  const instructions = toInstructions(notes)
  expect(instructions).toContain('- can you freeze cold brew')
  expect(instructions).toContain('- french press: https://a.example/french-press')
  expect(toInstructions({ queries: [], questions: [], terms: [], outdated: [], links: [] })).not.toContain(':\n')
})
