import { getChance, pick, questionsAbout, titleCase, topicWords, toSlug } from './search-vendor-words.ts'

/** The websites behind the doubles' results: articles at `/pages/<slug>`, and a path that robots.txt disallows. */

export const robots = 'User-agent: *\nDisallow: /pages-for-members/\n'

export type DoublePage = { url: string; title: string; snippet: string }

/** Ten pages about a term; robots.txt disallows the seventh. */
export function pagesAbout(term: string, origin: string, count = 10): DoublePage[] {
  return Array.from({ length: count }, (_, index) => {
    const folder = index === 6 ? 'pages-for-members' : 'pages'
    const word = topicWords(`${term}/${index}`, 1)[0]!
    return {
      url: `${origin}/${folder}/${toSlug(term) || 'page'}-${word}-${index + 1}`,
      title: `${titleCase(term)}: ${word} explained`,
      snippet: `What to know about ${term} and ${word}, with figures, steps and common mistakes.`,
    }
  })
}

const sentences = [
  'Most people who try {t} for the first time pay too little attention to {a}, and notice it only after a week.',
  'A good rule for {a} is to start small: {n} minutes a day are enough to learn how {t} behaves.',
  'We compared {n} ways of doing this, and the difference between {a} and {b} was larger than expected.',
  'If {a} is your first concern, choose the simpler kind of {t}; it costs less and lasts about {n} months.',
  'Experts disagree about {b}, but nearly all of them recommend checking {a} before you buy anything.',
  'Store it dry, keep {a} away from heat, and replace the {b} every {n} weeks.',
  'The price of {t} depends on {a}, on {b} and on where you live, so treat every figure as a guide.',
  'In our test {n} of 100 readers changed their mind about {b} once they had seen {t} in use.',
]

/** An article with what surrounds it on real pages: menus, a cookie notice, scripts, a footer. */
export function articleHtml(slug: string): string {
  const parts = slug.split('-')
  const topic = parts.slice(0, -2).join(' ') || slug
  const title = `${titleCase(topic)}: ${parts.at(-2) ?? 'guide'} explained`
  const sections = topicWords(`${slug}/sections`, 5)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="A guide to ${topic}."><script>window.track = function () { return "not text" }</script>
<style>body { font-family: serif }</style></head>
<body>
<header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<div class="cookie-banner">We use cookies. <button>Accept all</button></div>
<main><article>
<h1>${title}</h1>
<p>${paragraph(topic, `${slug}/lead`)}</p>
${sections.map((word, index) => section(topic, word, `${slug}/${index}`)).join('\n')}
<h2>Frequently asked questions</h2>
${questionsAbout(topic, slug, 3)
  .map((question, index) => `<h3>${question}</h3>\n<p>${paragraph(topic, `${slug}/faq/${index}`)}</p>`)
  .join('\n')}
</article></main>
<aside><h2>Related posts</h2><ul><li><a href="/a">Ten gadgets you need</a></li></ul></aside>
<footer><p>© Example Media. All rights reserved.</p></footer>
<script src="/app.js"></script>
</body></html>`
}

function section(topic: string, word: string, by: string) {
  const [first, second] = topicWords(`${by}/sub`, 2)
  return `<h2>${titleCase(word)} and ${topic}</h2>
<p>${paragraph(topic, by)}</p>
<h3>Choosing ${first}</h3>
<p>${paragraph(topic, `${by}/1`)}</p>
<ul><li>Check the ${first} first.</li><li>Write down the ${second}.</li></ul>`
}

function paragraph(topic: string, by: string) {
  const [a, b] = topicWords(by, 2)
  return pick(sentences, 4, by)
    .map((sentence, index) =>
      sentence
        .replaceAll('{t}', topic)
        .replaceAll('{a}', a!)
        .replaceAll('{b}', b!)
        .replaceAll('{n}', String(2 + Math.floor(getChance(`${by}/${index}`) * 40))),
    )
    .join(' ')
}
