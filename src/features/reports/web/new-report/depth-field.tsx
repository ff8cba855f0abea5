import { Segmented } from '#ui/forms/segmented.tsx'

const depths = [
  {
    value: '1',
    label: '1',
    line: 'Combines the query with question words, prepositions, comparisons and each letter.',
  },
  { value: '2', label: '2', line: 'Also expands each question found and nests the results.' },
  { value: '3', label: '3', line: 'Expands the results twice. Takes longer.' },
  { value: '4', label: '4', line: 'Expands the results three times. For niche topics with few results.' },
]

export type DepthFieldProps = { value: number; error?: string; onChange: (depth: number) => void }

/** How far a report expands what it finds. */
export function DepthField({ value, error, onChange }: DepthFieldProps) {
  return (
    <div className="grid gap-1.5">
      <span className="font-[550] text-s">Depth</span>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Depth"
          value={String(value)}
          onChange={(depth) => onChange(Number(depth))}
          options={depths.map(({ value, label }) => ({ value, label }))}
        />
        <p className="min-w-60 flex-1 text-ink-2 text-s">{depths[value - 1]?.line}</p>
      </div>
      <input type="hidden" name="depth" value={value} />
      {error && <p className="text-bad text-xs">{error}</p>}
    </div>
  )
}
