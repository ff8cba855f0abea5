import { expect, test } from 'vitest'
import { createSectionStream, type SectionPiece } from './citation-stream.ts'

const page = {
  n: 1,
  url: 'https://brew.example/guide',
  title: 'Brewing',
  headings: [],
  content: 'Cold brew steeps for twelve hours.',
}
const links = ['ours.example/shop', '/images/jar.png', '/guide']

function run(text: string, size = text.length) {
  const stream = createSectionStream({ pages: [page], heading: null, links })
  const pieces: SectionPiece[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(stream.push(text.slice(at, at + size)))
  pieces.push(stream.end())
  return { text: pieces.map((piece) => piece.text).join(''), removed: pieces.flatMap(({ removed }) => removed) }
}

const link = (text: string, url: string) => ({ kind: 'link', text, url })
const bad = 'https://invented.example/a'

test.each<[string, string, object[]]>([
  // Invented ones leave their text.
  [`Read [this guide][g] first.\n\n[g]: ${bad}`, 'Read this guide first.', [link('this guide', bad)]],
  [
    `Read [this guide][Guide] first.\n\n[guide]: <${bad}> "A guide"\n\nEnd.`,
    'Read this guide first.\n\n\nEnd.',
    [link('this guide', bad)],
  ],
  [`[a][x] and [b][x].\n\n[x]: ${bad}`, 'a and b.', [link('a', bad), link('b', bad)]],
  [`[g]: ${bad}\n\nRead [this][g].`, '\nRead this.', [link('this', bad)]],
  [`Read [this guide][].\n\n[this guide]: ${bad}`, 'Read this guide.', [link('this guide', bad)]],
  [`See [the study][1].\n\n[1]: ${bad}`, 'See the study.', [link('the study', bad)]],
  [`It keeps.\n\n[unused]: ${bad}`, 'It keeps.', [link(bad, bad)]],
  [
    `One.\n\n![A jar][jar]\n\nTwo.\n\n[jar]: https://invented.example/j.png`,
    'One.\n\n\n\nTwo.',
    [link('A jar', 'https://invented.example/j.png')],
  ],
  // Given ones work.
  [
    'Buy [here][shop] now.\n\n[shop]: https://ours.example/shop',
    'Buy [here][shop] now.\n\n[shop]: https://ours.example/shop',
    [],
  ],
  ['Read [it][1].\n\n[1]: https://brew.example/guide', 'Read [it][1].\n\n[1]: https://brew.example/guide', []],
  ['![A jar][jar]\n\n[jar]: /images/jar.png', '![A jar][jar]\n\n[jar]: /images/jar.png', []],
  [
    '[shop]: https://ours.example/shop\n\nBuy [here][shop].',
    '[shop]: https://ours.example/shop\n\nBuy [here][shop].',
    [],
  ],
  ['Go [down][end].\n\n[end]: #end', 'Go [down][end].\n\n[end]: #end', []],
  [`[a][ok] and [b][no].\n\n[ok]: /guide\n[no]: ${bad}\n`, '[a][ok] and b.\n\n[ok]: /guide', [link('b', bad)]],
  // What only looks alike stays.
  ['A matrix a[i][j] has no link.', 'A matrix a[i][j] has no link.', []],
  ['[Note]: this is a remark of several words.', '[Note]: this is a remark of several words.', []],
  [
    'Use `[a][b]` in code.\n\n```md\n[a][b]\n\n[b]: https://invented.example/a\n```',
    'Use `[a][b]` in code.\n\n```md\n[a][b]\n\n[b]: https://invented.example/a\n```',
    [],
  ],
  ['A [bracket] alone, and [two] [of them].', 'A [bracket] alone, and [two] [of them].', []],
])('%s', (text, expected, removed) => {
  for (const size of [1, 3, 11, text.length]) expect(run(text, size)).toEqual({ text: expected, removed })
})

test('a source list below citations goes as before', () => {
  expect(run('Cold brew steeps for twelve hours.[1]\n\n[1]: https://brew.example/guide')).toEqual({
    text: 'Cold brew steeps for twelve hours.[^1]',
    removed: [],
  })
})

test('text behind a link without a definition isn’t held back for long', () => {
  const stream = createSectionStream({ pages: [], heading: null })
  expect(stream.push('A link to [this][x] and ').text).toBe('A link to')
  let shown = ''
  for (let at = 0; at < 1000; at++) shown += stream.push('more words\n').text
  expect(shown.length).toBeGreaterThan(9000)
  stream.push('\n[x]: https://invented.example/x\n')
  expect(stream.end().removed).toEqual([
    { kind: 'link', text: 'https://invented.example/x', url: 'https://invented.example/x' },
  ])
})
