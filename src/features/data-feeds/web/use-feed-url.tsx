import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MenuItem } from '#ui/overlays/menu.tsx'
import type { FeedTarget } from './feed-url-dialog.tsx'

const FeedUrlDialog = lazy(() => import('./feed-url-dialog.tsx').then((file) => ({ default: file.FeedUrlDialog })))

/** An item for Export menus, and the dialog it opens. */
export function useFeedUrl(feed: FeedTarget): { item: MenuItem; dialog: ReactNode } {
  const [open, setOpen] = useState(false)
  return {
    item: { label: 'Copy feed URL', hint: 'For spreadsheets and dashboards', onSelect: () => setOpen(true) },
    dialog: open && (
      <Suspense>
        <FeedUrlDialog feed={feed} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
