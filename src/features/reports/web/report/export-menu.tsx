import { Download } from 'lucide-react'
import { useFeedUrl } from '#features/data-feeds/web/use-feed-url.tsx'
import { useGoogleExport } from '#features/google-export/web/use-google-export.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { startDownload } from '#web/calls/start-download.ts'
import type { ReportHead, SectionName } from '../../contract.ts'
import { isTableTab, type TabName, tabFacts } from './report-tabs.ts'

export type ExportMenuProps = { head: ReportHead; tab: TabName; editor: boolean }

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'json', label: 'JSON' },
  { format: 'md', label: 'Markdown' },
] as const

/** The tab one looks at, or the whole report, as a file; the wheel as a picture. */
export function ExportMenu({ head, tab, editor }: ExportMenuProps) {
  const { label, section } = tabFacts[tab]
  const feed = useFeedUrl({ workspace_id: head.workspace_id, kind: 'report', source_id: head._id, section })
  const google = useGoogleExport(head.workspace_id, { kind: 'report', source_id: head._id, section })
  const file = (format: string, only?: SectionName) =>
    startDownload(`/reports/export/${head._id}?format=${format}${only ? `&section=${only}` : ''}`)
  const items: MenuItem[] = []
  if (tab !== 'overview')
    items.push(
      // The table exports what its filters leave.
      { heading: isTableTab(tab) ? `${label} only, unfiltered` : `${label} only` },
      ...formats.map(({ format, label }) => ({ label, onSelect: () => file(format, section) })),
      ...(google.isAvailable ? [{ label: 'Google Sheets', onSelect: google.open }] : []),
      ...(editor ? [feed.item] : []),
      'line',
    )
  items.push(
    { heading: 'Full report' },
    ...formats.map(({ format, label }) => ({ label, onSelect: () => file(format) })),
    { label: 'PDF', hint: 'To print or send', onSelect: () => openPdf(head._id) },
  )
  if (tab === 'questions')
    items.push(
      'line',
      { heading: 'The wheel' },
      { label: 'SVG', hint: 'Sharp at any size', onSelect: () => void savePicture('svg', head, 'questions') },
      { label: 'PNG', hint: 'For slides and email', onSelect: () => void savePicture('png', head, 'questions') },
    )
  if (tab === 'people-also-ask')
    items.push(
      'line',
      { heading: 'The tree' },
      { label: 'SVG', hint: 'Sharp at any size', onSelect: () => void savePicture('svg', head, 'people also ask') },
      { label: 'PNG', hint: 'For slides and email', onSelect: () => void savePicture('png', head, 'people also ask') },
    )
  return (
    <>
      <Menu
        trigger={
          <Button className="max-sm:[&_svg]:hidden" icon={<Download size={15} aria-hidden />}>
            Export
          </Button>
        }
        items={items}
      />
      {feed.dialog}
      {google.dialog}
    </>
  )
}

/** In a tab of its own: a file to download, or a page to print where the server has no Chromium. */
function openPdf(reportId: string) {
  notify.info('Making the PDF. This takes a few seconds.')
  window.open(`/reports/pdf/${reportId}`, '_blank')
}

const pictures = {
  questions: { selector: '[data-question-wheel] svg[role="group"]', missing: 'Switch to the wheel first.' },
  'people also ask': { selector: '[data-paa-tree]', missing: 'Switch to the tree first.' },
}

async function savePicture(
  kind: 'svg' | 'png',
  { query, sources, finished_at }: ReportHead,
  name: keyof typeof pictures,
) {
  const { selector, missing } = pictures[name]
  const picture = document.querySelector<SVGSVGElement>(selector)
  if (!picture) {
    notify.info(missing)
    return
  }
  try {
    const { getWheelCredit, saveWheel } = await import('./questions/wheel-export.ts')
    const used = sources.filter(({ count }) => count > 0).map(({ id }) => id)
    await saveWheel(picture, kind, `${query} ${name}`, getWheelCredit(query, used, finished_at))
  } catch {
    notify.failed('The image couldn’t be created.', { detail: 'Try the other format or print the page.' })
  }
}
