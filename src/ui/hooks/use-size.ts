import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** The content width of an element in whole px; `assumed` on the server and until it is measured. */
export function useWidth(ref: RefObject<HTMLElement | null>, assumed: number) {
  const [width, setWidth] = useState(assumed)
  useBrowserLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
