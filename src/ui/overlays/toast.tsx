import { lazy, Suspense, useEffect, useState } from 'react'

const Toaster = lazy(() => import('./toaster.tsx'))
const sonner = () => import('sonner').then(({ toast }) => toast)

export type ToastOptions = {
  /** A second sentence. */
  detail?: string
  /** One thing to do about it, such as undoing. */
  action?: { label: string; onClick: () => void }
}

/** What offers to undo stays long enough to be read, decided on and reached. */
const options = ({ detail, action }: ToastOptions = {}) => ({
  description: detail,
  action,
  duration: action ? 15_000 : 5000,
})

/** Short messages about what just happened elsewhere. What needs doing belongs in an ErrorNote beside its cause. */
export const notify = {
  done: (message: string, more?: ToastOptions) => void sonner().then((toast) => toast.success(message, options(more))),
  info: (message: string, more?: ToastOptions) => void sonner().then((toast) => toast(message, options(more))),
  failed: (message: string, more?: ToastOptions) => void sonner().then((toast) => toast.error(message, options(more))),
}

/** Once, in the app shell. Its script loads after the page is up. */
export function Toasts() {
  const [up, setUp] = useState(false)
  useEffect(() => setUp(true), [])
  return up ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
