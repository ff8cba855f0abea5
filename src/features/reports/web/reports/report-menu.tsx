import { Star } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { MenuItem } from '#ui/overlays/menu.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import type { ReportHead } from '../../contract.ts'
import { canRetry, type ReportCommands } from '../report/report-commands.ts'
import { getReportName, isActive, isList } from '../report-labels.ts'
import type { ListCommands } from './use-list-commands.ts'

export type ReportLineMenuProps = {
  head: ReportHead
  commands: ReportCommands
  listCommands: ListCommands
  editor: boolean
  onEdit: (head: ReportHead) => void
}

/** What can be done with one report of the list. */
export function ReportLineMenu({ head, commands, listCommands, editor, onEdit }: ReportLineMenuProps) {
  const name = getReportName(head)
  if (!editor)
    return head.favorite ? <Star size={14} className="fill-accent text-accent" aria-label="Favorite" /> : null
  if (head.deleted_at)
    return (
      <Button size="s" busy={listCommands.busy} onClick={() => void listCommands.restore(head)}>
        Restore
      </Button>
    )
  const items: MenuItem[] = [{ label: 'Rename, tag or add note', onSelect: () => onEdit(head) }]
  if (isActive(head)) items.push({ label: 'Stop', onSelect: () => void commands.cancel(head) })
  if (canRetry(head))
    items.push({
      label: head.status === 'done' ? 'Retry failed sources' : 'Try again',
      onSelect: () => void commands.retry(head),
    })
  if (!isActive(head) && !isList(head))
    items.push({
      label: 'Run again',
      hint: 'New report with fresh data',
      onSelect: () => void commands.again(head),
    })
  items.push(
    head.hidden
      ? { label: 'Show in list', onSelect: () => void commands.show(head) }
      : { label: 'Hide', onSelect: () => void commands.hide([head]) },
    'line',
    { label: 'Delete', danger: true, onSelect: () => void listCommands.remove([head]) },
  )
  return (
    <>
      <Button
        size="s"
        variant="quiet"
        aria-label={head.favorite ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
        aria-pressed={head.favorite ?? false}
        className="w-7 px-0!"
        icon={<Star size={14} className={head.favorite ? 'fill-accent text-accent' : ''} aria-hidden />}
        onClick={() => void listCommands.star(head)}
      />
      <RowMenu label={`More for ${name}`} items={items} />
    </>
  )
}
