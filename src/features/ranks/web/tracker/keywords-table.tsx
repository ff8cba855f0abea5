import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDayShort, formatDecimal, plural } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { RankItem } from '../../contract.ts'
import { notCheckedYet } from '../../rules/gap-words.ts'
import { commonFeatures, getFeatureName, getGapText, getOwnText, getPixelsText, reasonWords } from '../rank-labels.ts'
import { RankChange } from './rank-change.tsx'
import { RankHistory } from './rank-history.tsx'

type KeywordsTableProps = { items: RankItem[]; depth: number; pixels: boolean }

/** Keywords with their position now, what changed and their history. */
export function KeywordsTable({ items, depth, pixels }: KeywordsTableProps) {
  const [opened, setOpened] = useState<RankItem | null>(null)
  if (items.length === 0) return <EmptyState level={3} title="No keywords match." />
  return (
    <>
      <Table caption="Keywords">
        <thead>
          <tr>
            <TableHead>Keyword</TableHead>
            <TableHead numeric>Position</TableHead>
            <TableHead>Change</TableHead>
            <TableHead numeric>Best</TableHead>
            <TableHead numeric className="max-md:hidden">
              Search Console average
            </TableHead>
            <TableHead className="max-lg:hidden">History</TableHead>
            <TableHead className="max-md:hidden">SERP features</TableHead>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <TableRow key={item.keyword}>
              <TableCell className="min-w-40">
                <button
                  type="button"
                  className="text-left font-[550] hover:underline [overflow-wrap:anywhere]"
                  onClick={() => setOpened(item)}
                >
                  {item.keyword}
                </button>
                <RankedPage item={item} depth={depth} />
              </TableCell>
              <TableCell numeric>
                {item.position ?? (
                  <span className={item.reason && item.reason !== 'not_in_depth' ? 'text-warn' : 'text-ink-3'}>
                    {item.reason ? reasonWords[item.reason] : notCheckedYet}
                  </span>
                )}
                {getPixelsText(item) && (
                  <span className="block whitespace-nowrap text-ink-3 text-xs">{getPixelsText(item)}</span>
                )}
              </TableCell>
              <TableCell className="whitespace-nowrap">
                <RankChange {...item} />
              </TableCell>
              <TableCell numeric>{item.best ?? <span className="text-ink-3">–</span>}</TableCell>
              <TableCell numeric className="max-md:hidden">
                <OwnAverage item={item} />
              </TableCell>
              <TableCell className="max-lg:hidden">
                <RankHistory
                  history={item.history}
                  depth={depth}
                  label={`${item.history.length} checks, the latest ${item.position ?? 'without a position'}`}
                />
              </TableCell>
              <TableCell className="max-md:hidden">
                <span className="flex flex-wrap gap-1">
                  {item.ai_overview.present && (
                    <Badge tone={item.ai_overview.cited ? 'accent' : undefined}>
                      AI Overview{item.ai_overview.cited ? ' cites you' : ''}
                    </Badge>
                  )}
                  {item.features
                    .filter((type) => !commonFeatures.has(type) && type !== 'ai_overview')
                    .map((type) => (
                      <Badge key={type}>{getFeatureName(type)}</Badge>
                    ))}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="pt-3 text-ink-3 text-xs">
        Not found: not among the first {depth} results. Shaded: the check failed, was skipped or was over the limit, and
        counts as neither a position nor a loss.
      </p>
      {pixels && (
        <p className="pt-1 text-ink-3 text-xs">
          Pixels: from the top of the results page to the result, as DataForSEO measures it in a browser.
        </p>
      )}
      <p className="pt-1 text-ink-3 text-xs max-md:hidden">{getOwnText(items)}</p>
      {opened && <HistoryDialog item={opened} depth={depth} pixels={pixels} onClose={() => setOpened(null)} />}
    </>
  )
}

function RankedPage({ item, depth }: { item: RankItem; depth: number }) {
  const gap = getGapText(item, depth)
  return (
    <span className="block text-ink-3 text-xs [overflow-wrap:anywhere]">
      {item.url ?? gap}
      {item.url_changed && (
        <>
          {' '}
          <Badge tone="warn">another page ranks</Badge>
          <span className="block">Before: {item.previous_url}</span>
        </>
      )}
    </span>
  )
}

function OwnAverage({ item: { own, own_reason } }: { item: RankItem }) {
  if (!own) return <span className="text-ink-3">{own_reason === 'not_shown' ? 'not shown' : '–'}</span>
  return (
    <>
      {formatDecimal(own.position)}
      <span className="block text-ink-3 text-xs">
        {formatCount(own.clicks)} of {plural(own.impressions, 'impression')} clicked
      </span>
    </>
  )
}

const getAverageText = ({ own }: RankItem) =>
  own
    ? ` Search Console average${own.upload ? ' of an uploaded export' : ''}, ${formatDayShort(own.from)} – ${formatDayShort(own.to)}: ${formatDecimal(own.position)}, with ${plural(own.clicks, 'click')}.`
    : ''

type HistoryDialogProps = { item: RankItem; depth: number; pixels: boolean; onClose: () => void }

/** One keyword’s checks, as a chart and as a table. */
function HistoryDialog({ item, depth, pixels: showsPixels, onClose }: HistoryDialogProps) {
  const { keyword, history, competitors, serp_at } = item
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={keyword}
      description={`Checks of the last 90 days. Best position: ${item.best ?? 'none'}.${getAverageText(item)}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-4">
        <div className="overflow-x-auto">
          <RankHistory
            history={history}
            depth={depth}
            width={520}
            height={120}
            label="Positions; the table has all of them"
          />
        </div>
        {competitors.length > 0 && (
          <p className="text-ink-2 text-s">
            {competitors.map(({ domain, position }) => `${domain}: ${position ?? 'not found'}`).join(' · ')}
          </p>
        )}
        <Table caption="Checks">
          <thead>
            <tr>
              <TableHead>Checked</TableHead>
              <TableHead numeric>Position</TableHead>
              {showsPixels && <TableHead numeric>Pixels from the top</TableHead>}
              <TableHead>Page</TableHead>
            </tr>
          </thead>
          <tbody>
            {[...history].reverse().map(({ at, position, pixels, pixels_reason, url, reason }) => (
              <TableRow key={at}>
                <TableCell className="whitespace-nowrap">
                  <DateTime at={at} brief />
                </TableCell>
                <TableCell numeric>
                  {position ?? <span className="text-ink-3">{reason ? reasonWords[reason] : '–'}</span>}
                </TableCell>
                {showsPixels && (
                  <TableCell numeric>
                    {pixels === null ? (
                      <span className="text-ink-3">{pixels_reason === 'not_given' ? 'not given' : '–'}</span>
                    ) : (
                      formatCount(pixels)
                    )}
                  </TableCell>
                )}
                <TableCell className="[overflow-wrap:anywhere]">
                  {url ?? <span className="text-ink-3">–</span>}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
        {serp_at && (
          <p className="text-ink-3 text-xs">
            Latest results page from <DateTime at={serp_at} />.
          </p>
        )}
      </div>
    </Dialog>
  )
}
