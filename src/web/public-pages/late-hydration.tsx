import { type ReactNode, useEffect, useRef } from 'react'
import { releaseEarlyEvents } from './replay-early-events.ts'

/** Put inside a <Suspense> with server-rendered content: presses on it wait until its scripts have loaded. */
export function LateHydration({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ref.current) releaseEarlyEvents(ref.current)
  }, [])
  return (
    <div ref={ref} data-hydrating="" className="contents">
      {children}
    </div>
  )
}
