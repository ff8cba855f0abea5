import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const everyMs = 1500

/** Polls while `underWay` and the page is visible. */
export function usePollWhile(underWay: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!underWay || state !== 'idle') return
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    const onVisible = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [underWay, state, revalidate])
}
