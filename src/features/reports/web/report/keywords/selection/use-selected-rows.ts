import { useCallback, useState } from 'react'

/** Which rows are picked, by id; and the row a range starts from. */
export function usePickedRows() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)

  const set = useCallback((ids: string[], on: boolean) => {
    setPicked((old) => {
      const next = new Set(old)
      for (const id of ids)
        if (on) next.add(id)
        else next.delete(id)
      return next
    })
  }, [])
  const only = useCallback((ids: string[]) => setPicked(new Set(ids)), [])
  const clear = useCallback(() => {
    setPicked(new Set())
    setAnchor(null)
  }, [])
  return { picked, anchor, setAnchor, set, only, clear }
}
