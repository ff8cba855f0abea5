import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import type { Row } from '../../../contract.ts'

export type WheelSaveProps = { svg: RefObject<SVGSVGElement | null>; fileName: string; rows: readonly Row[] }

/** Loaded by the wheel when the page is up: a picture of it as a file. */
export default function WheelSave({ svg, fileName, rows }: WheelSaveProps) {
  const save = async (kind: 'svg' | 'png') => {
    try {
      const { getWheelCredit, saveWheel } = await import('./wheel-export.ts')
      const latest = rows
        .map((row) => row.first_seen)
        .sort()
        .at(-1)
      const credit = getWheelCredit(
        fileName,
        rows.flatMap((row) => row.sources),
        latest,
      )
      if (svg.current) await saveWheel(svg.current, kind, `${fileName} questions`, credit)
    } catch {
      notify.failed('The image couldn’t be created.', { detail: 'Try the other format or print the page.' })
    }
  }
  return (
    <Menu
      trigger={
        <Button
          size="s"
          variant="quiet"
          aria-label="Save image"
          className="w-7 px-0!"
          icon={<Download size={14} aria-hidden />}
        />
      }
      items={[
        { label: 'Save as SVG', hint: 'Sharp at any size', onSelect: () => void save('svg') },
        { label: 'Save as PNG', hint: 'For slides and email', onSelect: () => void save('png') },
      ]}
    />
  )
}
