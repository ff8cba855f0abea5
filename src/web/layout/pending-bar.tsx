import { useNavigation } from 'react-router'

/** A hairline at the top while the next screen loads; quick ones never show it. */
export function PendingBar() {
  if (useNavigation().state === 'idle') return null
  return (
    <div
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden animate-[ui-fade_0.2s_0.18s_both]"
      role="progressbar"
      aria-label="Loading"
    >
      <div className="h-full w-2/5 animate-[ui-slide_1.1s_ease-in-out_infinite] bg-accent" />
    </div>
  )
}
