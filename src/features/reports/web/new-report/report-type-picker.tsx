import { cx } from '#ui/class-names.ts'
import { type ReportType, reportTypes } from '../../contract.ts'
import { reportTypeLabels, reportTypeLines } from '../report-labels.ts'

export type TypeChoiceProps = { value: ReportType; onChange: (type: ReportType) => void }

/** What kind of report: four, each with the line that tells it from the others. */
export function TypeChoice({ value, onChange }: TypeChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-[550] text-s">Report type</legend>
      <div className="ruled grid rounded-l border border-line bg-panel sm:grid-cols-2 xl:grid-cols-4">
        {reportTypes.map((type) => (
          <label
            key={type}
            className={cx(
              'relative min-w-0 px-3.5 py-3 hover:bg-well/60',
              'has-checked:bg-accent-wash has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name="type"
              value={type}
              checked={value === type}
              onChange={() => onChange(type)}
              className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
            />
            <span className={cx('subheading block', value === type && 'text-accent-ink')}>
              {reportTypeLabels[type]}
            </span>
            <span className="mt-0.5 block text-ink-2 text-xs leading-snug">{reportTypeLines[type]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
