/** The outline of an article nobody outlined: what people ask and what several pages have headings for. */
import type { Heading } from '#features/reports/contract.ts'
import { headingKey } from './markdown-text.ts'
import { bearings, passagesOfContext } from './source-passages.ts'
import { sectionsFor } from './templates/long-texts.ts'
import { overlap, termsOf } from './text-terms.ts'
import type { WritingContext } from './writing-context.ts'

type Candidate = {
  text: string
  terms: ReadonlySet<string>
  score: number
  /** Where on the pages it is spoken of: 0 at their beginning, 1 at their end. */
  place: number
}

/** Headings that say nothing without their page, or lead away from the matter. */
const emptyHeading =
  /^(?:introduction|conclusion|summary|overview|faqs?|frequently asked questions|contents|table of contents|related\b.*|references|sources|final thoughts|key takeaways|comments|about (?:us|the author)|share\b.*|newsletter.*|einleitung|fazit|inhalt|zusammenfassung|quellen|häufige fragen|introduction|sommaire|en résumé|introducción|conclusión|resumen|conclusiones|introduzione|conclusioni|introdução|conclusão|inleiding|conclusie)$/iu

const mostQuestions = 60
/** Sections whose terms overlap more than this say the same. */
const sameSection = 0.6

/**
 * Sections for an article of `words` words, h2 with some h3, in the order the pages tell them. Without pages and questions
 * the keywords are the sections; without those it is empty, and the writer chooses its own headings.
 */
export function defaultOutline(context: WritingContext, words: number): Heading[] {
  const sections = sectionsFor(words)
  const candidates = candidatesOf(context)
  if (candidates.length === 0) return keywordSections(context, sections)
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length >= sections) break
    if (chosen.every((other) => overlap(candidate.terms, other.terms) < sameSection)) chosen.push(candidate)
  }
  const left = candidates.filter((candidate) => !chosen.includes(candidate))
  const used: Candidate[] = [...chosen]
  return chosen
    .sort((a, b) => a.place - b.place)
    .flatMap((section): Heading[] => {
      const inside = words / chosen.length < 220 ? [] : insideOf(section, left, used)
      return [{ type: 'h2', text: section.text }, ...inside.map(({ text }): Heading => ({ type: 'h3', text }))]
    })
}

/** Up to two narrower questions of the same matter. */
function insideOf(section: Candidate, left: Candidate[], used: Candidate[]): Candidate[] {
  const inside: Candidate[] = []
  for (const candidate of left) {
    if (inside.length === 2) break
    const near = overlap(candidate.terms, section.terms)
    const repeats = used.some((other) => other !== section && overlap(candidate.terms, other.terms) >= sameSection)
    if (near < 0.5 || repeats || candidate.terms.size <= section.terms.size) continue
    if (headingKey(candidate.text) === headingKey(section.text)) continue
    inside.push(candidate)
    used.push(candidate)
  }
  return inside
}

/** Best first. Questions that no passage answers are none. */
function candidatesOf(context: WritingContext): Candidate[] {
  const { briefing, questions, pages, title } = context
  const terms = termsOf(briefing.language)
  const topic = new Set(terms([title, ...briefing.keywords.slice(0, 1)].join(' ')))
  const own = (text: string) => new Set(terms(text).filter((term) => !topic.has(term)))
  const passages = passagesOfContext(context)
  const places = passages.map((passage, at) => {
    const first = passages.findIndex(({ n }) => n === passage.n)
    const last = passages.findLastIndex(({ n }) => n === passage.n)
    return (at - first) / Math.max(1, last - first)
  })
  const answered = (asked: ReadonlySet<string>): { strength: number; place: number } => {
    const scores = bearings(passages, { questions: [[...asked].join(' ')] }, briefing.language)
    let best = 0
    scores.forEach((score, at) => {
      if (score > scores[best]!) best = at
    })
    const holds = passages[best]
    const held = holds ? overlap(asked, new Set(terms(`${holds.heading ?? ''} ${holds.text}`))) : 0
    return { strength: (scores[best] ?? 0) > 0 ? held : 0, place: places[best] ?? 0.5 }
  }

  const asked = questions.slice(0, mostQuestions).flatMap((question, rank): Candidate[] => {
    const words = own(question)
    if (words.size === 0)
      return pages.length > 0
        ? [{ text: asHeading(question, true), terms: words, score: 2.5 - rank / mostQuestions, place: -1 }]
        : []
    if (pages.length === 0)
      return [
        { text: asHeading(question, true), terms: words, score: 1 - rank / mostQuestions, place: rank / mostQuestions },
      ]
    const { strength, place } = answered(words)
    if (strength < 0.6) return []
    return [
      { text: asHeading(question, true), terms: words, score: 1 + strength - (0.8 * rank) / mostQuestions, place },
    ]
  })

  const headed = new Map<string, { text: string; pages: Set<number>; places: number[]; level: string }>()
  for (const { n, headings } of pages) {
    headings.forEach(({ type, text }, at) => {
      if ((type !== 'h2' && type !== 'h3') || emptyHeading.test(text.trim()) || text.length > 90) return
      const key = headingKey(text)
      const known = headed.get(key) ?? { text, pages: new Set<number>(), places: [], level: type }
      known.pages.add(n)
      known.places.push(at / headings.length)
      headed.set(key, known)
    })
  }
  const named = [...headed.values()].flatMap(({ text, pages: on, places: at, level }): Candidate[] => {
    const words = own(text)
    // One content word out of its page ("The method", "Taste") is a heading only where several pages have it.
    if (words.size === 0 || (words.size < 2 && on.size < 2)) return []
    const { strength } = answered(words)
    if (strength < 0.5) return []
    return [
      {
        text: asHeading(text, false),
        terms: words,
        score: 0.4 * on.size + strength * 0.6 + (level === 'h2' ? 0.2 : 0),
        place: at.reduce((sum, one) => sum + one, 0) / at.length,
      },
    ]
  })
  return [...asked, ...named].sort((a, b) => b.score - a.score)
}

function keywordSections({ briefing, title }: WritingContext, sections: number): Heading[] {
  const topic = headingKey(title)
  const names = new Map(briefing.keywords.map((keyword) => [headingKey(keyword), asHeading(keyword, false)]))
  names.delete(topic)
  return [...names.values()].slice(0, sections).map((text): Heading => ({ type: 'h2', text }))
}

/** "how to make cold brew" → "How to make cold brew?": searches come without capitals and marks. */
export function asHeading(text: string, question: boolean): string {
  const trimmed = text.replace(/\s+/g, ' ').trim().replace(/[.:]$/, '')
  const capital = trimmed.replace(
    /^([¿"'“„«]*)(\p{Ll})/u,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  )
  if (!question || /[?？؟;]$/.test(capital)) return capital
  if (/\p{Script=Arabic}/u.test(capital)) return `${capital}؟`
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(capital)) return `${capital}？`
  return `${capital}?`
}
