import { markdownToHtml } from '#kit/markdown/markdown-html.ts'
import changelog from '../../../CHANGELOG.md?raw'
import privacy from './privacy.md?raw'
import terms from './terms.md?raw'

/** The pages import this file when they are requested: a server that shows none of them needs no Markdown. */

const templates = { terms, privacy }

export type LegalText = {
  html: string
  /** Whether parts are still to be filled in by the operator. */
  unfinished: boolean
}

/** The operator's own text, or the template that comes with Earshot. */
export function getLegalText(name: keyof typeof templates, own: string | null): LegalText {
  const text = own ?? templates[name]
  return { html: toHtml(text), unfinished: own === null || text.includes('[To fill in') }
}

let changelogHtml: string | undefined

export const getChangelogHtml = () => (changelogHtml ??= toHtml(changelog))

/** Without the text's own title: the page has one. */
const toHtml = (markdown: string) => markdownToHtml(markdown.replace(/^\s*# .*\n/, ''))
