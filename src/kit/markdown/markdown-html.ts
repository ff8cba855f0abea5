import { type CalloutKind, getCalloutLabel } from './markdown-callouts.ts'
import { placeNotes, toNoteLetter } from './markdown-notes.ts'
import { createMarkdownReader, refuseTooManyCells } from './markdown-parser.ts'
import { sanitizeHtml } from './sanitize-html.ts'

type Env = { sources?: ReadonlySet<number>; language?: string; notes?: readonly number[] }

const reader = createMarkdownReader()
// Which numbers have a source or a note to lead to is known per text.
reader.renderer.rules.citation = (tokens, index, _options, env: Env) => {
  const n = tokens[index]!.meta as number
  if (env.sources?.has(n)) return `<sup><a href="#source-${n}">${n}</a></sup>`
  const note = env.notes?.indexOf(n) ?? -1
  return note < 0 ? '' : `<sup><a href="#note-${n}">${toNoteLetter(note)}</a></sup>`
}
reader.renderer.rules.footnote_open = (tokens, index) => `<li id="note-${tokens[index]!.meta as number}">`
reader.renderer.rules.footnote_close = () => '</li>\n'
reader.renderer.rules.notes_open = () => '<ol type="a">\n'
reader.renderer.rules.notes_close = () => '</ol>\n'

reader.renderer.rules.task_box = (tokens, index) => {
  const { checked } = tokens[index]!.meta as { checked: boolean }
  return `<input type="checkbox" disabled${checked ? ' checked' : ''}> `
}

reader.renderer.rules.callout_open = (tokens, index, _options, env: Env) => {
  const kind = tokens[index]!.meta as CalloutKind
  const label = getCalloutLabel(kind, env.language ?? 'en')
  return `<aside class="callout callout-${kind}" role="note"><p class="callout-label"><strong>${label}</strong></p>`
}
reader.renderer.rules.callout_close = () => '</aside>\n'

/**
 * Markdown as HTML that is safe to show: the reader makes no tags of the text's own, and what it made is sanitised.
 * `sources`: numbers whose `[^n]` become links to `#source-n`. The text's own definitions of these are left out, since the sources are
 * listed elsewhere. Its other footnotes are a list of notes at the end. Marks with neither are left out.
 * `language`: of the text, for the names of callouts.
 * @throws AppError too_large: more than 50,000 table cells
 */
export function markdownToHtml(markdown: string, sources: ReadonlySet<number> = new Set(), language = 'en'): string {
  refuseTooManyCells(markdown)
  const env: Env = { sources, language }
  const { tokens, notes } = placeNotes(reader.parse(markdown, env), sources)
  return sanitizeHtml(reader.renderer.render(tokens, reader.options, { ...env, notes }))
}
