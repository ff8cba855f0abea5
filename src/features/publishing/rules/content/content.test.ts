import { expect, test } from 'vitest'
import { readArticle } from './read-article.ts'
import { type RenderInput, renderArticle } from './render-article.ts'

const imageId = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'
const marker = {
  publicationId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c43',
  attemptId: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c44',
}
const contentMd = `# Cold brew

Steep it for a *night*, [says a study](https://example.com/study)[^7]. Use snake_case & 2 * 3.

![A jar](/images/${imageId}/full "On the counter")

## Questions

### How long does it keep?

Ten days in the fridge[^3].

* black
* with milk
    * oat

### Can you freeze it?

Yes.

| Kind | Days |
| :--- | ---: |
| Black | 10 |
| Milk | 3 |

> [!TIP]
> Use cold water.

\`\`\`js
const a = "<b>"
\`\`\`

1. Grind
2. Steep`

const input: RenderInput = {
  title: 'Cold brew',
  contentMd,
  language: 'en',
  sources: [
    { n: 3, url: 'https://example.com/b', title: 'Storing' },
    { n: 7, url: 'https://example.com/a', title: 'A study' },
  ],
  images: { [imageId]: { id: '12', url: 'https://shop.example/uploads/jar.webp' } },
  documents: {},
  publicUrl: 'https://seo.example.com',
  format: 'gutenberg',
  marker,
  keepsScripts: true,
}

test('WordPress gets blocks that its editor can open', () => {
  const { content } = renderArticle(input)
  const open = [...content.matchAll(/<!-- wp:([a-z-]+)(?: (\{.*?\}))? -->/g)]
  expect(open.map(([, name]) => name)).toEqual([
    ...['paragraph', 'image', 'heading', 'heading', 'paragraph', 'list', 'list-item', 'list-item', 'list', 'list-item'],
    ...['heading', 'paragraph', 'table', 'quote', 'paragraph', 'paragraph', 'code', 'list', 'list-item', 'list-item'],
    ...['heading', 'html', 'html'],
  ])
  for (const [, , attributes] of open) if (attributes) JSON.parse(attributes)
  expect(content.match(/<!-- \/wp:/g)).toHaveLength(open.length)
  expect(content).toContain('<img src="https://shop.example/uploads/jar.webp" alt="A jar" class="wp-image-12"/>')
  expect(content).toContain('<td class="has-text-align-right" data-align="right">10</td>')
  expect(content).toContain('<li id="source-1"><a href="https://example.com/a">A study</a></li>')
  expect(content).toContain('"@type":"FAQPage"')
  expect(content).toContain(`<!-- earshot:${marker.publicationId}:${marker.attemptId} -->`)
  expect(content).not.toContain('<h1')
})

test('Ghost gets the pixels of images outside of tables, which its image cards keep', () => {
  const jar = input.images[imageId]!
  const sized = { [imageId]: { ...jar, width: 1600, height: 900 } }
  const text = `![A jar](/images/${imageId}/full "On the counter")\n\n| Jar |\n| --- |\n| ![B](/images/${imageId}/full) |\n\n![Other](https://example.com/a.png)`
  const base = { ...input, format: 'ghost' as const, contentMd: text, images: sized }
  const { content } = renderArticle(base)
  expect(content).toContain(
    `<figure><img src="${jar.url}" alt="A jar" width="1600" height="900"/><figcaption>On the counter</figcaption></figure>`,
  )
  expect(content.match(/width="/g)).toHaveLength(1)
  expect(content).toContain('<img src="https://example.com/a.png" alt="Other"/>')
  // Without them, as what was sent is read back.
  expect(readArticle({ content, base: { ...base, images: input.images } })).toEqual({ markdown: text, isSame: true })
  for (const format of ['gutenberg', 'html'] as const)
    expect(renderArticle({ ...base, format }).content).not.toContain('width="')
})

test('what was sent comes back as the document’s own text', () => {
  for (const format of ['gutenberg', 'ghost', 'html'] as const) {
    const base = { ...input, format }
    const { content } = renderArticle(base)
    const { markdown, isSame } = readArticle({ content, base })
    expect(isSame).toBe(true)
    expect(markdown).toBe(contentMd.slice('# Cold brew\n\n'.length))
  }
})

test('an edit on the other side changes its paragraph and nothing else', () => {
  for (const format of ['gutenberg', 'ghost', 'html'] as const) {
    const base = { ...input, format }
    const content = renderArticle(base).content.replace(
      'Ten days in the fridge',
      'Two <strong>weeks</strong> in the fridge',
    )
    const { markdown, isSame } = readArticle({ content, base })
    expect(isSame).toBe(false)
    expect(markdown).toBe(contentMd.slice('# Cold brew\n\n'.length).replace('Ten days', 'Two **weeks**'))
  }
})

test('text can’t end a block or bring a script', () => {
  const { content } = renderArticle({
    ...input,
    contentMd: 'A --> <!-- wp:html --> b <script>alert(1)</script>\n\n![x" onerror="a](https://example.com/a.png)',
    sources: [],
  })
  expect(content.match(/<!-- wp:html -->/g)).toHaveLength(1)
  expect(content).not.toContain('<script>alert')
  expect(content).toContain('alt="x&quot; onerror=&quot;a"/>')
})
