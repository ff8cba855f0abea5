import type { ShownBrand } from '../contract.ts'

/** A workspace's logo and name. */
export function BrandMark({ brand }: { brand: Pick<ShownBrand, 'name' | 'logo'> }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 font-[500] font-serif text-ink text-xl leading-tight">
      {brand.logo && (
        // Decorative: the name is beside it.
        <img src={brand.logo} alt="" height={32} className="block h-8 w-auto max-w-40 shrink-0 object-contain" />
      )}
      <span className="min-w-0 [overflow-wrap:anywhere]">{brand.name}</span>
    </span>
  )
}
