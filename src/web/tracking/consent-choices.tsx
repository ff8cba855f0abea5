import { type Consent, categoryWords } from '#features/analytics/rules/consent.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import type { MeasuringSettings } from './tracking-settings.ts'

export type ConsentChoicesProps = {
  measuring: Pick<MeasuringSettings, 'trackerNames' | 'consent'>
  given: Consent
  /** In one row, without what each is for. */
  short?: boolean
  className?: string
}

/** One box a category there is something of, with the names behind it. Belongs in a `form[data-consent]`. */
export const ConsentChoices = ({ measuring, given, short = false, className }: ConsentChoicesProps) => (
  <div className={className}>
    {measuring.consent.available.map((category) => {
      const names = (measuring.trackerNames[category] ?? []).join(', ')
      return (
        <Checkbox
          key={category}
          name="category"
          value={category}
          defaultChecked={given[category] === true}
          hint={short ? undefined : [categoryWords[category].line, names && `${names}.`].filter(Boolean).join(' ')}
        >
          {categoryWords[category].name}
          {short && names && <span className="text-ink-3 text-xs max-[1439px]:sr-only"> {names}</span>}
        </Checkbox>
      )
    })}
  </div>
)
