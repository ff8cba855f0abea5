import { useId } from 'react'
import { workspaceColors } from '../rules/colors.ts'

const names: Record<(typeof workspaceColors)[number], string> = {
  '#c2410c': 'Rust',
  '#0f766e': 'Teal',
  '#4338ca': 'Indigo',
  '#a21caf': 'Fuchsia',
  '#b45309': 'Amber',
  '#15803d': 'Green',
  '#be123c': 'Rose',
  '#0369a1': 'Blue',
}

export type ColorFieldProps = {
  value: string
  onChange(color: string): void
  disabled?: boolean
  /** What the color is for, as the hint's subject. */
  about?: string
}

/** A color picker: eight presets as radio buttons, or a custom color. */
export function ColorField({
  value,
  onChange,
  disabled,
  about = 'The accent color of this workspace',
}: ColorFieldProps) {
  const hint = useId()
  return (
    <fieldset className="grid gap-1.5" aria-describedby={hint} disabled={disabled}>
      <legend className="mb-1.5 font-[550] text-s">Color</legend>
      <div className="flex flex-wrap items-center gap-2">
        {workspaceColors.map((color) => (
          <label key={color} title={names[color]} className="relative grid size-8 place-items-center">
            <input
              type="radio"
              name="color"
              value={color}
              checked={color === value}
              onChange={() => onChange(color)}
              aria-label={names[color]}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              style={{ background: color }}
              className="size-6 rounded-full outline-2 outline-transparent outline-offset-2 peer-checked:outline-ink peer-focus-visible:outline-accent"
            />
          </label>
        ))}
        <label className="ml-1 flex min-h-8 items-center gap-2 text-ink-2 text-s">
          <input
            type="color"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="size-7 cursor-pointer rounded-s border border-mark bg-panel p-0.5"
          />
          Custom
        </label>
      </div>
      <p id={hint} className="text-ink-3 text-xs">
        {about}, adjusted just enough to stay readable in light and dark mode.
      </p>
    </fieldset>
  )
}
