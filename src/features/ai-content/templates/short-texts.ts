/** Templates of texts that sell, announce or rework something. */
import { countWords, headingsOf } from '../markdown-text.ts'
import { form, type Template } from './template.ts'
import { count, empty, labelled, lengthProblems, linesOf, listsOf, visibleLength } from './text-checks.ts'

const aboutSomething: Template['needsOneOf'] = ['title', 'keywords', 'text', 'report']

/** Characters an advertisement in search results takes. */
export const longestHeadline = 30
export const longestAdDescription = 90
/** Characters of a post that every network shows whole, and the most the longest of them takes. */
export const shortPost = 280
export const longestPost = 3000
/** RFC 5322 asks for lines of at most 78 characters: longer subjects are cut in lists of mail. */
export const longestSubject = 78

export const productDescription: Template = {
  name: 'product_description',
  label: 'Product description',
  description: 'What a product is, whom it is for and what it does, from the facts you give.',
  fields: form('title! text keywords report audience tone words instructions', {
    title: { label: 'Product', placeholder: 'Mesh-core cold brew pitcher, 1.2 litres', help: 'Its name.' },
    text: {
      label: 'Facts',
      placeholder: 'Glass, steel mesh, 1.2 l, dishwasher-safe',
      help: 'Only what stands here is said of it.',
    },
  }),
  needsOneOf: [],
  shape: 'single',
  words: 150,
  cited: false,
  task: (_context, words) =>
    `Write a product description of about ${words} words: one paragraph on what it is and what it does for its buyer, then a list of its features with what each is good for. Say of the product only what the facts given say: no measure, material, award or promise of your own.`,
  check: (text, { briefing }) => [...empty(text), ...lengthProblems(text, briefing.words ?? productDescription.words)],
}

export const rewrite: Template = {
  name: 'rewrite',
  label: 'Rewrite',
  description: 'The same content in other words, in the tone you name.',
  fields: form('text! audience tone words instructions keywords', {
    text: { help: 'What is rewritten.' },
  }),
  needsOneOf: [],
  shape: 'single',
  words: 300,
  cited: false,
  task: ({ briefing }) =>
    `Rewrite the text given${briefing.words ? ` in about ${briefing.words} words` : ' at about the same length'}. Keep every fact, figure, name, link and quotation, and the order of the argument; change the wording and the rhythm. Keep its Markdown.`,
  check: (text, { briefing }) => {
    if (!briefing.text) return empty(text)
    const lost = lostFigures(briefing.text, text)
    return [
      ...empty(text),
      ...(briefing.words
        ? lengthProblems(text, briefing.words)
        : lengthProblems(text, Math.max(20, countWords(briefing.text)))),
      ...(lost.length > 0 ? [`Figures of the text are missing: ${lost.slice(0, 5).join(', ')}.`] : []),
      ...(text.trim() === briefing.text.trim() ? ['Nothing was changed.'] : []),
    ]
  },
}

/** Numbers of a text that another no longer holds. */
export function lostFigures(before: string, after: string): string[] {
  const figures = (text: string) =>
    (text.replace(/\[\^[\w-]+\]/g, '').match(/\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu) ?? []).map((figure) =>
      figure.replace(/(?<=\d),(?=\d{3}\b)/g, ''),
    )
  const kept = new Set(figures(after))
  return [...new Set(figures(before))].filter((figure) => !kept.has(figure))
}

export const socialPost: Template = {
  name: 'social_post',
  label: 'Social post',
  description: 'A short post for a network, short enough to be read whole.',
  fields: form('title text keywords report audience tone words instructions', {
    text: { help: 'What the post is about: an article, a note.' },
    words: { help: `Without a length the post fits ${shortPost} characters.`, placeholder: '40' },
  }),
  needsOneOf: aboutSomething,
  shape: 'single',
  words: 40,
  cited: false,
  task: ({ briefing }, words) =>
    `Write one post for a social network: ${briefing.words ? `about ${words} words, at most ${longestPost} characters` : `at most ${shortPost} characters`}. The first line says the one thing worth knowing. Plain text, no headings, no Markdown, at most two hashtags.`,
  check: (text, { briefing }) => {
    const longest = briefing.words ? longestPost : shortPost
    const length = visibleLength(text)
    return [
      ...empty(text),
      ...(length > longest
        ? [`The post has ${count(length, 'character')}; ${longest.toLocaleString('en')} is the most.`]
        : []),
      ...(headingsOf(text).length > 0 ? ['A post has no headings.'] : []),
    ]
  },
}

export const email: Template = {
  name: 'email',
  label: 'Email',
  description: 'An email with its subject line.',
  fields: form('title text keywords report audience tone words instructions', {
    title: { label: 'Occasion', placeholder: 'Our cold brew guide is out', help: 'What the email is about.' },
    text: { label: 'What to say', placeholder: 'Offer, date, link', help: 'The facts it rests on.' },
    audience: { placeholder: 'People who bought a pitcher' },
  }),
  needsOneOf: aboutSomething,
  shape: 'single',
  words: 180,
  cited: false,
  task: (_context, words) =>
    `Write an email of about ${words} words. First line: "**Subject:** " and the subject, at most ${longestSubject} characters, with the label translated into the language of the text. Then an empty line and the body: why this reader gets it, the matter, one clear next step. No names, dates, prices or links that were not given; where one is needed, leave a place for it in square brackets.`,
  check: (text) => {
    const [first, ...rest] = linesOf(text)
    if (first === undefined) return empty(text)
    const { label, value } = labelled(first)
    return [
      ...(label === null || value === '' ? ['The email has no subject line.'] : []),
      ...(label !== null && visibleLength(value) > longestSubject
        ? [`The subject has ${visibleLength(value)} characters; mail programs show ${longestSubject}.`]
        : []),
      ...(rest.length === 0 ? ['The email has no body.'] : []),
    ]
  },
}

export const adCopy: Template = {
  name: 'ad_copy',
  label: 'Ad copy',
  description: 'Headlines and descriptions for advertisements in search results.',
  fields: form('title! text keywords report audience tone instructions', {
    title: { label: 'What is advertised', placeholder: 'Cold brew pitcher', help: 'The product, service or page.' },
    text: { label: 'Facts', placeholder: 'Free delivery, 1.2 litres', help: 'Only what stands here is claimed.' },
  }),
  needsOneOf: [],
  shape: 'single',
  words: 90,
  cited: false,
  task: () =>
    `Write copy for an advertisement in search results, as two Markdown lists with one heading each, translated into the language of the text.
"## Headlines": five items of at most ${longestHeadline} characters each, spaces counted.
"## Descriptions": three items of at most ${longestAdDescription} characters each.
Each item stands on its own. Claim only what the facts given say: no prices, discounts or superlatives of your own. No exclamation marks.`,
  check: (text) => {
    const [headlines = [], descriptions = []] = listsOf(text)
    const tooLong = (items: string[], most: number, noun: string) =>
      items
        .filter((item) => visibleLength(item) > most)
        .map((item) => `The ${noun} “${item}” has ${visibleLength(item)} characters; ${most} is the most.`)
    return [
      ...empty(text),
      ...(headlines.length === 0 || descriptions.length === 0
        ? ['There should be a list of headlines and a list of descriptions.']
        : []),
      ...tooLong(headlines, longestHeadline, 'headline'),
      ...tooLong(descriptions, longestAdDescription, 'description'),
    ]
  },
}
