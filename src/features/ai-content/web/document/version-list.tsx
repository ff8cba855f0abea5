import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { DateTime } from '#web/components/date-time.tsx'

type Head = { version: number; at: string; by: string | null }

export type VersionListProps<H extends Head> = {
  /** Latest first. */
  heads: readonly H[]
  picked: number | null
  onPick: (version: number) => void
  label: (head: H) => ReactNode
  /** At the end of its first line. */
  note?: (head: H) => ReactNode
}

/** The versions of a text, of which one is picked. */
export const VersionList = <H extends Head>({ heads, picked, onPick, label, note }: VersionListProps<H>) => (
  <ol className="border-line border-t max-sm:max-h-56 max-sm:overflow-y-auto">
    {heads.map((head, index) => (
      <li key={head.version} className="border-line border-b">
        <button
          type="button"
          aria-pressed={head.version === picked}
          onClick={() => onPick(head.version)}
          className={cx(
            'block w-full px-2 py-2 text-left outline-offset-[-2px] hover:bg-well',
            head.version === picked && 'bg-well',
          )}
        >
          <span className={cx('flex items-baseline gap-2', head.version === picked && 'font-[550]')}>
            {label(head)}
            {index === 0 && <span className="font-normal text-ink-3 text-xs">latest</span>}
            {note && <span className="ml-auto font-normal text-ink-3 text-xs">{note(head)}</span>}
          </span>
          <span className="block text-ink-3 text-xs">
            <DateTime at={head.at} brief />
            {head.by && ` · ${head.by}`}
          </span>
        </button>
      </li>
    ))}
  </ol>
)

/** In place of a version's text while it loads. */
export const VersionBones = () => (
  <div className="grid gap-3">
    {[...'abcd'].map((key) => (
      <Skeleton key={key} className="h-4" />
    ))}
  </div>
)
