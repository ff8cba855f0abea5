import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'

export type Steps = {
  first: 'outline' | 'brief' | 'none'
  article: boolean
  humanize: boolean
  strength: 'light' | 'balanced' | 'strong'
}

type StepFieldsProps = {
  steps: Steps
  /** No step is chosen. */
  isEmpty: boolean
  onChange: (steps: Steps) => void
}

/** Which steps write an item. */
export function StepFields({ steps, isEmpty, onChange }: StepFieldsProps) {
  const { first, article, humanize, strength } = steps
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-[550] text-s">Steps</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-ink-2 text-s">Start with</span>
        <Segmented
          label="Start with"
          size="s"
          value={first}
          onChange={(first) => onChange({ ...steps, first })}
          options={[
            { value: 'outline', label: 'Outline' },
            { value: 'brief', label: 'Brief' },
            { value: 'none', label: 'Nothing' },
          ]}
        />
      </div>
      <Checkbox checked={article} onChange={(event) => onChange({ ...steps, article: event.target.checked })}>
        Write the article
      </Checkbox>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Checkbox
          checked={article && humanize}
          disabled={!article}
          onChange={(event) => onChange({ ...steps, humanize: event.target.checked })}
        >
          Humanize the article
        </Checkbox>
        {article && humanize && (
          <Segmented
            label="Strength"
            size="s"
            value={strength}
            onChange={(strength) => onChange({ ...steps, strength })}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'balanced', label: 'Balanced' },
              { value: 'strong', label: 'Strong' },
            ]}
          />
        )}
      </div>
      {isEmpty && (
        <p className="text-bad text-xs" role="alert">
          Choose at least one step.
        </p>
      )}
    </fieldset>
  )
}
