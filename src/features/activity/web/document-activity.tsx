import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type ActivityEntry, activityContract } from '../contract.ts'
import { ActivityList } from './activity-list.tsx'
import { activityErrorTexts } from './error-texts.ts'

/** What happened to one document. */
export default function DocumentActivity({ id }: { id: string }) {
  const [items, setItems] = useState<ActivityEntry[] | null>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const { busy, error, run } = useCall()
  const load = (after: string | null) =>
    run(async () => {
      const found = await api(activityContract.document, { _id: id, ...(after ? { cursor: after } : {}) })
      setItems((before) => (after && before ? [...before, ...found.items] : found.items))
      setCursor(found.next_cursor)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a document
  useEffect(() => {
    void load(null)
  }, [id])
  return (
    <div className="grid gap-4">
      {items ? (
        <ActivityList items={items} ofOneDocument />
      ) : (
        !error && [...'abcd'].map((key) => <Skeleton key={key} className="h-4" />)
      )}
      <CallError error={error} texts={activityErrorTexts} />
      {(cursor !== null || error) && (
        <Button size="s" busy={busy} className="justify-self-start" onClick={() => void load(cursor)}>
          {items ? 'Show older' : 'Try again'}
        </Button>
      )}
    </div>
  )
}
