import { lazy, Suspense, useState } from 'react'
import { isFromGoogleAds } from '#features/reports/rules/rows/volume-figure.ts'
import { sourceLabel } from '#features/reports/web/keyword-labels.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, formatMonth, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { Plan, PlanItem, PlanKeyword } from '../../contract.ts'
import { Section } from './section.tsx'

const MoveKeywords = lazy(() => import('./move-keywords.tsx'))

const shownAtFirst = 50

type Props = { plan: Plan; item: PlanItem; keywords: readonly PlanKeyword[]; editor: boolean }

/** The item's keywords with their numbers. Selected ones can be moved to another item. */
export function ItemKeywords({ plan, item, keywords, editor }: Props) {
  const [shown, setShown] = useState(shownAtFirst)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState(false)
  const visible = keywords.slice(0, shown)
  const toggle = (texts: readonly string[], on: boolean) => {
    const next = new Set(picked)
    for (const text of texts) on ? next.add(text) : next.delete(text)
    setPicked(next)
  }
  const volume = item.volume === null ? 'volume unknown' : `${formatCount(item.volume)} searches per month`
  const all = visible.map(({ text }) => text)
  return (
    <Section title="Keywords" note={`${plural(keywords.length, 'keyword')}, ${volume}`}>
      {editor && keywords.length > 0 && (
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <Button size="s" aria-haspopup="dialog" disabled={picked.size === 0} onClick={() => setMoving(true)}>
            {picked.size === 0 ? 'Move to another item' : `Move ${plural(picked.size, 'keyword')} to another item`}
          </Button>
          {picked.size === 0 && <span className="text-ink-3 text-xs">Select keywords to move them.</span>}
        </div>
      )}
      {keywords.length === 0 ? (
        <p className="text-ink-2 text-s">No keywords. Move some here from another item.</p>
      ) : (
        <Table caption="Keywords of the item">
          <thead>
            <tr>
              {editor && (
                <TableHead className="w-8">
                  <Checkbox
                    checked={all.every((text) => picked.has(text))}
                    aria-label="Select all shown keywords"
                    onChange={(event) => toggle(all, event.target.checked)}
                  />
                </TableHead>
              )}
              <TableHead>Keyword</TableHead>
              <TableHead className="max-sm:hidden">Intent</TableHead>
              <TableHead numeric>Volume</TableHead>
              <TableHead numeric>KD</TableHead>
              <TableHead className="max-sm:hidden">Source</TableHead>
            </tr>
          </thead>
          <tbody>
            {visible.map(({ text, volume, difficulty, intent, provider, as_of }) => (
              <TableRow key={text} className={picked.has(text) ? 'bg-accent-wash' : undefined}>
                {editor && (
                  <TableCell>
                    <Checkbox
                      checked={picked.has(text)}
                      aria-label={`Select ${text}`}
                      onChange={(event) => toggle([text], event.target.checked)}
                    />
                  </TableCell>
                )}
                <TableCell className="[overflow-wrap:anywhere]">{text}</TableCell>
                <TableCell className="text-ink-2 capitalize max-sm:hidden">{intent ?? '–'}</TableCell>
                <TableCell numeric>{volume === null ? '–' : formatCount(volume)}</TableCell>
                <TableCell numeric>{difficulty === null ? '–' : Math.round(difficulty)}</TableCell>
                <TableCell className="text-ink-2 max-sm:hidden">
                  {provider ? `${sourceLabel(provider)}${as_of ? `, ${formatMonth(as_of)}` : ''}` : '–'}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
      {keywords.length > shown && (
        <Button size="s" className="mt-2" onClick={() => setShown(keywords.length)}>
          Show {formatCount(keywords.length - shown)} more
        </Button>
      )}
      <p className="mt-2 text-ink-3 text-xs">
        “–” means no provider has a number.
        {keywords.some(({ volume, provider }) => volume !== null && provider && isFromGoogleAds(provider)) &&
          ' DataForSEO’s volumes are rounded by Google Ads, which gives close variants the same one. The sum adds it for each of them.'}
      </p>
      {moving && (
        <Suspense>
          <MoveKeywords
            plan={plan}
            item={item}
            keywords={keywords.map(({ text }) => text).filter((text) => picked.has(text))}
            onClose={() => setMoving(false)}
          />
        </Suspense>
      )}
    </Section>
  )
}
