/** Input and steps of a generation. Plain data only, so that it can be sent to a worker thread. */
import type { Heading } from '#features/reports/contract.ts'
import type { Briefing, TemplateName } from '../../contract.ts'

/** A page of the report that was read. `[^n]` refers to its `n`. */
export type SourcePage = {
  /** Starts at 1. */
  n: number
  url: string
  title: string
  headings: Heading[]
  /** Main text as stored in report_pages: paragraphs and headings, separated by empty lines. */
  content: string
}

export type WritingContext = {
  template: TemplateName
  /** Empty if the user entered none. */
  title: string
  briefing: Briefing
  /** The user's outline. Empty if there's none; see `getEffectiveOutline`. */
  outline: Heading[]
  /** Questions of the report, most frequent first. */
  questions: string[]
  /** Terms of the report's pages, strongest first. */
  terms: { term: string; weight: number }[]
  /** Empty without a report. */
  pages: SourcePage[]
  /** Traits of the brand voice; empty without one. */
  voice: string[]
}

/** A passage of a page, about one paragraph. Each line is a paragraph or list item. */
export type Passage = {
  /** Number of its page. */
  n: number
  text: string
  /** The heading above it. */
  heading: string | null
}

/** One call of the writer. */
export type WritingStep = {
  /** Index in the plan, from 0. */
  index: number
  /** `whole`: the text is written at once. `intro`: the text before the first heading. */
  kind: 'whole' | 'intro' | 'section'
  /** Index in the effective outline. Null for `whole` and `intro`. */
  outlineIndex: number | null
  heading: Heading | null
  /** Subheadings, in order. */
  headings: Heading[]
  /** Long sections without subheadings are written in parts. Only the first part has the heading. */
  part: { n: number; of: number }
  words: number
  /** Questions to answer in this step. */
  questions: string[]
  /** Relevant passages, best first. */
  passages: Passage[]
}

/** Returns the Markdown before a step's text: its heading, or an empty string. */
export function getOpening(step: Pick<WritingStep, 'heading' | 'part'>): string {
  if (!step.heading || step.part.n > 1) return ''
  return `${'#'.repeat(Number(step.heading.type[1]))} ${step.heading.text}\n\n`
}
