import { lazy, Suspense } from 'react'
import { plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import type { OutlineBuilderProps } from './outline-builder.tsx'

/** Selected headings are stored in the browser, so this loads there. */
const OutlineBuilder = lazy(() => import('./outline-builder.tsx').then((file) => ({ default: file.OutlineBuilder })))

type BriefingOutlineProps = OutlineBuilderProps & {
  /** How many headings are in the outline. */
  gathered: number
  isUsed: boolean
  onUse: (isUsed: boolean) => void
  help: string
}

/** The outline of a new document: the headings collected in the report, used or not. */
export function BriefingOutline({ gathered, isUsed, onUse, help, ...builder }: BriefingOutlineProps) {
  return (
    <div className="col-span-full">
      {gathered > 0 && (
        <Checkbox className="mb-2" checked={isUsed} onChange={(event) => onUse(event.target.checked)}>
          Use {plural(gathered, 'collected heading')} as the outline
        </Checkbox>
      )}
      <div className={isUsed ? undefined : 'opacity-50'}>
        <Suspense>
          <OutlineBuilder {...builder} />
        </Suspense>
      </div>
      <p className="mt-1.5 text-ink-3 text-xs">{help}</p>
    </div>
  )
}
