import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { domainsContract, type WorkspaceDomain } from '../contract.ts'
import { domainErrorTexts } from './error-texts.ts'

/** Polls the DNS check while the domain isn't active and the tab is visible. */
export function useDomainChecks(workspaceId: string, first: WorkspaceDomain) {
  const [found, setFound] = useState(first)
  const [checking, setChecking] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  const isPending = found.domain !== null && found.status !== 'active'

  const check = useCallback(async () => {
    if (controller.current) return
    const leaving = new AbortController()
    controller.current = leaving
    setChecking(true)
    try {
      setFound(await api(domainsContract.find, { workspace_id: workspaceId }, { signal: leaving.signal }))
      setFailed(null)
    } catch (error) {
      if (!leaving.signal.aborted) setFailed(getSentence(error, domainErrorTexts))
    } finally {
      controller.current = null
      if (!leaving.signal.aborted) setChecking(false)
    }
  }, [workspaceId])

  usePolling(isPending, check, { everyMs: 6000, immediately: true })
  useEffect(() => () => controller.current?.abort(), [])

  return { found, setFound, checking, failed, check }
}
