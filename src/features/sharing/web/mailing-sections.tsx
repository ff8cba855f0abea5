import { sectionNames } from '#features/reports/contract.ts'
import { sectionLabels } from '#features/reports/rules/rows/section-labels.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'

type MailingSectionsProps = {
  chosen: ReadonlySet<string>
  error: string | undefined
  onChange: (chosen: ReadonlySet<string>) => void
}

/** The sections of a report that are emailed. */
export function MailingSections({ chosen, error, onChange }: MailingSectionsProps) {
  return (
    <Disclosure
      summary={`Sections: ${chosen.size === sectionNames.length ? 'all' : `${chosen.size} of ${sectionNames.length}`}`}
      open={error ? true : undefined}
    >
      <div className="mt-2 grid grid-cols-2 gap-x-4 gap-y-0.5 sm:grid-cols-3">
        {sectionNames.map((name) => (
          <Checkbox
            key={name}
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
    </Disclosure>
  )
}
