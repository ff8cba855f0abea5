import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import type { ReportHead } from '../../contract.ts'

const ListenDialog = lazy(() =>
  import('#features/listeners/web/new-listener-dialog.tsx').then((file) => ({ default: file.ListenDialog })),
)

type Listen = (keyword: string) => void
const ListenContext = createContext<Listen | null>(null)

/** Opens the dialog for a new listener. Null where the dialog isn't available or the person can't create listeners. */
export const useListen = () => useContext(ListenContext)

/** A phrase anywhere in the report can be listened to, where the report listened. */
export function ListenProvider({
  head,
  editor,
  children,
}: {
  head: Pick<ReportHead, 'country' | 'language'>
  editor: boolean
  children: ReactNode
}) {
  const [keyword, setKeyword] = useState<string | null>(null)
  const listen = useMemo(() => (editor ? (text: string) => setKeyword(text) : null), [editor])
  return (
    <ListenContext value={listen}>
      {children}
      <Suspense>
        {keyword !== null && (
          <ListenDialog
            keyword={keyword}
            locale={{ country: head.country, language: head.language }}
            onClose={() => setKeyword(null)}
          />
        )}
      </Suspense>
    </ListenContext>
  )
}
