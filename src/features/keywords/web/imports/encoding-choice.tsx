import { useId } from 'react'
import { formatCount } from '#ui/format/format.ts'
import type { ImportChoices, KeywordImport } from '../../contract.ts'
import { encodingLabel } from './import-labels.ts'

type Encoding = NonNullable<ImportChoices['encoding']>
export type EncodingChoiceProps = {
  readings: NonNullable<KeywordImport['reading']>['readings']
  chosen: Encoding | undefined
  onChoose: (encoding: Encoding) => void
  error: string | null
}

/** The first rows in each of the encodings that are equally likely, side by side, to choose the right one. */
export function EncodingChoice({ readings, chosen, onChoose, error }: EncodingChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 text-s font-[550]">Which one is spelled correctly?</legend>
      <div className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
        {readings.map(({ encoding, rows }) => (
          <label
            key={encoding}
            className="grid min-w-0 cursor-pointer content-start gap-2 rounded-l border border-line-2 px-3.5 py-3 text-s has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <span className="flex items-center gap-2">
              <input
                type="radio"
                name={`${id}-encoding`}
                value={encoding}
                checked={chosen === encoding}
                aria-invalid={error ? true : undefined}
                aria-describedby={`${id}-${encoding}`}
                onChange={() => onChoose(encoding as Encoding)}
                className="accent-accent outline-none"
              />
              {encodingLabel(encoding)}
            </span>
            <span id={`${id}-${encoding}`} className="grid gap-1">
              {rows.map(({ line, cells }) => (
                <span key={line} className="flex min-w-0 gap-2">
                  <span className="shrink-0 text-ink-3 text-xs leading-5 tabular-nums">Line {formatCount(line)}</span>
                  <span className="min-w-0 truncate" dir="auto">
                    {cells.filter(Boolean).join(' · ')}
                  </span>
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-bad text-xs" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
