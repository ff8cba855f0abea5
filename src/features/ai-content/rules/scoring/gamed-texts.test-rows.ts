/** Good texts beside copies that were changed to raise a content score without saying more. */

import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import { extractTerms } from '#features/reports/rules/keywords/extract-terms.ts'
import { extractPage } from '#features/reports/rules/pages/page-content.ts'
import { pageHtml, type SampleTopic } from '#providers/search-data/sample/topic.ts'
import { getSampleTopics } from '#providers/search-data/sample.ts'
import type { SourcePage } from '../generation/generation-context.ts'
import { getTarget, type ScoreTarget } from './score-target.ts'

export type GamedKind =
  | 'terms listed'
  | 'terms in bullets'
  | 'terms in sentences'
  | 'keyword everywhere'
  | 'filler sentences'
  | 'filler paragraphs'
  | 'repeated paragraphs'
  | 'another topic added'
  | 'words shuffled'
  | 'sentences shuffled'
  | 'another topic with terms'
  | 'questions as headings'
  | 'questions copied'
  | 'links added'
  | 'word salad'

export type ScorePair = { kind: GamedKind; topic: string; target: ScoreTarget; good: string; gamed: string }

/** Sentences that fit any topic and say nothing. */
const filler = [
  'In today’s fast-paced world, it has never been more important to get this right.',
  'There are many things to consider before making a decision.',
  'At the end of the day, it all comes down to personal preference.',
  'Let’s dive in and take a closer look at everything there is to know.',
  'It is worth noting that every situation is different and results may vary.',
  'As we all know, there is no one-size-fits-all answer to this question.',
  'With so many options available, it can be hard to know where to start.',
  'This is a topic that many people are talking about these days.',
  'By understanding the basics, anyone can make an informed choice.',
  'Of course, the right approach depends on a wide range of factors.',
  'The possibilities are truly endless for those who are willing to learn.',
  'When all is said and done, the benefits speak for themselves.',
  'It goes without saying that quality matters more than anything else.',
  'Whether you are a beginner or an expert, there is something for everyone.',
  'In the following paragraphs we will explore this subject in more depth.',
  'That is why it is so important to do proper research beforehand.',
  'Keep reading to discover the secrets that experts do not want anyone to miss.',
  'Over the years, this has become more and more popular all over the world.',
]

/** Random numbers from 0 to 1, the same for the same seed (Park–Miller). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

type Rewrite = (page: Written, random: () => number) => string
type Written = { markdown: string; target: ScoreTarget; other: SampleTopic }

const shuffle = <T>(items: T[], random: () => number): T[] => {
  const rest = [...items]
  for (let at = rest.length - 1; at > 0; at--) {
    const with_ = Math.floor(random() * (at + 1))
    ;[rest[at], rest[with_]] = [rest[with_]!, rest[at]!]
  }
  return rest
}

const pick = <T>(items: T[], random: () => number): T => items[Math.floor(random() * items.length)]!
const toParagraphs = (markdown: string) => markdown.trim().split(/\n\s*\n/)
const isProse = (paragraph: string) => !/^(?:#|-|\d+\.)/.test(paragraph)
const toSentences = (paragraph: string) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?]) /)
const eachProse = (markdown: string, change: (paragraph: string) => string) =>
  toParagraphs(markdown)
    .map((paragraph) => (isProse(paragraph) ? change(paragraph) : paragraph))
    .join('\n\n')
const asSentence = (words: string[]) => {
  const text = words
    .join(' ')
    .toLowerCase()
    .replace(/[.,;:!?]/g, '')
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}
const asQuestion = (question: string) => `${question[0]!.toUpperCase()}${question.slice(1)}?`

const rewrites: Record<GamedKind, Rewrite> = {
  'terms listed': ({ markdown, target }) => `${markdown}\n\n${target.terms.map(({ term }) => term).join(', ')}.`,
  'terms in bullets': ({ markdown, target }) =>
    `${markdown}\n\n## More\n\n${target.terms.map(({ term }) => `- ${term}`).join('\n')}`,
  'terms in sentences': ({ markdown, target }, random) =>
    eachProse(markdown, (paragraph) =>
      toSentences(paragraph)
        .map((sentence) => {
          const words = sentence.split(' ')
          words.splice(1 + Math.floor(random() * (words.length - 1)), 0, pick(target.terms, random).term)
          return words.join(' ')
        })
        .join(' '),
    ),
  'keyword everywhere': ({ markdown, target }) =>
    eachProse(markdown, (paragraph) =>
      toSentences(paragraph)
        .map((sentence) => sentence.replace(/[.!?]$/, ` ${target.keywords[0]}$&`))
        .join(' '),
    ),
  'filler sentences': ({ markdown }, random) =>
    eachProse(markdown, (paragraph) =>
      toSentences(paragraph)
        .flatMap((sentence) => (random() < 0.5 ? [sentence, pick(filler, random)] : [sentence]))
        .join(' '),
    ),
  'filler paragraphs': ({ markdown }, random) => {
    const order = shuffle(filler, random)
    return `${markdown}\n\n${[0, 6, 12].map((from) => order.slice(from, from + 6).join(' ')).join('\n\n')}`
  },
  'repeated paragraphs': ({ markdown }) =>
    `${markdown}\n\n${toParagraphs(markdown).filter(isProse).slice(0, 4).join('\n\n')}`,
  'another topic added': ({ markdown, other }, random) =>
    `${markdown}\n\n${toParagraphs(toMarkdown(pick(other.pages, random)))
      .slice(1)
      .join('\n\n')}`,
  'words shuffled': ({ markdown }, random) =>
    eachProse(markdown, (paragraph) =>
      toSentences(paragraph)
        .map((sentence) => asSentence(shuffle(sentence.split(' '), random)))
        .join(' '),
    ),
  'sentences shuffled': ({ markdown }, random) => {
    const all = shuffle(toParagraphs(markdown).filter(isProse).flatMap(toSentences), random)
    return eachProse(markdown, (paragraph) => all.splice(0, toSentences(paragraph).length).join(' '))
  },
  'another topic with terms': ({ target, other }, random) => {
    const terms = shuffle(target.terms, random)
    return eachProse(toMarkdown(pick(other.pages, random)), (paragraph) => {
      const listed = terms.splice(0, 4).map(({ term }) => term)
      return listed.length > 0 ? `${paragraph} ${asSentence([listed.join(' and ')])}` : paragraph
    })
  },
  'questions as headings': ({ markdown, target }) =>
    `${markdown}\n\n${[...target.questions.map(asQuestion), ...target.headings].map((text) => `## ${text}`).join('\n\n')}`,
  'questions copied': ({ markdown, target }) => `${markdown}\n\n${target.questions.map(asQuestion).join(' ')}`,
  'links added': ({ markdown }) =>
    `${markdown}\n\n${[1, 2, 3, 4, 5, 6].map((n) => `- [Read more](https://gone-${n}.example/page)`).join('\n')}`,
  'word salad': ({ target, other }, random) => {
    const words = toParagraphs(toMarkdown(other.pages[0]!)).filter(isProse).join(' ').split(/\s+/)
    const terms = target.terms.map(({ term }) => term)
    const sentence = () =>
      asSentence(
        shuffle(
          [...Array.from({ length: 9 }, () => pick(words, random)), ...shuffle(terms, random).slice(0, 3)],
          random,
        ),
      )
    return target.questions
      .map(
        (question) =>
          `## ${asQuestion(question)}\n\n${Array.from({ length: 4 }, sentence).join(' ')} [More](https://gone.example/${question.length})`,
      )
      .join('\n\n')
  },
}

export const gamedKinds = Object.keys(rewrites) as GamedKind[]

function toMarkdown({ body }: SampleTopic['pages'][number]): string {
  const marks = { h1: '# ', h2: '## ', h3: '### ', p: '' }
  return body
    .map((block) =>
      'items' in block
        ? block.items.map((item, at) => (block.kind === 'ol' ? `${at + 1}. ${item}` : `- ${item}`)).join('\n')
        : `${marks[block.kind]}${block.text}`,
    )
    .join('\n\n')
}

/** The target of a sample topic without one of its pages. */
function targetWithout(topic: SampleTopic, left: number): ScoreTarget {
  const pages: SourcePage[] = topic.pages
    .filter((_, at) => at !== left)
    .map((page, at) => {
      const { text, headings } = extractPage(pageHtml(page), page.url)
      return { n: at + 1, url: page.url, title: page.title, headings, content: text }
    })
  const terms = extractTerms(
    pages.map(({ url, content, headings }) => ({ url, text: content, headings })),
    topic.name,
    'en',
  )
  return getTarget({
    language: 'en',
    keywords: [topic.name],
    terms,
    questions: topic.keywords.filter((keyword) => isQuestion(keyword, 'en')),
    pages,
  })
}

/** Every kind of change to every `step`-th page of the sample topics, scored against the topic's other pages. */
export function getScorePairs(random: () => number, step = 1): ScorePair[] {
  const topics = getSampleTopics()
  return topics.flatMap((topic, at) =>
    topic.pages.flatMap((page, left) => {
      if (left % step !== 0) return []
      const target = targetWithout(topic, left)
      const good = toMarkdown(page)
      const written = { markdown: good, target, other: topics[(at + 1) % topics.length]! }
      return gamedKinds.map((kind) => ({
        kind,
        topic: topic.name,
        target,
        good,
        gamed: rewrites[kind](written, random),
      }))
    }),
  )
}
