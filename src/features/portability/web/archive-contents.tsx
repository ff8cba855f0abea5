import { formatCount } from '#ui/format/format.ts'
import type { ArchiveCounts } from '../contract.ts'
import { getContents } from '../rules/transfer-labels.ts'

/** Contents of a workspace or an archive: counts with labels. */
export function ContentsLine({ counts, label }: { counts: ArchiveCounts; label: string }) {
  const contents = getContents(counts)
  if (contents.length === 0) return null
  return (
    <ul aria-label={label} className="flex max-w-160 flex-wrap gap-x-7 gap-y-3">
      {contents.map(({ figure, word }) => (
        <li key={word}>
          <span className="block font-serif text-l tabular-nums leading-tight">{formatCount(figure)}</span>
          <span className="text-ink-3 text-xs">{word}</span>
        </li>
      ))}
    </ul>
  )
}
