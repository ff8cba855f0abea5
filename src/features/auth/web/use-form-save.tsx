import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { cx } from '#ui/class-names.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'

/**
 * One setting's way to the server: busy, refused at its field, or done and said so where it was asked for. The shell is read
 * anew before it counts as done.
 */
export function useSaving() {
  const { revalidate } = useRevalidator()
  const { busy, error, run, clear } = useCall()
  const [said, setSaid] = useState<ReactNode>(null)
  const form = useFocusInvalid(error)
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
