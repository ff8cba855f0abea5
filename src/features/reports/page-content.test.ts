import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createThreads } from '#platform/worker-threads.ts'
import { extractPage, type PageContent } from './page-content.ts'
import { readPageContent } from './page-reader.ts'

const sentence = (n: number) =>
  `Sentence number ${n} tells the reader something about growing tomatoes on a balcony, in enough words to be prose.`
const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `<p>${sentence(from + at)}</p>`).join('\n')
const menu = '<nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li></ul></nav>'
const footer =
  '<footer><p>Imprint and contact of the publishing house, all of it on one line at the bottom.</p></footer>'
const body = (html: string) => `<!doctype html><html lang="en"><head><title>T</title></head><body>${html}</body></html>`
const extract = (html: string) => extractPage(html, 'https://garden.example/a/page')
const outline = ({ headings }: PageContent) => headings.map(({ type, text }) => `${type} ${text}`)

describe('an article', () => {
  const page = extract(`<!doctype html><html lang="en-gb"><head>
    <title> Balcony tomatoes –
      Garden </title>
    <meta name="description" content="How to grow them.">
    <script type="application/ld+json">{"@type":"Article","datePublished":"2024-03-05T10:00:00+01:00"}</script>
    </head><body class="post has-sidebar">
    <header class="site-header"><a href="/">Garden</a>${menu}</header>
    <div class="breadcrumbs"><a href="/">Home</a> › <a href="/a">Vegetables</a></div>
    <main>
      <header class="article-header"><h1>Balcony   tomatoes</h1><p class="teaser">A standfirst of some length that says what the article is about.</p>
        <p class="byline">By Ann Author</p></header>
      <article class="entry-content">
        ${paragraphs(1, 2)}
        <h2>Soil &amp; water</h2><h3> </h3>
        <p>See <a href="/compost">compost</a>, <a href="https://www.garden.example/soil">soil</a>
          and <a href="https://other.example/">elsewhere</a>; ${sentence(3)}</p>
        <div class="share-buttons"><a href="#">Share</a> <a href="#">Tweet</a></div>
        <figure><img src="x.jpg"><figcaption>A tomato, photographed by someone from the agency.</figcaption></figure>
        <ul><li>Water in the morning</li><li>Never the leaves</li></ul>
        <p>Read also: <a href="/x">Growing basil</a></p>
        <h2>Harvest</h2>${paragraphs(4, 5)}
        <h2>Related articles</h2>
      </article>
      <section id="comments"><h2>3 comments</h2>${paragraphs(91, 92)}</section>
      <div class="related-posts"><h3>More</h3>${paragraphs(93, 93)}</div>
    </main>
    <aside><h2>Newsletter</h2>${paragraphs(94, 94)}</aside>
    <div class="cookie-banner"><p>We use cookies to make this website better for you and for our partners.</p></div>
    ${footer}</body></html>`)

  test('its text is its own, in order', () => {
    expect(page.text.split('\n\n')).toEqual([
      'Balcony tomatoes',
      'A standfirst of some length that says what the article is about.',
      sentence(1),
      sentence(2),
      'Soil & water',
      `See compost, soil and elsewhere; ${sentence(3)}`,
      'Water in the morning',
      'Never the leaves',
      'Harvest',
      sentence(4),
      sentence(5),
    ])
  })

  test('headings, words and links are those of the text', () => {
    expect(outline(page)).toEqual(['h1 Balcony tomatoes', 'h2 Soil & water', 'h2 Harvest'])
    expect(page.links).toEqual({ internal: 2, external: 1 })
    expect(page.words).toBe(page.text.replaceAll('&', '').split(/\s+/).filter(Boolean).length)
  })

  test('what the page says of itself', () => {
    expect(page).toMatchObject({
      title: 'Balcony tomatoes – Garden',
      description: 'How to grow them.',
      language: 'en-GB',
      published_at: '2024-03-05T09:00:00.000Z',
    })
  })
})

test('a recipe keeps its lists and tables, not the menus around them', () => {
  const page = extract(
    body(`<div id="menu"><ul><li><a href="/1">Soups</a><li><a href="/2">Salads</a></ul></div>
      <div class="recipe"><h1>Lentil soup</h1><p>${sentence(1)}</p>
      <h2>Ingredients</h2><table><tr><td>250 g<td>red lentils<tr><td>1<td>onion</table>
      <h2>Method</h2><ol><li>Chop the onion.<li>Boil for 20 minutes.</ol><p>${sentence(2)}</p></div>
      <div class="sidebar"><h3>Popular recipes</h3><a href="/3">Bread</a></div>`),
  )
  expect(page.text.split('\n\n')).toEqual([
    'Lentil soup',
    sentence(1),
    'Ingredients',
    '250 g',
    'red lentils',
    '1',
    'onion',
    'Method',
    'Chop the onion.',
    'Boil for 20 minutes.',
    sentence(2),
  ])
})

test('an FAQ keeps its questions, whether headings, buttons or summaries', () => {
  const page = extract(
    body(`${menu}<main><h1>Questions</h1>
      <h2><button aria-expanded="true">How much water?</button></h2><p>${sentence(1)}</p>
      <div role="button">Which soil?</div><p>${sentence(2)}</p>
      <details><summary>When to harvest</summary><p>${sentence(3)}</p></details>
      <button>Load more</button></main>${footer}`),
  )
  expect(outline(page)).toEqual(['h1 Questions', 'h2 How much water?'])
  expect(page.text).toContain(`Which soil?\n\n${sentence(2)}\n\nWhen to harvest\n\n${sentence(3)}`)
  expect(page.text).not.toContain('Load more')
})

test('a shop page keeps the product, not the cart and the other offers', () => {
  const page = extract(
    body(`<div class="header-top">${menu}<div class="cart">Your cart is empty</div></div>
      <div class="product-detail"><h1>Watering can</h1>
        <form action="/cart"><label>Quantity</label><select><option>1<option>2</select><button>Add to cart</button></form>
        <div class="product-description"><p>${sentence(1)}</p><p>${sentence(2)}</p></div></div>
      <div class="related-products"><h2>You may also like</h2><a href="/p/2">Spade</a> <a href="/p/3">Rake</a></div>
      <div class="newsletter-box"><p>Sign up and save 10 % on your next order from our shop, this week only.</p></div>`),
  )
  expect(page.text.split('\n\n')).toEqual(['Watering can', sentence(1), sentence(2)])
})

test('a forum thread keeps every post', () => {
  const post = (n: number) =>
    `<div class="post" id="p${n}"><div class="author">user${n}</div><div class="message">${sentence(n)}<br><br>${sentence(n + 10)}</div></div>`
  const page = extract(
    body(`${menu}<h1>Leaves turn yellow</h1><div id="thread">${post(1)}${post(2)}${post(3)}</div>${footer}`),
  )
  expect(page.text.split('\n\n')).toEqual([
    'Leaves turn yellow',
    ...[1, 2, 3].flatMap((n) => [sentence(n), sentence(n + 10)]),
  ])
})

test.each([
  ['hidden', '<p hidden>SECRET</p>'],
  ['display:none', '<div style="color:red; display : none"><p>SECRET</p></div>'],
  ['visibility:hidden', '<p style="visibility:hidden">SECRET</p>'],
  ['aria-hidden', '<span aria-hidden="true">SECRET</span>'],
  ['template', '<template><p>SECRET</p></template>'],
  ['noscript', '<noscript><p>SECRET</p></noscript>'],
  ['script', '<script>let x = "<p>SECRET</p>"</script>'],
  ['style', '<style>p::after { content: "SECRET" }</style>'],
  ['a comment', '<!-- <p>SECRET</p> -->'],
  ['a dialog', '<div role="dialog"><p>SECRET</p></div>'],
  ['an unclosed script', '<script>SECRET'],
])('%s is not read', (_, part) => {
  const page = extract(body(`<article>${paragraphs(1, 2)}<p>Before ${part}</article>`))
  expect(page.text).toContain('Before')
  expect(page.text).not.toContain('SECRET')
})

test('a misleading name around everything is not believed', () => {
  const page = extract(body(`<div class="sidebar-layout"><div class="comment-wrapper">${paragraphs(1, 4)}</div></div>`))
  expect(page.text).toBe([1, 2, 3, 4].map(sentence).join('\n\n'))
})

test('tags left open, closed twice or crossed do not lose or join text', () => {
  const page = extract(
    '<h1>One<h2>Two</h1><p>A<p>B<ul><li>C<li>D</ul></div></p><b>E<p>F</b>G<table><tr><td>H</div><td>I</table>J',
  )
  expect(page.text.split('\n\n')).toEqual(['One', 'Two', 'A', 'B', 'C', 'D', 'E', 'FG', 'H', 'I', 'J'])
})

test.each([
  ['日本語の文章です', 8],
  ["It's a well-known 3.5 % rise — truly", 6],
  ['ภาษาไทยง่าย', 3],
  ['Größe naïve Ελλάδα', 3],
])('words of "%s"', (text, words) => {
  expect(extract(body(`<p>${text}</p>`)).words).toBe(words)
})

test.each([
  ['<meta property="article:published_time" content="2023-01-02">', '2023-01-02'],
  ['<meta name="date" content="2023-01-02 10:00">', '2023-01-02'],
  ['<meta name="date" content="03/04/2023">', null],
  ['<meta name="date" content="2023-13-45">', null],
  ['</head><time datetime="2023-05-06T07:08:09Z">', '2023-05-06T07:08:09.000Z'],
])('published by %s', (head, expected) => {
  expect(extract(`<html><head>${head}`).published_at).toBe(expected)
})

test('a heading left open does not swallow the page', () => {
  const page = extract(`<h2>Left open<div>${paragraphs(1, 4)}</div>`)
  expect(page.text).toBe([1, 2, 3, 4].map(sentence).join('\n\n'))
  expect(page.headings).toEqual([])
})

test('nothing at all', () => {
  const empty = { title: null, description: null, language: null, published_at: null, headings: [], text: '', words: 0 }
  expect(extract('')).toEqual({ ...empty, links: { internal: 0, external: 0 } })
})

describe('rubbish', () => {
  const megabytes = (piece: string) => piece.repeat(Math.ceil(5_000_000 / piece.length))

  test.each([
    ['nested divs', megabytes('<div>')],
    ['nested divs with text', megabytes('<div>word ')],
    ['opened and closed', '<div>'.repeat(450_000) + '</div>'.repeat(450_000)],
    ['tables in tables', megabytes('<table><tr><td>')],
    ['angle brackets', megabytes('<')],
    ['an endless attribute', `<p class="${megabytes('nav ')}`],
    ['binary', Buffer.from(Array.from({ length: 500_000 }, (_, at) => (at * 7919) % 251)).toString('latin1')],
  ])('%s', (_, html) => {
    expect(() => extract(html)).not.toThrow()
  })

  test('never throws, and the parts agree', () => {
    const tag = fc.constantFrom(
      'div',
      'p',
      'a href=x',
      'a href=http://[',
      'h1',
      'table',
      'td',
      'li',
      'script',
      'svg',
      'title',
      'base href=:',
      'time datetime=x',
      'form',
      'main',
      'br',
    )
    const piece = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name.split(' ')[0]}>`),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<', '&', '&#x110000;', '&#0;', '"', '<!--', ' class="nav', sentence(1)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.string(), (pieces, url) => {
        const page = extractPage(pieces.join(''), url)
        expect(page.text).not.toMatch(/[^\S\n]{2}|\n{3}|^\s|\s$/)
        for (const { text } of page.headings) expect(text.trim()).toBe(text === '' ? null : text)
      }),
      { numRuns: 500 },
    )
  })
})

describe('in a worker thread', () => {
  const threads = createThreads({ pages: { threads: 1 } })
  afterAll(() => threads.stop())
  const url = 'https://garden.example/'
  const read = (html: string) =>
    readPageContent(threads, { url, contentType: null, bytes: new TextEncoder().encode(html) }, { turn: 'one' })

  test('the answer is the same', async () => {
    const html = body(`<h1>Title</h1>${paragraphs(1, 3)}`)
    expect(await read(html)).toEqual(extractPage(html, url))
  })

  test('what comes out of a thread is as much as is kept, however many headings a page has', async () => {
    const page = await read(body(`<main>${`<h2>${'a'.repeat(250)}</h2><p>${sentence(1)}</p>`.repeat(4000)}</main>`))
    expect(page.headings).toHaveLength(200)
    expect(page.headings[0]!.text).toHaveLength(250)
    expect(page.text).toHaveLength(200_000)
  })

  test('a page that takes too long costs only itself', async () => {
    const hurried = createThreads({ pages: { threads: 1, timeoutMs: 1 } })
    try {
      const page = { url, contentType: null, bytes: new TextEncoder().encode(body('<p>slow')) }
      await expect(readPageContent(hurried, page, { turn: 'one' })).rejects.toMatchObject({
        message: 'took longer than 0.001 s to process',
      })
    } finally {
      await hurried.stop()
    }
    expect((await read(body(`<p>${sentence(1)}`))).words).toBeGreaterThan(10)
  })
})
