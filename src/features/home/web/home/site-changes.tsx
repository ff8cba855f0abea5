import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import type { SiteChange } from '../../contract.ts'

const causes: Record<SiteChange['cause'], string> = {
  position: 'lower position',
  ctr: 'lower CTR',
  demand: 'fewer searches',
}

/** Pages of the workspace’s sites that began to lose clicks. */
export function SiteChanges({ changes }: { changes: SiteChange[] }) {
  if (changes.length === 0) return null
  return (
    <section aria-label="Pages losing clicks" className="mt-7">
      <h2 className="heading mb-2">Pages losing clicks</h2>
      <ul className="border-line border-t">
        {changes.slice(0, 8).map(({ _id, page, title, change, lost, cause, link }) => (
          <li key={_id} className="flex flex-wrap items-baseline gap-x-3 border-line border-b py-2 text-s">
            <Link href={link} className="min-w-0 truncate font-[550]">
              {title ?? page}
            </Link>
            <span>
              −{Math.round(-change * 100)}%, {plural(lost, 'click')} in 28 days
            </span>
            <span className="text-ink-3">{causes[cause]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
