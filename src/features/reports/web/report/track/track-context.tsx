import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import type { ReportHead } from '../../../contract.ts'
import type { Tracked } from './track-choices.ts'

const TrackDialog = lazy(() => import('./track-dialog.tsx').then((file) => ({ default: file.TrackDialog })))

type Track = (what: Tracked) => void
const TrackContext = createContext<Track | null>(null)

/** Opens the dialog that tracks something. Null where it isn't available or the person can't create anything. */
export const useTrack = () => useContext(TrackContext)

type TrackProviderProps = {
  head: Pick<ReportHead, '_id' | 'country' | 'language'>
  editor: boolean
  children: ReactNode
}

/** Keywords and topics anywhere in a report can be tracked, where the report searched. */
export function TrackProvider({ head, editor, children }: TrackProviderProps) {
  const [tracked, setTracked] = useState<Tracked | null>(null)
  const track = useMemo(() => (editor ? (what: Tracked) => setTracked(what) : null), [editor])
  return (
    <TrackContext value={track}>
      {children}
      <Suspense>
        {tracked !== null && (
          <TrackDialog
            tracked={tracked}
            reportId={head._id}
            locale={{ country: head.country, language: head.language }}
            onClose={() => setTracked(null)}
          />
        )}
      </Suspense>
    </TrackContext>
  )
}
