import { Download } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { notify } from '#ui/toast.tsx'
import { startDownload } from '#web/start-download.ts'
import type { ReportHead, SectionName } from '../contract.ts'
import { type TabName, tabFacts } from './report-tabs.ts'

export type ExportMenuProps = { head: ReportHead; tab: TabName }

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'json', label: 'JSON' },
  { format: 'md', label: 'Markdown' },
] as const

/** The tab one looks at, or the whole report, as a file; the wheel as a picture. */
export function ExportMenu({ head, tab }: ExportMenuProps) {
  const { label, section } = tabFacts[tab]
  const file = (format: string, only?: SectionName) =>
    startDownload(`/reports/export/${head._id}?format=${format}${only ? `&section=${only}` : ''}`)
  const items: MenuItem[] = []
  if (tab !== 'overview')
    items.push(
      { heading: `${label} only` },
      ...formats.map(({ format, label }) => ({ label, onSelect: () => file(format, section) })),
      'line',
    )
  items.push(
    { heading: 'Full report' },
    ...formats.map(({ format, label }) => ({ label, onSelect: () => file(format) })),
  )
  if (tab === 'questions')
    items.push(
      'line',
      { heading: 'The wheel' },
      { label: 'SVG', hint: 'Sharp at any size', onSelect: () => void saveWheel('svg', head.query) },
      { label: 'PNG', hint: 'For slides and email', onSelect: () => void saveWheel('png', head.query) },
    )
  return (
    <Menu
      trigger={
        <Button className="max-sm:[&_svg]:hidden" icon={<Download size={15} aria-hidden />}>
          Export
        </Button>
      }
      items={items}
    />
  )
}

async function saveWheel(kind: 'svg' | 'png', query: string) {
  const wheel = document.querySelector<SVGSVGElement>('[data-question-wheel] svg[role="group"]')
  if (!wheel) {
    notify.info('Switch to the wheel first.')
    return
  }
  try {
    const { saveWheel } = await import('./wheel-export.ts')
    await saveWheel(wheel, kind, `${query} questions`)
  } catch {
    notify.failed('The image couldn’t be created.', { detail: 'Try the other format or print the page.' })
  }
}
