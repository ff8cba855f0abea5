import { type SectionName, sectionNames } from '#features/reports/contract.ts'
import { sectionLabels } from '#features/reports/rules/rows/section-labels.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'

type SectionChoiceProps = {
  /** The sections that have something to show. */
  offered: readonly SectionName[]
  chosen: ReadonlySet<SectionName>
  error: string | undefined
  onChange: (chosen: ReadonlySet<SectionName>) => void
}

/** Which sections of a report are shown. */
export function SectionChoice({ offered, chosen, error, onChange }: SectionChoiceProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-0.5 sm:grid-cols-3">
        {sectionNames
          .filter((name) => offered.includes(name))
          .map((name) => (
            <Checkbox
              key={name}
              name="sections"
              aria-invalid={error ? true : undefined}
              checked={chosen.has(name)}
              onChange={(event) => {
                const next = new Set(chosen)
                if (event.target.checked) next.add(name)
                else next.delete(name)
                onChange(next)
              }}
            >
              {sectionLabels[name]}
            </Checkbox>
          ))}
      </div>
      {error && (
        <p className="mt-1 text-bad text-xs" role="alert">
          {error}
        </p>
      )}
    </>
  )
}

/** The sections to save. Those that are empty now stay chosen, for what a later run finds, unless nothing else is. */
export const toSavedSections = (chosen: ReadonlySet<SectionName>, offered: readonly SectionName[]): SectionName[] =>
  offered.some((name) => chosen.has(name)) ? sectionNames.filter((name) => chosen.has(name)) : []
