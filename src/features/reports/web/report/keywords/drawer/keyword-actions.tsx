import { Copy, Ear, Ellipsis, ListPlus, PenLine } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import type { Row } from '../../../../contract.ts'
import { useTrack } from '../../track/track-context.tsx'
import { getTrackLabel } from '../../track/track-label.ts'

export type KeywordActionsProps = {
  row: Row
  editor: boolean
  onWrite?: () => void
  onAddToList: () => void
  onAddToOutline?: () => void
  onHide?: () => void
  /** Takes it off the list. */
  onRemove?: () => void
}

/** What can be done with one keyword. */
export function KeywordActions({
  row,
  editor,
  onWrite,
  onAddToList,
  onAddToOutline,
  onHide,
  onRemove,
}: KeywordActionsProps) {
  const track = useTrack()
  const copy = () =>
    navigator.clipboard.writeText(row.text).then(
      () => notify.done('Keyword copied.'),
      () => notify.failed('Your browser blocked copying.'),
    )
  const more: MenuItem[] = [
    { label: 'Search on Google', href: `https://www.google.com/search?q=${encodeURIComponent(row.text)}` },
    ...(onAddToOutline ? [{ label: 'Add to outline', onSelect: onAddToOutline }] : []),
    ...(editor && onRemove ? [{ label: 'Remove', hint: 'From this list', onSelect: onRemove }] : []),
    ...(editor && onHide ? [{ label: 'Hide', hint: 'From this report', onSelect: onHide }] : []),
  ]
  return (
    <>
      {editor && onWrite && (
        <Button size="s" variant="solid" icon={<PenLine size={13} aria-hidden />} onClick={onWrite}>
          Write
        </Button>
      )}
      {editor && (
        <Button size="s" icon={<ListPlus size={13} aria-hidden />} onClick={onAddToList}>
          Add to list
        </Button>
      )}
      {track && (
        <Button
          size="s"
          icon={<Ear size={13} aria-hidden />}
          onClick={() => track({ topic: row.text, keywords: [row.text], start: 'ranks' })}
        >
          {getTrackLabel('ranks')}
        </Button>
      )}
      <IconButton size="s" variant="outline" label="Copy keyword" onClick={() => void copy()}>
        <Copy size={13} aria-hidden />
      </IconButton>
      <Menu
        align="start"
        trigger={
          <Button size="s" aria-label="More actions" className="w-7 px-0!" icon={<Ellipsis size={14} aria-hidden />} />
        }
        items={more}
      />
    </>
  )
}
