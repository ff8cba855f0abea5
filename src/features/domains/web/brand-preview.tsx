import { accentVariables } from '#ui/theme/accent-color.ts'
import type { ShownBrand } from '../contract.ts'
import { BrandMark } from './brand-mark.tsx'

const themes = [
  { theme: 'light', words: 'Light' },
  { theme: 'dark', words: 'Dark' },
] as const

/** Preview of a shared report's header in both themes. */
export const BrandPreview = ({ brand }: { brand: ShownBrand }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {themes.map(({ theme, words }) => (
      <figure key={theme} className="min-w-0">
        <figcaption className="mb-1.5 text-ink-3 text-xs">{words}</figcaption>
        <Sheet brand={brand} theme={theme} />
      </figure>
    ))}
  </div>
)

function Sheet({ brand, theme }: { brand: ShownBrand; theme: 'light' | 'dark' }) {
  return (
    <div
      data-sheet={theme}
      style={accentVariables(brand.color)}
      className="overflow-hidden rounded-m border border-line-2 bg-paper p-4 text-ink"
    >
      <p className="mb-3.5 border-line border-b pb-3">
        <BrandMark brand={brand} />
      </p>
      <p className="font-[500] font-serif text-[22px] leading-tight">cold brew coffee</p>
      <p className="mt-1 text-ink-2 text-xs">
        United States · English · <span className="text-accent-ink underline underline-offset-2">all questions</span>
      </p>
      <div aria-hidden className="mt-3.5 grid gap-1.5">
        {[100, 74, 46].map((width) => (
          <span key={width} className="block h-1.5 rounded-xs bg-accent" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  )
}
