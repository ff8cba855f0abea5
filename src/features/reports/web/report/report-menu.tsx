import { Ellipsis } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import type { ReportHead } from '../../contract.ts'
import { isList } from '../report-labels.ts'
import { draftHref } from './draft-href.ts'
import type { ReportCommands } from './report-commands.ts'
import { useTrack } from './track/track-context.tsx'
import { getTrackLabel } from './track/track-label.ts'

type ReportMenuProps = {
  head: ReportHead
  commands: ReportCommands
  editor: boolean
  onCompare?: () => void
  onMail?: () => void
  onEdit?: () => void
}

/** What is done less often with a report. */
export function ReportMenu({ head, commands, editor, onCompare, onMail, onEdit }: ReportMenuProps) {
  const track = useTrack()
  const items: MenuItem[] = []
  if (onCompare) items.push({ label: 'Compare', hint: 'With another run of this query', onSelect: onCompare })
  if (onMail) items.push({ label: 'Email report', hint: 'As a PDF, every week or month', onSelect: onMail })
  if (onEdit) items.push({ label: 'Edit report', hint: 'Name, tags and note', onSelect: onEdit })
  // A button of its own on wider screens.
  if (track && !isList(head))
    items.push({
      label: getTrackLabel('listener'),
      hint: 'New and lost keywords, ranks or AI answers',
      onSelect: () => track({ topic: head.query, start: 'listener' }),
    })
  if (editor && !isList(head))
    items.push(
      {
        label: 'Run again',
        hint: 'New report with fresh data. Uses 1 report from your plan.',
        onSelect: () => void commands.again(head),
      },
      { label: 'Edit and run again', hint: 'Same query, different settings', href: draftHref(head) },
      'line',
    )
  if (editor)
    items.push(
      head.hidden
        ? { label: 'Show in list', onSelect: () => void commands.show(head) }
        : { label: 'Hide from list', onSelect: () => void commands.hide([head]) },
      { label: 'Delete', danger: true, onSelect: () => void commands.remove(head) },
    )
  return (
    <Menu
      items={items}
      trigger={
        <Button
          aria-label="More"
          className="w-8.5 px-0!"
          busy={commands.busy === 'again' || commands.busy === 'hide' || commands.busy === 'remove'}
          icon={<Ellipsis size={16} aria-hidden />}
        />
      }
    />
  )
}
