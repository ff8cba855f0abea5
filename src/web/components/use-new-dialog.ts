import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * A dialog that creates something, also opened by `?new` in the URL, which may hold its first value. Closing it removes the
 * parameter.
 */
export function useNewDialog() {
  const [params, setParams] = useSearchParams()
  const given = params.get('new')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (given !== null) setOpen(true)
  }, [given])
  return {
    isOpen: open,
    given: given ?? '',
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      if (given !== null)
        setParams(
          (old) => {
            old.delete('new')
            return old
          },
          { replace: true, preventScrollReset: true },
        )
    },
  }
}
