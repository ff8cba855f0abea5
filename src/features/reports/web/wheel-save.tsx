import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { notify } from '#ui/toast.tsx'

export type WheelSaveProps = { svg: RefObject<SVGSVGElement | null>; fileName: string }

/** Loaded by the wheel when the page is up: a picture of it as a file. */
export default function WheelSave({ svg, fileName }: WheelSaveProps) {
  const save = async (kind: 'svg' | 'png') => {
    try {
      const { saveWheel } = await import('./wheel-export.ts')
      if (svg.current) await saveWheel(svg.current, kind, `${fileName} questions`)
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
