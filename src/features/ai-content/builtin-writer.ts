/**
 * The writer with no model. It takes sentences from the report's pages as they stand, each with its source, and puts the person's own
 * words where they belong. It invents nothing: what has no source is left out, and said so.
 */
import type { Heading } from '#features/reports/contract.ts'
import { type Chunk, cite, createSaid, type Lifted } from './builtin-chunks.ts'
import { chunksOfContext, fitting, sectionParagraphs, takenFor } from './builtin-draft.ts'
import { summarize, tighten } from './builtin-edit.ts'
import { type BuiltinWords, builtinWords } from './builtin-words.ts'
import type { TemplateName } from './contract.ts'
import { asHeading, defaultOutline } from './default-outline.ts'
import { countPlainWords, headingKey, plainText } from './markdown-text.ts'
import { topicOf } from './plan-writing.ts'
import { bearings, titlesOf } from './source-passages.ts'
import { longestDescription, longestTitle } from './templates/long-texts.ts'
import { longestAdDescription, longestHeadline, longestSubject, shortPost } from './templates/short-texts.ts'
import { templates } from './templates.ts'
import { sentencesOf } from './text-sentences.ts'
import { termsOf } from './text-terms.ts'
import type { WritingContext, WritingStep } from './writing-context.ts'

export { builtinEdit } from './builtin-edit.ts'

/** The text of a step, block by block: joined, the pieces are its Markdown without the step's own heading. */
export function* builtinWrite(context: WritingContext, step: WritingStep): Generator<string> {
  let first = true
  for (const block of writers[context.template](context, step)) {
    if (block.trim() === '') continue
    yield first ? block : `\n\n${block}`
    first = false
  }
}

type Writer = (context: WritingContext, step: WritingStep) => Iterable<string>

const writers: Record<TemplateName, Writer> = {
  blog_post: article,
  intro: article,
  section: article,
  outline: outlineText,
  faq,
  meta,
  brief,
  product_description: productDescription,
  rewrite: function* ({ briefing }) {
    yield tighten(briefing.text ?? '', briefing.language)
  },
  summary,
  social_post: socialPost,
  email,
  ad_copy: adCopy,
  video_script: videoScript,
}

const note = (sentence: string) => `> ${sentence}`
const wordsOf = ({ briefing }: WritingContext): BuiltinWords => builtinWords(briefing.language)

function* article(context: WritingContext, step: WritingStep): Iterable<string> {
  const words = wordsOf(context)
  if (context.pages.length === 0) {
    yield* fromBriefing(context, step)
    return
  }
  const parts = sectionParagraphs(context, step)
  for (const { heading, paragraphs } of parts) {
    if (heading) yield heading
    yield* paragraphs
  }
  if (parts.length === 0 && (step.part.n === 1 || step.kind === 'whole')) yield note(words.noSource)
}

/** Without a report: the sentences of the person's own text that bear on the step, as they stand. */
function* fromBriefing(context: WritingContext, step: WritingStep): Iterable<string> {
  const { briefing, title } = context
  const own = ownSentences(context)
  const terms = termsOf(briefing.language)
  const topic = new Set(topicOf(context).flatMap(terms))
  const wanted = new Set([step.heading, ...step.headings].flatMap((heading) => (heading ? terms(heading.text) : [])))
  const bears = (sentence: string) => terms(sentence).some((term) => wanted.has(term) && !topic.has(term))
  const said =
    step.kind === 'intro' || (step.kind === 'whole' && !step.heading)
      ? summarize(briefing.text ?? '', step.words, briefing.language)
      : own.filter(bears)
  if (said.length > 0) yield said.join(' ')
  if (step.kind !== 'section' && said.length === 0 && title.trim() !== '') {
    const keywords = briefing.keywords
      .map((keyword) => keyword.trim())
      .filter((keyword) => headingKey(keyword) !== headingKey(title))
    yield `**${title.trim()}**${keywords.length > 0 ? ` — ${keywords.join(', ')}` : ''}`
  }
  if (said.length === 0 && step.part.n === 1) yield note(wordsOf(context).noReport)
}

function ownSentences({ briefing }: WritingContext): string[] {
  return (briefing.text ?? '')
    .split('\n')
    .flatMap((line) => sentencesOf(line.replace(/^\s*(?:#{1,6}|[-*+]|\d+[.)]|>)\s+/, '')))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

function outlineOf(context: WritingContext, words: number): Heading[] {
  return context.outline.length > 0 ? context.outline : defaultOutline(context, words)
}

const headingLine = ({ type, text }: Heading) => `${'#'.repeat(Number(type[1]))} ${text}`

function* outlineText(context: WritingContext): Iterable<string> {
  const outline = defaultOutline(context, context.briefing.words ?? templates.blog_post.words)
  const headings = outline.length > 0 ? outline : context.outline
  if (headings.length > 0) yield headings.map(headingLine).join('\n')
  else if (context.title.trim() !== '') yield `## ${asHeading(context.title, false)}`
}

type Answer = { question: string; chunk: Chunk; sentences: Lifted[] }

const longestAnswer = 90

/** Questions with the sentences that answer them, each sentence once. */
function answersTo(context: WritingContext, questions: string[]): Answer[] {
  const { language } = context.briefing
  const chunks = chunksOfContext(context)
  const terms = termsOf(language)
  const topic = new Set(topicOf(context).slice(0, 2).flatMap(terms))
  const titles = titlesOf(context)
  const headed = chunks.map(({ n, heading }) => new Set(terms(`${titles.get(n) ?? ''} ${heading ?? ''}`)))
  const said = createSaid()
  return questions.flatMap((question): Answer[] => {
    const all = [...new Set(terms(question))]
    const own = all.filter((term) => !topic.has(term))
    const wanted = own.length > 0 ? own : all
    const scores = bearings(chunks, { questions: [question], heading: own.join(' ') }, language).map(
      (score, at) => score * (1 + shareOf(wanted, headed[at]!)) * (opensHeading(chunks, at) ? 1.2 : 1),
    )
    const order = scores.map((_score, at) => at).sort((a, b) => scores[b]! - scores[a]! || a - b)
    for (const at of order.slice(0, 12)) {
      const chunk = chunks[at]!
      const fresh = said.fresh(chunk)
      if (!fresh || scores[at] === 0) continue
      const sentences = fitting(fresh, longestAnswer).slice(0, 3)
      if (sentences.length === 0 || !answers(question, wanted, sentences, headed[at]!)) continue
      said.add(sentences)
      return [{ question: asHeading(question, true), chunk, sentences }]
    }
    return []
  })
}

/** Asks for a quantity: without a number there is no answer. */
const asksFigure =
  /^(?:how (?:long|much|many|high|far|often|hot|cold|big|tall|fast|old|deep|wide|heavy)|wie (?:viele?|lange|oft|hoch|weit|groß)|combien|cu[aá]nt[oa]s?|quant[oaie]|hoe(?:veel| lang| vaak| hoog))(?![\p{L}])/iu
const figure =
  /\p{Nd}|(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|hundred|zwei|drei|vier|fünf|sechs|sieben|acht|zehn|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|due|tre|quattro|cinque|dois|três|quatro|twee|drie|vijf)(?!\p{L})/iu

/** What is asked stands in the answer, or most of it does and its heading asks the same. */
function answers(question: string, wanted: string[], sentences: Lifted[], headed: ReadonlySet<string>): boolean {
  if (asksFigure.test(question.trim()) && !sentences.some(({ text }) => figure.test(text))) return false
  const inside = new Set(sentences.flatMap((sentence) => [...sentence.terms]))
  const both = wanted.filter((term) => inside.has(term) || headed.has(term)).length / wanted.length
  const asked = shareOf(wanted, headed)
  if (wanted.length === 1) return asked === 1 && (inside.has(wanted[0]!) || sentences.length > 1)
  return (both === 1 && shareOf(wanted, inside) >= 0.5) || (both >= 0.66 && asked >= 0.66)
}

function shareOf(wanted: string[], held: ReadonlySet<string>): number {
  return wanted.filter((term) => held.has(term)).length / Math.max(1, wanted.length)
}

const opensHeading = (chunks: Chunk[], at: number) =>
  at === 0 || chunks[at - 1]!.heading !== chunks[at]!.heading || chunks[at - 1]!.n !== chunks[at]!.n

/** Questions of the report, then those that pages have as headings. */
function questionsOf(context: WritingContext, step: WritingStep): string[] {
  const headings = context.pages
    .flatMap((page) => page.headings.map(({ text }) => text))
    .filter((text) => /[?？؟]$/.test(text.trim()))
  const seen = new Set<string>()
  return [...step.questions, ...headings].filter((question) => {
    const key = headingKey(question)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function* faq(context: WritingContext, step: WritingStep): Iterable<string> {
  if (context.pages.length === 0) {
    yield note(wordsOf(context).noReport)
    return
  }
  let left = step.words
  let answered = 0
  for (const { question, chunk, sentences } of answersTo(context, questionsOf(context, step))) {
    if (left <= 0) break
    yield `### ${question}`
    yield cite(sentences, chunk.n)
    left -= sentences.reduce((sum, { words }) => sum + words, 0) + 8
    answered++
  }
  if (answered === 0) yield note(wordsOf(context).noAnswer)
}

type Sourced = { text: string; n: number; score: number; terms: ReadonlySet<string>; words: number }

/** Single sentences that bear on the topic and stand alone, best first, none twice. */
function bestSentences(context: WritingContext, longest = Number.POSITIVE_INFINITY): Sourced[] {
  const { language } = context.briefing
  const chunks = chunksOfContext(context)
  const scores = bearings(
    chunks,
    {
      heading: context.title || topicOf(context)[0],
      questions: context.questions.slice(0, 3),
      keywords: topicOf(context),
    },
    language,
  )
  const said = createSaid()
  return chunks
    .map((chunk, at) => ({
      chunk,
      score: scores[at]! * (1 + 1 / (1 + chunk.at - (chunks.find(({ n }) => n === chunk.n)?.at ?? 0))),
    }))
    .sort((a, b) => b.score - a.score || a.chunk.at - b.chunk.at)
    .flatMap(({ chunk, score }): Sourced[] => {
      const first = chunk.sentences[0]!
      if (score === 0 || [...first.text].length > longest || !said.fresh({ sentences: [first] })) return []
      said.add([first])
      return [{ ...first, n: chunk.n, score }]
    })
}

const sourced = ({ text, n }: Pick<Sourced, 'text' | 'n'>) => `${text}[^${n}]`

/** Whole words within so many characters, without what dangles at the cut. */
function clip(text: string, longest: number): string {
  const characters = [...plainText(text)]
  if (characters.length <= longest) return characters.join('')
  const cut = characters.slice(0, longest + 1).join('')
  const whole = /\s/.test(cut) ? cut.replace(/\s+\S*$/, '') : characters.slice(0, longest).join('')
  return whole.replace(/[\s,;:–—-]+$/, '')
}

function topicLine(context: WritingContext): string {
  return asHeading(context.title || context.briefing.keywords[0] || '', false)
}

function* meta(context: WritingContext): Iterable<string> {
  const words = wordsOf(context)
  const title = clip(topicLine(context) || plainText(ownSentences(context)[0] ?? ''), longestTitle)
  const own = ownSentences(context).map(plainText)
  const fits = (sentence: string) => [...sentence].length <= longestDescription
  const best = bestSentences(context, longestDescription)[0]
  const description = own.length > 0 ? (own.find(fits) ?? clip(own[0]!, longestDescription)) : best ? sourced(best) : ''
  const lines = [`**${words.title}:** ${title}`]
  if (description !== '') lines.push(`**${words.description}:** ${description}`)
  yield lines.join('\n')
  if (description === '') yield note(context.pages.length > 0 ? words.noSource : words.noReport)
}

function* brief(context: WritingContext, step: WritingStep): Iterable<string> {
  const words = wordsOf(context)
  const { briefing, pages, terms } = context
  const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n')
  const part = (heading: string, items: string[]) => (items.length > 0 ? [`## ${heading}`, list(items)] : [])
  yield* part(
    words.aim,
    [
      topicLine(context),
      ...briefing.keywords,
      ...(briefing.audience ? [`${words.readers}: ${briefing.audience}`] : []),
      ...(briefing.words ? [`${words.words}: ${briefing.words}`] : []),
      ...(briefing.instructions ? [briefing.instructions] : []),
    ].filter((item) => item !== ''),
  )
  const outline = outlineOf(context, briefing.words ?? templates.blog_post.words)
  if (outline.length > 0) {
    const top = Math.min(...outline.map(({ type }) => Number(type[1])))
    yield `## ${words.outline}`
    yield outline.map(({ type, text }) => `${'  '.repeat(Number(type[1]) - top)}- ${text}`).join('\n')
  }
  yield* part(
    words.questions,
    step.questions.slice(0, 12).map((question) => asHeading(question, true)),
  )
  yield* part(
    words.terms,
    terms.slice(0, 25).map(({ term }) => term),
  )
  if (pages.length === 0) {
    yield note(words.noReport)
    return
  }
  yield* part(words.facts, bestSentences(context).slice(0, 12).map(sourced))
  yield* part(
    words.sources,
    pages.map(({ n, title, url }) => `[${title.replace(/[[\]]/g, '')}](${url})[^${n}]`),
  )
}

function* productDescription(context: WritingContext, step: WritingStep): Iterable<string> {
  const { briefing } = context
  const lines = (briefing.text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isSentence = (line: string) => /[.!?。！？]$/.test(line)
  const prose = lines.filter((line) => isSentence(line) && !/^[-*+]\s/.test(line))
  const facts = lines
    .filter((line) => !prose.includes(line))
    .flatMap((line) => line.replace(/^[-*+]\s+/, '').split(/[;,、，]\s*(?!\d)/))
  yield `**${topicLine(context)}**`
  if (prose.length > 0) yield prose.join(' ')
  if (facts.length > 0) yield facts.map((fact) => `- ${asHeading(fact.trim(), false)}`).join('\n')
  if (lines.length > 0) return
  const taken = takenFor(context, step)
  if (taken.length === 0) yield note(wordsOf(context).noReport)
  else yield* article(context, step)
}

function* summary(context: WritingContext, step: WritingStep): Iterable<string> {
  const { briefing } = context
  if (briefing.text?.trim()) {
    const length = countPlainWords(plainText(briefing.text))
    yield summarize(briefing.text, Math.min(step.words, Math.max(20, length * 0.5)), briefing.language).join(' ')
    return
  }
  yield* article(context, step)
}

function* socialPost(context: WritingContext, step: WritingStep): Iterable<string> {
  const tags = context.briefing.keywords
    .slice(0, 2)
    .map(
      (keyword) => `#${keyword.replace(/[^\p{L}\p{M}\p{N}]+(\p{L}?)/gu, (_all, next: string) => next.toUpperCase())}`,
    )
    .filter((tag) => tag.length > 2)
  const room = shortPost - tags.join(' ').length - 2
  const own = ownSentences(context).map(plainText)
  const best = bestSentences(context, room)
  let left = Math.max(step.words, 20)
  const lines: string[] = []
  let characters = room
  const candidates =
    own.length > 0
      ? own.map((text) => ({ text, shown: text }))
      : best.map((one) => ({ text: one.text, shown: sourced(one) }))
  for (const { text, shown } of candidates) {
    const length = [...text].length + 1
    if (length > characters || left <= 0) continue
    lines.push(shown)
    characters -= length
    left -= countPlainWords(text)
  }
  if (lines.length > 0) yield lines.join(' ')
  else {
    yield clip(topicLine(context), room)
    yield note(context.pages.length > 0 ? wordsOf(context).noSource : wordsOf(context).noReport)
  }
  if (tags.length > 0 && lines.length > 0) yield tags.join(' ')
}

function* email(context: WritingContext, step: WritingStep): Iterable<string> {
  const words = wordsOf(context)
  yield `**${words.subject}:** ${clip(topicLine(context), longestSubject)}`
  if (context.briefing.text?.trim())
    yield summarize(context.briefing.text, step.words, context.briefing.language).join(' ')
  else yield* article(context, step)
}

function* adCopy(context: WritingContext): Iterable<string> {
  const words = wordsOf(context)
  const { briefing, terms, pages } = context
  const facts = (briefing.text ?? '').split(/[\n;,、，]\s*/).map((fact) =>
    fact
      .replace(/^[-*+]\s+/, '')
      .replace(/[.。]$/, '')
      .trim(),
  )
  const names = [
    context.title,
    ...briefing.keywords,
    ...facts,
    ...terms.map(({ term }) => term).filter((term) => /\s/.test(term)),
  ]
  const short = new Map(
    names
      .filter((name) => name.trim() !== '' && [...name.trim()].length <= longestHeadline)
      .map((name) => [headingKey(name), asHeading(name, false)]),
  )
  const headlines = [...short.values()].slice(0, 5)
  yield `## ${words.headlines}`
  yield (headlines.length > 0 ? headlines : [clip(topicLine(context), longestHeadline)])
    .map((line) => `- ${line}`)
    .join('\n')
  const own = ownSentences(context)
    .map(plainText)
    .filter((sentence) => [...sentence].length <= longestAdDescription)
  const lines = own.length > 0 ? own.slice(0, 3) : bestSentences(context, longestAdDescription).slice(0, 3).map(sourced)
  yield `## ${words.descriptions}`
  if (lines.length > 0) yield lines.map((line) => `- ${line}`).join('\n')
  else yield note(pages.length > 0 ? words.noSource : words.noReport)
}

const wordsAMinute = 140

function* videoScript(context: WritingContext, step: WritingStep): Iterable<string> {
  const words = wordsOf(context)
  const outline = outlineOf(context, Math.max(step.words, 400)).filter(({ type }) => type <= 'h2')
  const scenes = outline.slice(0, Math.max(2, Math.round(step.words / 90)))
  const said = createSaid()
  const chunks = chunksOfContext(context)
  let spoken = 0
  let made = 0
  for (const scene of scenes) {
    const scores = bearings(chunks, { heading: scene.text, keywords: topicOf(context) }, context.briefing.language)
    const order = scores.map((_score, at) => at).sort((a, b) => scores[b]! - scores[a]! || a - b)
    const lines: string[] = []
    let left = Math.ceil(step.words / scenes.length)
    let length = 0
    for (const at of order.slice(0, 10)) {
      if (scores[at] === 0 || left < 10) break
      const fresh = said.fresh(chunks[at]!)
      const sentences = fresh ? fitting(fresh, left) : []
      if (sentences.length === 0) continue
      said.add(sentences)
      lines.push(cite(sentences, chunks[at]!.n))
      for (const sentence of sentences) {
        left -= sentence.words
        length += sentence.words
      }
    }
    if (lines.length === 0) continue
    yield `## ${clock((spoken / wordsAMinute) * 60)} ${scene.text}`
    yield `*${words.onScreen}: ${scene.text}*`
    yield lines.join(' ')
    spoken += length
    made++
  }
  if (made === 0) {
    yield* outline.map(({ text }, at) => `## ${clock(at * 20)} ${text}`)
    yield note(context.pages.length > 0 ? words.noSource : words.noReport)
  }
}

function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
