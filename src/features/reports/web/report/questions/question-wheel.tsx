import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import type { Row } from '../../../contract.ts'
import { byMeasure, getMeasure } from '../../volume-notes.ts'
import { WheelDrawing } from './wheel-drawing.tsx'
import { wheelGroups, wheelLayout } from './wheel-layout.ts'
import { WheelLegend } from './wheel-legend.tsx'

export type QuestionWheelProps = {
  seed: string
  rows: Row[]
  /** URL of a group. */
  getHref: (group: string) => string
  /** The group highlighted by default. */
  lit?: string
  /** Width in px for laying out labels; the image then scales. */
  width?: number
  /** Plays an entrance animation once, from the center outward. */
  drawn?: boolean
  legend?: boolean
  className?: string
}

/** The question wheel without scripts: each group is a link. Phones get the compact wheel, and the list it links to has the texts. */
export function QuestionWheel(props: QuestionWheelProps) {
  const { seed, rows, getHref, lit, width = 760, drawn, legend = true, className } = props
  const measure = getMeasure(rows)
  const groups = wheelGroups(byMeasure(rows, measure))
  if (groups.length === 0) return null
  const common = { seed, groups, figure: measure.of }
  const shared = {
    ...{ seed, groups, getHref, drawn },
    label: `${plural(rows.length, 'question')} about ${seed}, by their first word`,
    getTone: (group: string) => (group === (lit ?? groups[0]?.name) ? ('on' as const) : ('plain' as const)),
  }
  return (
    <div className={cx('min-w-0', className)}>
      {drawn && <style>{drawing}</style>}
      <WheelDrawing {...shared} layout={wheelLayout({ ...common, width })} className="max-sm:hidden print:block!" />
      <WheelDrawing {...shared} layout={wheelLayout({ ...common, width: 340 })} className="sm:hidden print:hidden!" />
      {legend && (
        <div className="mt-2 flex justify-center text-xs text-ink-3">
          <WheelLegend measure={measure} />
        </div>
      )}
    </div>
  )
}

// Disabled on phones, because every step repaints the whole image.
const drawing =
  '@keyframes wheel-draw{from{stroke-dashoffset:1}}@media screen and (width >= 640px){.wheel-drawn path.ray{stroke-dasharray:1;animation:wheel-draw .9s var(--at) cubic-bezier(.3,0,.2,1) backwards}.wheel-drawn .word{animation:ui-fade .5s calc(var(--at) + .55s) backwards}}'
