/** Templates for short texts: ads, announcements and rewrites. */
import { countWords, getHeadings } from '../markdown-text.ts'
import { form, type Template } from './template.ts'
import { count, empty, getLists, lengthProblems, splitLabel, toLines, visibleLength } from './text-checks.ts'

const topicFields: Template['requiresAny'] = ['title', 'keywords', 'text', 'report']

/** Maximum characters of a search ad's headline. */
export const maxHeadlineLength = 30
export const maxAdDescriptionLength = 90
/** Characters of a post that every network shows in full, and the maximum of the longest network. */
export const shortPost = 280
export const maxPostLength = 3000
/** RFC 5322 recommends lines of up to 78 characters. Longer subjects are cut in inboxes. */
export const maxSubjectLength = 78

export const productDescription: Template = {
  name: 'product_description',
  label: 'Product description',
  description: 'What a product is, who it’s for and what it does, from your facts.',
  fields: form('title! text keywords report audience tone words instructions', {
    title: { label: 'Product', placeholder: 'Mesh-core cold brew pitcher, 1.2 liters', help: 'Product name.' },
    text: {
      label: 'Facts',
      placeholder: 'Glass, steel mesh, 1.2 l, dishwasher-safe',
      help: 'The description only uses these facts.',
    },
  }),
  requiresAny: [],
  shape: 'single',
  words: 150,
  cited: false,
  task: (_context, words) =>
    `Write a product description of about ${words} words: one paragraph on what it is and what it does for its buyer, then a list of its features with what each is good for. Say of the product only what the facts given say: add no measure, material, award or promise.`,
  check: (text, { briefing }) => [...empty(text), ...lengthProblems(text, briefing.words ?? productDescription.words)],
}

export const rewrite: Template = {
  name: 'rewrite',
  label: 'Rewrite',
  description: 'The same content in other words and the tone you choose.',
  fields: form('text! audience tone words instructions keywords', {
    text: { help: 'The text to rewrite.' },
  }),
  requiresAny: [],
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
      ...(lost.length > 0 ? [`Missing figures: ${lost.slice(0, 5).join(', ')}.`] : []),
      ...(text.trim() === briefing.text.trim() ? ['The text is unchanged.'] : []),
    ]
  },
}

/** Returns numbers that are in `before` but missing in `after`. */
export function lostFigures(before: string, after: string): string[] {
  const figures = (text: string) =>
    (text.replace(/\[\^[\w-]+\]/g, '').match(/\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu) ?? []).map((figure) =>
      figure.replace(/(?<=\d),(?=\d{3}\b)/g, ''),
    )
  const remaining = new Set(figures(after))
  return [...new Set(figures(before))].filter((figure) => !remaining.has(figure))
}

export const socialPost: Template = {
  name: 'social_post',
  label: 'Social post',
  description: 'A short post for social media.',
  fields: form('title text keywords report audience tone words instructions', {
    text: { help: 'What the post is about, such as an article or a note.' },
    words: { help: `Leave empty to fit ${shortPost} characters.`, placeholder: '40' },
  }),
  requiresAny: topicFields,
  shape: 'single',
  words: 40,
  cited: false,
  task: ({ briefing }, words) =>
    `Write one post for a social network: ${briefing.words ? `about ${words} words, at most ${maxPostLength} characters` : `at most ${shortPost} characters`}. The first line says the one thing worth knowing. Plain text, no headings, no Markdown, at most two hashtags.`,
  check: (text, { briefing }) => {
    const longest = briefing.words ? maxPostLength : shortPost
    const length = visibleLength(text)
    return [
      ...empty(text),
      ...(length > longest
        ? [`The post has ${count(length, 'character')}. The limit is ${longest.toLocaleString('en')}.`]
        : []),
      ...(getHeadings(text).length > 0 ? ['A post shouldn’t have headings.'] : []),
    ]
  },
}

export const email: Template = {
  name: 'email',
  label: 'Email',
  description: 'An email with its subject line.',
  fields: form('title text keywords report audience tone words instructions', {
    title: { label: 'Topic', placeholder: 'Our cold brew guide is out', help: 'What the email is about.' },
    text: { label: 'What to say', placeholder: 'Offer, date, link', help: 'The facts to use.' },
    audience: { placeholder: 'People who bought a pitcher' },
  }),
  requiresAny: topicFields,
  shape: 'single',
  words: 180,
  cited: false,
  task: (_context, words) =>
    `Write an email of about ${words} words. First line: "**Subject:** " and the subject, at most ${maxSubjectLength} characters, with the label translated into the language of the text. Then an empty line and the body: why this reader gets it, the matter, one clear next step. No names, dates, prices or links that were not given; where one is needed, leave a place for it in square brackets.`,
  check: (text) => {
    const [first, ...rest] = toLines(text)
    if (first === undefined) return empty(text)
    const { label, value } = splitLabel(first)
    return [
      ...(label === null || value === '' ? ['The email has no subject line.'] : []),
      ...(label !== null && visibleLength(value) > maxSubjectLength
        ? [`The subject has ${visibleLength(value)} characters. Email apps show about ${maxSubjectLength}.`]
        : []),
      ...(rest.length === 0 ? ['The email has no body.'] : []),
    ]
  },
}

export const adCopy: Template = {
  name: 'ad_copy',
  label: 'Ad copy',
  description: 'Headlines and descriptions for search ads.',
  fields: form('title! text keywords report audience tone instructions', {
    title: {
      label: 'Product or offer',
      placeholder: 'Cold brew pitcher',
      help: 'The product, service or page to advertise.',
    },
    text: { label: 'Facts', placeholder: 'Free delivery, 1.2 liters', help: 'The ad only uses these facts.' },
  }),
  requiresAny: [],
  shape: 'single',
  words: 90,
  cited: false,
  task: () =>
    `Write copy for an advertisement in search results, as two Markdown lists with one heading each, translated into the language of the text.
"## Headlines": five items of at most ${maxHeadlineLength} characters each, spaces counted.
"## Descriptions": three items of at most ${maxAdDescriptionLength} characters each.
Each item stands on its own. Claim only what the facts given say: add no prices, discounts or superlatives. No exclamation marks.`,
  check: (text) => {
    const [headlines = [], descriptions = []] = getLists(text)
    const tooLong = (items: string[], maxLength: number, noun: string) =>
      items
        .filter((item) => visibleLength(item) > maxLength)
        .map((item) => `The ${noun} “${item}” has ${visibleLength(item)} characters. The limit is ${maxLength}.`)
    return [
      ...empty(text),
      ...(headlines.length === 0 || descriptions.length === 0
        ? ['Add a list of headlines and a list of descriptions.']
        : []),
      ...tooLong(headlines, maxHeadlineLength, 'headline'),
      ...tooLong(descriptions, maxAdDescriptionLength, 'description'),
    ]
  },
}
