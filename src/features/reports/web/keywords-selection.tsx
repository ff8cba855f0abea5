import { Copy, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format.ts'
import { Menu } from '#ui/menu.tsx'

export type KeywordsPickedProps = {
  count: number
  onCopy: (kind: 'keywords' | 'table') => void
  onClear: () => void
  onAddToList?: () => void
  onAddToOutline?: () => void
  /** For one phrase alone. */
  onListen?: () => void
}

/** What can be done with the picked rows; stays in sight at the bottom. */
export function KeywordsPicked(props: KeywordsPickedProps) {
  const { count, onCopy, onClear, onAddToList, onAddToOutline, onListen } = props
  return (
    <div
      role="toolbar"
      aria-label="Selected keywords"
      className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-l border border-line-2 bg-panel py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <span className="mr-2 whitespace-nowrap" aria-live="polite">
        <b className="font-[550]">{formatCount(count)}</b> selected
      </span>
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
      {onListen && (
        <Button size="s" onClick={onListen}>
          Track this topic
        </Button>
      )}
      {onAddToOutline && (
        <Button size="s" onClick={onAddToOutline}>
          Add to outline
        </Button>
      )}
      {onAddToList && (
        <Button size="s" variant="solid" onClick={onAddToList}>
          Add to list
        </Button>
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
