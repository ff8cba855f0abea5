import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { createThreads } from '#platform/threads/worker-threads.ts'
import { readPageContent } from '../../pages/page-reader.ts'
import { extractPage, type PageContent } from './page-content.ts'

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

  test('text excludes everything around the article and keeps its order', () => {
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

  test('the body is the text without the headline', () => {
    expect(page.body).toBe(page.text.replace('Balcony tomatoes\n\n', ''))
  })

  test('headings, words and links are those of the article', () => {
    expect(outline(page)).toEqual(['h1 Balcony tomatoes', 'h2 Soil & water', 'h2 Harvest'])
    expect(page.links).toEqual({ internal: 2, external: 1 })
    expect(page.words).toBe(page.body.replaceAll('&', '').split(/\s+/).filter(Boolean).length)
  })

  test('reads title, description, language and date', () => {
    expect(page).toMatchObject({
      title: 'Balcony tomatoes – Garden',
      description: 'How to grow them.',
      language: 'en-GB',
      published_at: '2024-03-05T09:00:00.000Z',
    })
  })
})

test('a recipe keeps its lists and tables and drops the menus', () => {
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

test('an FAQ keeps its questions in headings, buttons and summaries', () => {
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

test('a shop page keeps the product and drops cart and related products', () => {
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
])('ignores the text of %s', (_, part) => {
  const page = extract(body(`<article>${paragraphs(1, 2)}<p>Before ${part}</article>`))
  expect(page.text).toContain('Before')
  expect(page.text).not.toContain('SECRET')
})

test('a misleading class name around everything is ignored', () => {
  const page = extract(body(`<div class="sidebar-layout"><div class="comment-wrapper">${paragraphs(1, 4)}</div></div>`))
  expect(page.text).toBe([1, 2, 3, 4].map(sentence).join('\n\n'))
})

test('unclosed, doubly closed and crossed tags don’t lose or join text', () => {
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
])('counts the words of “%s”', (text, words) => {
  expect(extract(body(`<p>${text}</p>`)).words).toBe(words)
})

test.each([
  ['<meta property="article:published_time" content="2023-01-02">', '2023-01-02'],
  ['<meta name="date" content="2023-01-02 10:00">', '2023-01-02'],
  ['<meta name="date" content="03/04/2023">', null],
  ['<meta name="date" content="2023-13-45">', null],
  ['</head><time datetime="2023-05-06T07:08:09Z">', '2023-05-06T07:08:09.000Z'],
])('reads the publication date from %s', (head, expected) => {
  expect(extract(`<html><head>${head}`).published_at).toBe(expected)
})

describe('inside the article', () => {
  const around = (middle: string) =>
    extract(body(`<article><h1>Title</h1>${paragraphs(1, 3)}${middle}${paragraphs(4, 6)}</article>`)).body
  const plain = around('')
  const card = (at: number) =>
    `<div class="card"><h3><a href="/${at}">Another article, number ${at}</a></h3><p>What that one is about, in short.</p></div>`

  test('lists of teasers are left out, two alike aren’t a list', () => {
    expect(around(`<div>${card(1)}${card(2)}${card(3)}</div>`)).toBe(plain)
    expect(around(`<div>${card(1)}${card(2)}</div>`)).toContain('Another article')
  })

  test('captions are left out, a paragraph with an image stays', () => {
    expect(around('<div class="frame"><img src="a.jpg"><p>A shed in the sun, seen from the garden.</p></div>')).toBe(
      plain,
    )
    expect(around('<figure><img src="a.jpg"><p>A shed in the sun, seen from the garden.</p></figure>')).toBe(plain)
    const long = `${sentence(7)} `.repeat(8).trim()
    expect(around(`<div><img src="a.jpg"><p>${long}</p></div>`)).toContain(long)
  })

  test('lists whose items are mostly links are left out', () => {
    const item = (at: number) => `<li>Topic: <a href="/${at}">the story of number ${at}</a></li>`
    expect(around(`<ul>${item(1)}${item(2)}</ul>`)).toBe(plain)
    expect(around('<ul><li>Two spoons of <a href="/s">sugar</a>, not more</li><li>Water</li></ul>')).toContain('sugar')
  })

  test('a paragraph shown twice is kept once', () => {
    expect(around(`<p>${sentence(2)}</p>`)).toBe(plain)
  })

  test('the names and dates above the first sentence are no part of the body', () => {
    const page = extract(
      body(`<article><h1>Title</h1><p>Ann Smith</p><p>Updated 3 May, 4 min read</p>${paragraphs(1, 4)}</article>`),
    )
    expect(page.body).toBe([1, 2, 3, 4].map(sentence).join('\n\n'))
  })

  test('letters of a random id mean nothing', () => {
    const id = 'ad6ed79d-88fd-4c8e-a27a-ff8349c9446f'
    const page = extract(
      body(`<h1>T</h1><article>${paragraphs(1, 3)}<div id="${id}">${paragraphs(4, 6)}</div></article>`),
    )
    expect(page.body).toContain(sentence(6))
  })

  test('a wrapper named after its ads is content when it holds the main element, which comes before what is around it', () => {
    const around = `<div>${paragraphs(10, 11)}</div>`
    const page = extract(body(`<div class="gate-ad"><main><h1>T</h1>${paragraphs(1, 3)}</main></div>${around}`))
    expect(page.body).toContain(sentence(3))
    expect(page.body).not.toContain(sentence(10))
  })

  test('a link in a sentence stays, whatever its name', () => {
    const link = '<a class="tag-link related" href="/x">Taylor Swift</a>'
    const page = extract(body(`<h1>T</h1><article>${paragraphs(1, 3)}<p>She praised ${link}’s album.</p></article>`))
    expect(page.body).toContain('She praised Taylor Swift’s album.')
  })

  test('of two articles in full, each with a title, the first is the page’s', () => {
    const first = `<article><h1>First</h1>${paragraphs(1, 4)}</article>`
    const page = extract(body(`<main>${first}<div><article><h1>Next</h1>${paragraphs(11, 14)}</article></div></main>`))
    expect(page.body).toContain(sentence(4))
    expect(page.body).not.toContain(sentence(11))
  })

  test('a short Japanese article beside its image isn’t a caption', () => {
    const text =
      '気象庁は十三日、午後九時十九分ごろ、日向灘で震度五弱の地震があったと発表した。震源の深さは約三十キロと推定される。'
    const image = '<a href="/photo"><img src="x.jpg"></a>'
    const page = extract(
      body(`<main><h1>地震</h1><div>${image}<p>${text}</p><p>${text.replace('十三', '十四')}</p></div></main>`),
    )
    expect(page.body).toContain(text)
  })

  test('another article in full below is left out when only one holds the title', () => {
    const article = (title: string, from: number) => `<article>${title}${paragraphs(from, from + 5)}</article>`
    const page = extract(
      body(`<main>${article('<h1>Title</h1>', 10)}<div>${article('<h2>Next</h2>', 20)}</div></main>`),
    )
    expect(page.text).toContain(sentence(10))
    expect(page.text).not.toContain(sentence(20))
  })
})

test('an unclosed heading doesn’t swallow the page', () => {
  const page = extract(`<h2>Left open<div>${paragraphs(1, 4)}</div>`)
  expect(page.text).toBe([1, 2, 3, 4].map(sentence).join('\n\n'))
  expect(page.headings).toEqual([])
})

test('an empty page has no content', () => {
  const empty = {
    title: null,
    description: null,
    language: null,
    published_at: null,
    headings: [],
    text: '',
    body: '',
    words: 0,
  }
  expect(extract('')).toEqual({ ...empty, links: { internal: 0, external: 0 } })
})

describe('invalid HTML', () => {
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

  test('never throws, and text and headings are trimmed', () => {
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

  test('gives the same result', async () => {
    const html = body(`<h1>Title</h1>${paragraphs(1, 3)}`)
    expect(await read(html)).toEqual(extractPage(html, url))
  })

  test('returns no more than the limits, however many headings the page has', async () => {
    const page = await read(
      body(
        `<main>${Array.from({ length: 4000 }, (_, at) => `<h2>${'a'.repeat(250)}</h2><p>${sentence(at)}</p>`).join('')}</main>`,
      ),
    )
    expect(page.headings).toHaveLength(200)
    expect(page.headings[0]!.text).toHaveLength(250)
    expect(page.text).toHaveLength(200_000)
  })

  test('a page that takes too long doesn’t affect the next one', async () => {
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
