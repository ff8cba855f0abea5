// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts where one has to write.
import type { ShownBrand } from '#features/domains/contract.ts'
import { BrandMark } from '#features/domains/web/brand-mark.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { RevealInput } from '#web/components/reveal-input.tsx'
import { Wordmark } from '#web/public-pages/public-frame.tsx'
import { PublicScript } from '#web/public-pages/public-script.tsx'

export type SharedPasswordProps = { error?: string; brand: ShownBrand | null; what?: 'report' | 'document' | 'plan' }

/** Asks for the password of what is shared: a form of plain HTML that posts to its own address. */
export function SharedPassword({ error, brand, what = 'report' }: SharedPasswordProps) {
  return (
    <>
      <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center px-6 py-16">
        {brand ? (
          <p className="mb-10">
            <BrandMark brand={brand} />
          </p>
        ) : (
          <a href="/" className="mb-10 w-fit no-underline">
            <Wordmark />
          </a>
        )}
        <h1 className="title">{`This ${what} is password-protected`}</h1>
        <p className="mt-2 text-m text-ink-2">Ask the person who sent you the link.</p>
        <form method="post" noValidate className="mt-7 grid gap-4">
          <Field label="Password" error={error}>
            <RevealInput name="password" autoComplete="off" required maxLength={200} autoFocus className="h-10!" />
          </Field>
          <Button type="submit" variant="solid" className="h-10" data-busy="Opening…">
            Open {what}
          </Button>
        </form>
      </main>
      <PublicScript />
    </>
  )
}
