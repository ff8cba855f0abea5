import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is being printed: what draws only what is in sight can then draw all. */
export function usePrinting() {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('print')
    const set = (on: boolean) => flushSync(() => setPrinting(on))
    const before = () => set(true)
    const after = () => set(false)
    const change = (event: MediaQueryListEvent) => set(event.matches)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    media.addEventListener('change', change)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
      media.removeEventListener('change', change)
    }
  }, [])
  return printing
}
