import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { domainsContract, type WorkspaceDomain } from '../contract.ts'
import { domainErrorTexts } from './error-texts.ts'

const everyMs = 6000

/** What is known of the domain, looked at again while it is not active and the page is looked at. */
export function useDomainLooks(workspaceId: string, first: WorkspaceDomain) {
  const [found, setFound] = useState(first)
  const [looking, setLooking] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const under = useRef<AbortController | null>(null)
  const waits = found.domain !== null && found.status !== 'active'

  const look = useCallback(async () => {
    if (under.current) return
    const leaving = new AbortController()
    under.current = leaving
    setLooking(true)
    try {
      setFound(await api(domainsContract.find, { workspace_id: workspaceId }, { signal: leaving.signal }))
      setFailed(null)
    } catch (error) {
      if (!leaving.signal.aborted) setFailed(getSentence(error, domainErrorTexts))
    } finally {
      under.current = null
      if (!leaving.signal.aborted) setLooking(false)
    }
  }, [workspaceId])

  useEffect(() => {
    if (!waits) return
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') void look()
    }
    lookIfSeen()
    const timer = setInterval(lookIfSeen, everyMs)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [waits, look])
  useEffect(() => () => under.current?.abort(), [])

  return { found, setFound, looking, failed, look }
}
