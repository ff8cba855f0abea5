import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ErrorBody } from '#kit/errors.ts'
import { cx } from '#ui/class-names.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { useCall } from '#web/use-call.ts'

/**
 * One setting's way to the server: busy, refused at its field, or done and said so where it was asked for. The shell is read
 * anew before it counts as done.
 */
export function useSaving() {
  const { revalidate } = useRevalidator()
  const { busy, error, run, clear } = useCall()
  const [said, setSaid] = useState<ReactNode>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  return {
    busy,
    error,
    said,
    /** Of the form, so that a refused field gets the cursor. */
    form,
    clear() {
      clear()
      setSaid(null)
    },
    /** `work` answers what to say when it went well. */
    async save(work: () => Promise<ReactNode>): Promise<boolean> {
      setSaid(null)
      let words: ReactNode = null
      const done = await run(async () => {
        words = await work()
        await revalidate()
      })
      if (done) setSaid(words)
      return done
    },
  }
}

/** Read out when it fills: it has to be on the page before. */
export const Said = ({ children, className }: { children: ReactNode; className?: string }) => (
  <p role="status" className={cx('min-w-0 text-good text-s empty:absolute', className)}>
    {children}
  </p>
)

/** What was refused and is about none of the fields beside it. */
export function Refusal({ error, fields = [] }: { error: ErrorBody | null; fields?: string[] }) {
  if (!error || (error.field !== undefined && fields.includes(error.field))) return null
  return <ErrorNote className="max-w-140">{error.message}</ErrorNote>
}
