import { lazy, Suspense, useEffect } from 'react'
import { whenIdle } from '../hooks/when-idle.ts'
import type { DialogWindowProps } from './dialog-window.tsx'

export type DialogProps = DialogWindowProps & { open: boolean }

const load = () => import('./dialog-window.tsx')
const DialogWindow = lazy(load)

/**
 * Centered on a desk, a sheet from below on a phone. Focus starts in the first field, is kept inside and returned on closing. Its
 * script loads when the screen is idle, so that it's there when a dialog opens, also if the server is away by then.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  useEffect(() => whenIdle(() => void load()), [])
  if (!open) return null
  return (
    <Suspense>
      <DialogWindow {...rest} />
    </Suspense>
  )
}
