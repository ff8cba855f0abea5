import { useEffect, useState } from 'react'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { analyticsContract, type CollectedEvent } from '../contract.ts'
import { analyticsErrorTexts } from './error-texts.ts'

const everyMs = 3000

/** Polls the newest messages while the tab is visible and the feed isn't paused. */
export function useLiveEvents(first: CollectedEvent[], { q, limit }: { q?: string; limit: number }, isLive: boolean) {
  const [items, setItems] = useState(first)
  const [paused, setPaused] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => setItems(first), [first])
  useEffect(() => {
    if (!isLive || paused) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const poll = async () => {
      try {
        if (document.visibilityState === 'visible') {
          const found = await api(analyticsContract.list, { q, limit }, { signal: stop.signal })
          setItems(found.items)
          setProblem(null)
        }
      } catch (error) {
        if (stop.signal.aborted) return
        setProblem(`Live updates are paused. ${getSentence(error, analyticsErrorTexts)}`)
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void poll(), everyMs)
    }
    timer = setTimeout(() => void poll(), everyMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [q, limit, isLive, paused])
  return { items, paused, setPaused, problem: paused ? null : problem }
}
