import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { cx } from '#ui/class-names.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useFocusInvalid } from '#web/calls/use-focus-invalid.ts'

/**
 * Saves one form of the settings: busy, an error, or a status text once saved. The user in the page's frame is reloaded
 * before `save` resolves.
 */
export function useFormSave() {
  const { revalidate } = useRevalidator()
  const { busy, error, run, clear } = useCall()
  const [status, setStatus] = useState<ReactNode>(null)
  const form = useFocusInvalid(error)
  return {
    busy,
    error,
    status,
    /** Of the form, so that a refused field gets the cursor. */
    form,
    clear() {
      clear()
      setStatus(null)
    },
    /** `work` answers what to say when it went well. */
    async save(work: () => Promise<ReactNode>): Promise<boolean> {
      setStatus(null)
      let words: ReactNode = null
      const done = await run(async () => {
        words = await work()
        await revalidate()
      })
      if (done) setStatus(words)
      return done
    },
  }
}

/** Read out when it fills: it has to be on the page before. */
export const FormStatus = ({ children, className }: { children: ReactNode; className?: string }) => (
  <p role="status" className={cx('min-w-0 text-good text-s empty:absolute', className)}>
    {children}
  </p>
)
