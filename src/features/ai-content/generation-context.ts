/** What a generation is given, and the steps it is written in. Everything here is plain data: it may cross to a thread or a test. */
import type { Heading } from '#features/reports/contract.ts'
import type { Briefing, TemplateName } from './contract.ts'

/** One of the report's pages that were read; `n` is what `[^n]` names. */
export type SourcePage = {
  /** Counts from 1. */
  n: number
  url: string
  title: string
  headings: Heading[]
  /** Main text as report_pages keeps it: paragraphs separated by an empty line, headings among them. */
  content: string
}

export type WritingContext = {
  template: TemplateName
  /** Empty when the person gave none. */
  title: string
  briefing: Briefing
  /** As the person left it; empty when they gave none: `outlineFor` says which is written then. */
  outline: Heading[]
  /** Questions of the report, most asked first. */
  questions: string[]
  /** Terms of the report's pages, strongest first. */
  terms: { term: string; weight: number }[]
  /** Empty without a report. */
  pages: SourcePage[]
  /** Traits of the brand voice; empty without one. */
  voice: string[]
}

/** A paragraph's worth of a page. Lines are paragraphs or list items of the page. */
export type Passage = {
  /** Page it stands on. */
  n: number
  text: string
  /** The heading it stands under. */
  heading: string | null
}

/** One call of the writer. */
export type WritingStep = {
  /** Place in the plan, from 0. */
  index: number
  /** `whole`: the text is written at once. `intro`: what stands before the first heading. */
  kind: 'whole' | 'intro' | 'section'
  /** Its place in the outline that is written (`outlineFor`); null for `whole` and `intro`. */
  outlineIndex: number | null
  heading: Heading | null
  /** Deeper headings inside, in order. */
  headings: Heading[]
  /** A long section without inner headings is written in parts: from the second on the heading is not repeated. */
  part: { n: number; of: number }
  words: number
  /** What this step is to answer. */
  questions: string[]
  /** What bears on it, best first. */
  passages: Passage[]
}

/** The Markdown that stands before a step's text: its heading, or nothing. */
export function getOpening(step: Pick<WritingStep, 'heading' | 'part'>): string {
  if (!step.heading || step.part.n > 1) return ''
  return `${'#'.repeat(Number(step.heading.type[1]))} ${step.heading.text}\n\n`
}
