import { sectionLabels } from '#features/reports/rules/rows/section-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import type { DataFeed, FeedKind } from '../../contract.ts'

const kindLabels: Record<FeedKind, string> = {
  report: 'Report',
  list: 'List',
  listener: 'Listener',
  plan: 'Content plan',
  tracker: 'Rank tracker',
}
const pages: Record<FeedKind, string> = {
  report: 'reports',
  list: 'lists',
  listener: 'listeners',
  plan: 'plan',
  tracker: 'ranks',
}

/** One feed with what it shows and when it was last read. */
export function FeedRow({ feed, onRevoke }: { feed: DataFeed; onRevoke: () => void }) {
  const { kind, source_id, section, title, csv_url, json_url, made_by, last_read_at, created_at } = feed
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-line border-b py-3">
      <div className="min-w-44 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <Link className="link" href={`/app/${pages[kind]}/${source_id}`}>
            {title}
          </Link>
          <Badge className="ml-2">{kindLabels[kind]}</Badge>
          {section && <Badge className="ml-2">{sectionLabels[section]}</Badge>}
        </p>
        <p className="text-ink-3 text-xs">
          {last_read_at ? (
            <>
              last read <DateTime at={last_read_at} />
            </>
          ) : (
            'not read yet'
          )}
          {' · created '}
          <DateTime at={created_at} />
          {made_by && ` by ${made_by}`}
        </p>
      </div>
      <RowMenu
        label={`More actions for ${title}`}
        items={[
          { label: 'Copy CSV URL', onSelect: () => void copy(csv_url) },
          { label: 'Copy JSON URL', onSelect: () => void copy(json_url) },
          { label: 'Copy formula', hint: 'For Google Sheets', onSelect: () => void copy(`=IMPORTDATA("${csv_url}")`) },
          'line',
          { label: 'Revoke…', danger: true, onSelect: onRevoke },
        ]}
      />
    </li>
  )
}

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    notify.done('Copied.')
  } catch {
    notify.info('Your browser blocked copying. Open the table and select “Copy feed URL” in its menu.')
  }
}
