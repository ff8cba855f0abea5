import { Copy, Download, Ear, Ellipsis, ListPlus, ListX, PenLine, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { getTrackLabel } from '../../track/track-label.ts'

export type KeywordsPickedProps = {
  count: number
  /** Their searches per month; null where they aren't all loaded or none has a volume. */
  searches?: number | null
  onCopy: (kind: 'keywords' | 'table') => void
  onClear: () => void
  /** How many rows match; left out when they are all selected. */
  total?: number
  onAll?: () => void
  onAddToList?: () => void
  onAddToOutline?: () => void
  onWrite?: () => void
  onPlan?: () => void
  onVolumes?: () => void
  /** Formats of a file with the selected rows. */
  exports?: MenuItem[]
  onTrack?: () => void
  onRemove?: () => void
  others?: MenuItem[]
  /** Hides them, or shows them again where only hidden rows are listed. */
  onHide?: () => void
  isHidden?: boolean
}

/** What can be done with the picked rows; stays in sight at the bottom, on a phone as one line that scrolls. */
export function KeywordsPicked(props: KeywordsPickedProps) {
  const { count, searches, total, onAll, onCopy, onClear, exports } = props
  const { onAddToList, onAddToOutline, onWrite, onPlan, onVolumes, onTrack, onRemove, onHide, isHidden } = props
  const { others = [] } = props
  const more: MenuItem[] = [
    ...(onVolumes ? [{ label: 'Get search volumes', hint: 'Up to 1,000 keywords', onSelect: onVolumes }] : []),
    ...(onAddToOutline ? [{ label: 'Add to outline', onSelect: onAddToOutline }] : []),
    ...others,
    ...(onHide
      ? [{ label: isHidden ? 'Show again' : 'Hide', hint: isHidden ? undefined : 'From this report', onSelect: onHide }]
      : []),
  ]
  return (
    <div
      role="toolbar"
      aria-label="Selected keywords"
      className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:*:shrink-0 rounded-l border border-line-2 bg-panel py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <span className="mr-2 whitespace-nowrap" aria-live="polite">
        <span>
          <b className="font-[550]">{formatCount(count)}</b> selected
        </span>
        {typeof searches === 'number' && (
          <span className="text-ink-2 max-sm:hidden"> · {formatCount(Math.round(searches))} searches per month</span>
        )}
      </span>
      {onAll && total !== undefined && total > count && (
        <Button size="s" variant="quiet" onClick={onAll}>
          Select all {formatCount(total)}
        </Button>
      )}
      {onAddToList && (
        <Button size="s" variant="solid" icon={<ListPlus size={13} aria-hidden />} onClick={onAddToList}>
          Add to list
        </Button>
      )}
      {onWrite && (
        <Button size="s" icon={<PenLine size={13} aria-hidden />} onClick={onWrite}>
          Write
        </Button>
      )}
      {onPlan && (
        <Button size="s" aria-haspopup="dialog" onClick={onPlan}>
          Plan pages
        </Button>
      )}
      {onTrack && (
        <Button size="s" aria-haspopup="dialog" icon={<Ear size={13} aria-hidden />} onClick={onTrack}>
          {getTrackLabel('ranks', count)}
        </Button>
      )}
      {exports && (
        <Menu
          align="start"
          trigger={
            <Button size="s" icon={<Download size={13} aria-hidden />}>
              Export
            </Button>
          }
          items={exports}
        />
      )}
      <Menu
        align="start"
        trigger={
          <Button size="s" icon={<Copy size={13} aria-hidden />}>
            Copy
          </Button>
        }
        items={[
          { label: 'Keywords, one per line', onSelect: () => onCopy('keywords') },
          { label: 'Table for spreadsheets', keys: 'mod+c', onSelect: () => onCopy('table') },
        ]}
      />
      {onRemove && (
        <Button size="s" icon={<ListX size={13} aria-hidden />} onClick={onRemove}>
          Remove
        </Button>
      )}
      {more.length > 0 && (
        <Menu
          align="end"
          trigger={
            <Button
              size="s"
              aria-label="More actions"
              className="w-7 px-0!"
              icon={<Ellipsis size={14} aria-hidden />}
            />
          }
          items={more}
        />
      )}
      <Button
        size="s"
        variant="quiet"
        className="w-7 px-0!"
        aria-label="Clear selection"
        onClick={onClear}
        icon={<X size={14} aria-hidden />}
      />
    </div>
  )
}
