import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import type { Document, RemovedList, WritingNote } from '../../contract.ts'
import { findCutEnd } from '../../rules/generation/cleaning/cut-end.ts'
import { getRepeatedHeadings } from '../../rules/publish-checks.ts'
import { templates } from '../../rules/templates/templates.ts'
import { getRemovedPage } from '../generation/removed-citations.ts'
import { getHost } from './sources-list.tsx'

const noteTexts: Record<WritingNote['kind'], (note: WritingNote) => string> = {
  introduction_removed: ({ text }) => `Removed what the model said before the text: “${text}”`,
  closing_removed: ({ text }) => `Removed what the model said after the text: “${text}”`,
  fence_removed: ({ text }) =>
    /^[`~]/.test(text)
      ? 'Removed a code block around the text.'
      : `Removed what the model put around the text: “${text}”`,
  heading_removed: ({ text }) => `Removed a repeated heading: “${text.replace(/^#+\s*/, '')}”`,
  repeats_removed: ({ text, count }) =>
    `Removed a sentence the model repeated${count > 1 ? ` (${count} times)` : ''}: “${text}”`,
  cut_end: ({ text }) => `The text ends abruptly: “…${text}”. Continue writing or finish the sentence.`,
}

export type TemplateChecksProps = {
  item: Document
  markdown: string
  /** Pages of the report and sources of the document, by the numbers of citations. */
  pages: readonly { n: number; url: string; title: string }[]
}

/**
 * Problems with a template's rules, such as lengths and parts, repeated headings, an abrupt end, and what was cleaned or
 * removed in the model's text. Renders nothing if there are none.
 */
export function TemplateChecks({ item, markdown, pages }: TemplateChecksProps) {
  if (markdown.trim() === '') return null
  const template = templates[item.template]
  const cutEnd = findCutEnd(item.template, markdown)
  const problems = [
    ...(cutEnd ? [noteTexts.cut_end({ kind: 'cut_end', text: cutEnd, count: 1 })] : []),
    ...template.check(markdown, { briefing: { ...item, words: item.words_wanted } }),
    ...getRepeatedHeadings(markdown).map((text) => `The heading “${text}” appears more than once.`),
    ...(item.provenance?.notes ?? []).map((note) => noteTexts[note.kind](note)),
  ]
  const removed = item.provenance?.removed
  if (problems.length === 0 && !removed) return null
  return (
    <section aria-labelledby="form-checks">
      <h2 id="form-checks" className="subheading mb-1">
        {template.label}
      </h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem} className="border-line border-b py-1.5 text-ink-2 last:border-0">
            {problem}
          </li>
        ))}
      </ul>
      {removed && <RemovedParts {...removed} pages={pages} />}
    </section>
  )
}

/** Citations and invented links that were removed from the model's text. */
function RemovedParts({ claims, links, pages }: RemovedList & Pick<TemplateChecksProps, 'pages'>) {
  const names = [
    ...(claims.length > 0 ? [plural(claims.length, 'citation')] : []),
    ...(links.length > 0 ? [plural(links.length, 'invented link')] : []),
  ]
  return (
    <Disclosure summary={`Removed while writing: ${names.join(', ')}`} className="mt-1.5">
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-ink-2 text-xs [overflow-wrap:anywhere]">
        {links.map(({ text, url }, at) => (
          <li key={`link-${at}`}>{text === url ? url : `“${text}”: ${url}`}</li>
        ))}
        {claims.map((claim, at) => (
          <li key={`claim-${at}`}>
            “{claim.text}” <RemovedPage n={claim.n} page={getRemovedPage(claim, pages)} /> doesn’t support it.
            {claim.nearest && ` It comes nearest with: “${claim.nearest}”`}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

function RemovedPage({ n, page }: { n: number; page: ReturnType<typeof getRemovedPage> }) {
  if (!page) return <>Source {n}</>
  return (
    <>
      <a href={page.url} target="_blank" rel="noopener noreferrer" className="link">
        {page.title || page.url}
      </a>{' '}
      ({getHost(page.url)})
    </>
  )
}
