import { useEffect, useState } from 'react'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { analyticsContract, type CollectedEvent } from '../../contract.ts'
import { analyticsErrorTexts } from '../error-texts.ts'

/** Polls the newest messages while the tab is visible and the feed isn't paused. */
export function useLiveEvents(first: CollectedEvent[], { q, limit }: { q?: string; limit: number }, isLive: boolean) {
  const [items, setItems] = useState(first)
  const [paused, setPaused] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => setItems(first), [first])
  usePolling(
    isLive && !paused,
    async (signal) => {
      try {
        const found = await api(analyticsContract.list, { q, limit }, { signal })
        setItems(found.items)
        setProblem(null)
      } catch (error) {
        if (!signal.aborted) setProblem(`Live updates are paused. ${getSentence(error, analyticsErrorTexts)}`)
      }
    },
    { everyMs: 3000, key: `${q} ${limit}` },
  )
  return { items, paused, setPaused, problem: paused ? null : problem }
}
