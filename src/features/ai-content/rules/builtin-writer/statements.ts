/** Lists what the report's pages state: sentences that can be quoted, and lists, each with the headings above it. */
import type { SourcePage, WritingContext } from '../generation/generation-context.ts'
import { getContextPassages } from '../generation/source-passages.ts'
import { countPlainWords } from '../markdown-text.ts'
import { liftable } from '../scoring/quotable-sentences.ts'
import { splitSentences } from '../scoring/text-sentences.ts'
import { getTerms } from '../scoring/text-terms.ts'
import { isInstruction } from './question-type.ts'
import { createRelatedWords, type RelatedWords } from './related-words.ts'

export type Statement = {
  /** Number of the page. */
  n: number
  /** One sentence or list item, or two sentences if the second refers to the first. */
  sentences: string[]
  words: number
  terms: ReadonlySet<string>
  /** The heading right above it, and all headings above it with the page's title. */
  heading: string | null
  headingTerms: ReadonlySet<string>
  pathTerms: ReadonlySet<string>
  /** The heading right above it together with the one above that. */
  sectionTerms: ReadonlySet<string>
  titleTerms: ReadonlySet<string>
  /** What was said before it under the same heading, and all that's said there. */
  beforeTerms: ReadonlySet<string>
  aroundTerms: ReadonlySet<string>
  /** Whether it's the first under its heading, or on its page. */
  opens: 'page' | 'heading' | null
  /** Whether it's above the page's first subheading. */
  isLead: boolean
  /** Whether it's the first instruction of its page. */
  isFirstStep: boolean
  /** The list it's an item of. */
  list: List | null
  /** Index among all statements. */
  at: number
}

export type List = { n: number; heading: string | null; items: Statement[]; isSteps: boolean }

export type Statements = {
  all: Statement[]
  lists: List[]
  /** How rare a term is among the statements, and whether any has it. */
  getWeight(term: string): number
  related: RelatedWords
  vocabulary: ReadonlySet<string>
  /** Terms of the report's topic, which are on most pages. */
  topic: ReadonlySet<string>
  /** Terms of the first keyword. */
  subject: ReadonlySet<string>
}

const maxSentences = 2
const maxItemWords = 45
const known = new WeakMap<SourcePage[], Map<string, Statements>>()

/** Returns the statements of the context's pages, cached per pages and topic. */
export function getStatements(context: WritingContext): Statements {
  const { pages, briefing, title } = context
  const byTopic = known.get(pages) ?? new Map<string, Statements>()
  known.set(pages, byTopic)
  const key = `${briefing.language} ${briefing.keywords[0] ?? ''} ${title}`
  const found = byTopic.get(key) ?? readStatements(context)
  byTopic.set(key, found)
  return found
}

function readStatements(context: WritingContext): Statements {
  const { language } = context.briefing
  const terms = getTerms(language)
  const all: Statement[] = []
  const lists: List[] = []
  const paths = createPaths(context.pages, terms)
  let [page, heading]: [number, string | null] = [0, null]
  let steps = 0
  let [before, around] = [new Set<string>(), new Set<string>()]
  for (const passage of getContextPassages(context)) {
    const path = paths(passage.n, passage.heading)
    let opens: Statement['opens'] = passage.n !== page ? 'page' : passage.heading !== heading ? 'heading' : null
    if (opens) [before, around] = [new Set(), new Set()]
    ;[page, heading] = [passage.n, passage.heading]
    const lines = passage.text.split('\n')
    const list = lines.length > 1 && isList(lines) ? { n: page, heading, items: [], isSteps: false } : null
    const add = (sentences: string[]) => {
      const text = sentences.join(' ')
      const statement: Statement = {
        ...{ n: page, sentences, heading, opens, list, ...path },
        words: countPlainWords(text),
        terms: new Set(terms(text)),
        beforeTerms: before,
        aroundTerms: around,
        isFirstStep: steps !== page && !list && isInstruction(sentences.at(-1)!),
        at: all.length,
      }
      opens = null
      if (statement.isFirstStep) steps = page
      before = before.union(statement.terms)
      for (const term of statement.terms) around.add(term)
      all.push(statement)
      return statement
    }
    for (const line of lines) {
      if (list) addItem(line, list, add, language)
      else addSentences(line, add, language, opens !== null && /\?$/.test(heading ?? ''))
    }
    if (list && list.items.length > 1) lists.push(list)
  }
  for (const list of lists)
    list.isSteps = list.items.filter(({ sentences }) => isInstruction(sentences[0]!)).length >= list.items.length * 0.6
  const vocabulary = getVocabulary(all)
  const topic = getTopicTerms(context, terms)
  return {
    all,
    lists,
    getWeight: createWeights(all),
    related: createRelatedWords(vocabulary, topic, language),
    vocabulary,
    topic,
    subject: new Set(terms(context.briefing.keywords[0] ?? context.title)),
  }
}

/** Lines without a period are items. So are several instructions. */
function isList(lines: string[]): boolean {
  const items = lines.filter((line) => !/[.!?。！？]$/.test(line) || isInstruction(line)).length
  return items >= lines.length * 0.6
}

function addItem(line: string, list: List, add: (sentences: string[]) => Statement, language: string) {
  const first = splitSentences(line)[0]!
  const isSentence = /[.!?。！？]$/.test(first)
  if (isSentence && liftable(first, language) === 'never' && !isInstruction(first)) return
  if (/["“”«»[\]<>|\\]|https?:/.test(first) || countPlainWords(first) > maxItemWords) return
  list.items.push(add([first]))
}

/** "A cheap one can rattle", "at 17 cents that is about 10 cents": what it is stands in the sentence before. */
const pronoun =
  /^(?:\S+ ){0,3}(?!no |any|every|each |some)\p{L}{3,} one(?=[.,;]| (?:can|is|are|was|do|does|has|have|will|may|with|for|in|on|that|which)(?!\p{L}))|(?<!\p{L})(?!no |any|every|each |some)\p{L}{3,} ones(?=[.,;]| (?:can|is|are|was|do|does|has|have|will|may|with|for|in|on|that|which)(?!\p{L}))|(?<!\p{L})that is (?:about|around|roughly|nearly|almost|[$€£]?\d)/iu

/** "Yes, but expect a higher rate" under its question. Not "Yes, it does". */
function isWholeReply(text: string, language: string): boolean {
  const rest = text.replace(/^(?:yes|no)[,:.;!] *(?:but |and )?/i, '')
  if (rest === text || rest === '') return false
  return (
    liftable(rest[0]!.toUpperCase() + rest.slice(1), language) !== 'follows' &&
    // A short rest is long enough with the word it answers with.
    liftable(`Generally, ${rest}`, language) === 'alone'
  )
}

/** What these say is said about something in the sentence before: "Cats can't live on it", "so should swelling". */
const pointsBack =
  /^\p{Lu}\S* (?:\S+ ){0,4}(?:it|them)\.$|^if (?:you (?:must|do|can['’]t|don['’]t|have to)|not|so),|^(?:neither|nor|so) (?:is|are|do|does|should|can|will|has|have|may|must)(?!\p{L})/iu

function addSentences(line: string, add: (sentences: string[]) => Statement, language: string, isReply: boolean) {
  let before: string[] = []
  let isFirst = isReply
  const texts = splitSentences(line)
  if (isReply && texts.length > 1 && /^(?:yes|no)[.!]$/i.test(texts[0]!))
    texts.splice(0, 2, texts.slice(0, 2).join(' '))
  for (const text of texts) {
    const own = liftable(text, language)
    const isAnswer = isFirst && isWholeReply(text, language)
    isFirst = false
    const kind = isAnswer
      ? 'alone'
      : own === 'alone' && (pronoun.test(text) || (pointsBack.test(text) && !isInstruction(text)))
        ? 'follows'
        : own
    if (kind === 'never' || (kind === 'follows' && before.length === 0)) {
      before = []
      continue
    }
    add(kind === 'follows' ? [...before.slice(1 - maxSentences), text] : [text])
    // A pair doesn't begin with a sentence that itself points back.
    before = kind === 'follows' ? [] : [text]
  }
}

/** Returns the headings above a passage. Passages come in the pages' order. */
function createPaths(pages: SourcePage[], terms: (text: string) => string[]) {
  const byNumber = new Map(pages.map((page) => [page.n, page]))
  let [current, next] = [0, 0]
  let open: { level: number; text: string }[] = []
  let path: Pick<Statement, 'headingTerms' | 'pathTerms' | 'sectionTerms' | 'titleTerms' | 'isLead'> | null = null
  let [lastPage, lastHeading]: [number, string | null] = [0, null]
  return (n: number, heading: string | null) => {
    if (path && n === lastPage && heading === lastHeading) return path
    ;[lastPage, lastHeading] = [n, heading]
    const { headings, title } = byNumber.get(n)!
    if (n !== current) [current, next, open] = [n, 0, []]
    const at = heading === null ? -1 : headings.findIndex(({ text }, index) => index >= next && text === heading)
    if (at >= 0) {
      for (const { type, text } of headings.slice(next, at + 1)) {
        const level = Number(type[1])
        open = [...open.filter((one) => one.level < level), { level, text }]
      }
      next = at + 1
    }
    const first = headings[0]?.type === 'h1' ? headings[0].text : ''
    path = {
      headingTerms: new Set(terms(heading ?? title)),
      sectionTerms: new Set(
        terms(
          open
            .slice(1)
            .slice(-2)
            .map(({ text }) => text)
            .join(' '),
        ),
      ),
      isLead: open.length <= 1,
      pathTerms: new Set(terms([title, ...open.map(({ text }) => text)].join(' '))),
      titleTerms: new Set(terms(first === '' ? title : first)),
    }
    return path
  }
}

function getVocabulary(all: Statement[]): Set<string> {
  const vocabulary = new Set<string>()
  for (const { terms, pathTerms, titleTerms, headingTerms } of all)
    for (const set of [terms, pathTerms, titleTerms, headingTerms]) for (const term of set) vocabulary.add(term)
  return vocabulary
}

function createWeights(all: Statement[]): (term: string) => number {
  const frequency = new Map<string, number>()
  for (const { terms, pathTerms } of all)
    for (const term of new Set([...terms, ...pathTerms])) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return (term) => Math.log(1 + (all.length + 1) / (1 + (frequency.get(term) ?? 0)))
}

/** A title may be a question, so its terms count only if most pages are about them. */
function getTopicTerms({ title, briefing, pages }: WritingContext, terms: (text: string) => string[]): Set<string> {
  const titles = pages.map(
    (page) => new Set(terms([page.title, ...page.headings.slice(0, 1).map(({ text }) => text)].join(' '))),
  )
  const isCommon = (term: string) => titles.filter((own) => own.has(term)).length >= titles.length * 0.4
  return new Set(terms([title, ...briefing.keywords.slice(0, 3)].join(' ')).filter(isCommon))
}
