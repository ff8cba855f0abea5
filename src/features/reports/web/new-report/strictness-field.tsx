import { Segmented } from '#ui/forms/segmented.tsx'
import type { Strictness } from '../../contract.ts'
import { strictnessOptions } from '../strictness-options.ts'

export type StrictnessFieldProps = { value: Strictness; error?: string; onChange: (strictness: Strictness) => void }

/** How much keywords of a list must have in common to be one topic. */
export function StrictnessField({ value, error, onChange }: StrictnessFieldProps) {
  return (
    <div className="grid gap-1.5">
      <span className="font-[550] text-s">Strictness</span>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Strictness"
          value={value}
          onChange={onChange}
          options={strictnessOptions.map(({ value, label }) => ({ value, label }))}
        />
        <p className="min-w-60 flex-1 text-ink-2 text-s">
          {strictnessOptions.find((option) => option.value === value)?.line} You can group again later, free of charge.
        </p>
      </div>
      <input type="hidden" name="strictness" value={value} />
      {error && <p className="text-bad text-xs">{error}</p>}
    </div>
  )
}
