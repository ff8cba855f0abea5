import { formatPercent, plural } from '#ui/format/format.ts'
import type { BatchItem } from '../../contract-batch.ts'

/** What to look at before an item's text is published. Nothing where the checks found nothing. */
export function ItemChecks({ item: { checks } }: { item: BatchItem }) {
  if (!checks) return null
  const { unsupported, unsourced, empty_sections, overlaps } = checks
  const notes = [
    unsupported.length > 0 && {
      text: `${plural(unsupported.length, 'claim')} not supported by the cited page`,
      details: unsupported.map(({ text }) => text),
    },
    empty_sections.length > 0 && {
      text: plural(empty_sections.length, 'empty section'),
      details: empty_sections,
    },
    overlaps.length > 0 && {
      text: `Competes with ${plural(overlaps.length, 'article')} in this batch`,
      details: overlaps.map(({ title, share, kind }) =>
        kind === 'text' ? `“${title}”: ${formatPercent(share)} of the text is the same` : `“${title}”: same keywords`,
      ),
    },
  ].filter((note) => note !== false)
  if (notes.length === 0 && unsourced === 0) return null
  return (
    <ul aria-label="To review" className="mt-1 text-xs">
      {notes.map(({ text, details }) => (
        <li key={text}>
          <details>
            <summary className="cursor-pointer list-none text-warn underline decoration-dotted underline-offset-2 [&::-webkit-details-marker]:hidden">
              {text}
            </summary>
            <ul className="my-1 border-line-2 border-l pl-2 text-ink-2">
              {details.map((detail) => (
                <li key={detail} className="[overflow-wrap:anywhere]">
                  {detail}
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
      {unsourced > 0 && <li className="text-ink-2">{plural(unsourced, 'claim')} without a source</li>}
    </ul>
  )
}
