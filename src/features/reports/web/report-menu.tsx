import { Ellipsis } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import type { ReportHead } from '../contract.ts'
import { canRetry, type ReportCommands } from './report-commands.ts'
import { isActive, isList } from './report-labels.ts'

export type ReportLineMenuProps = { head: ReportHead; commands: ReportCommands; editor: boolean }

/** What can be done with one report of the list. */
export function ReportLineMenu({ head, commands, editor }: ReportLineMenuProps) {
  if (!editor) return null
  const items: MenuItem[] = []
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
  )
  return (
    <Menu
      items={items}
      trigger={
        <Button
          size="s"
          variant="quiet"
          aria-label={`More for ${head.query}`}
          className="w-7 px-0!"
          icon={<Ellipsis size={15} aria-hidden />}
        />
      }
    />
  )
}
