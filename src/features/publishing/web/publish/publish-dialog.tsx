import { type ReactNode, useEffect, useState } from 'react'
import { PublishOnBlog } from '#features/cms/web/publish-on-blog.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Link } from '#ui/link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { type Destination, type Publication, publishingContract, type RemoteChange } from '../../contract.ts'
import { publishingErrorTexts } from '../error-texts.ts'
import { getHost } from '../kind-labels.ts'
import { RemoteMerge } from '../merge/remote-merge.tsx'
import { DestinationChoice } from './destination-choice.tsx'
import { PublishOnSite, type SitePost } from './publish-on-site.tsx'

export type PublishDialogProps = {
  /** The document's id. */
  id: string
  workspaceId: string
  title: string
  /** Saves the editor's changes first, since the server publishes what it has. False when saving failed. */
  onBefore: () => Promise<boolean>
  /** What to look at before publishing, shown above the form. */
  checks?: ReactNode
  onClose: () => void
}

type Targets = { destinations: Destination[]; publications: Publication[] }
const noTargets: Targets = { destinations: [], publications: [] }

export function PublishDialog({ id, workspaceId, title, onBefore, checks, onClose }: PublishDialogProps) {
  const [targets, setTargets] = useState<Targets | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [merge, setMerge] = useState<{ change: RemoteChange; post: SitePost } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    Promise.all([
      api(publishingContract.listDestinations, { workspace_id: workspaceId }, { signal }),
      api(publishingContract.find, { workspace_id: workspaceId, document_id: id, limit: 100 }, { signal }),
    ])
      .then(([{ items: destinations }, { items: publications }]) => {
        setTargets({ destinations, publications })
        // Where it was published last.
        const last = publications.find(({ kind }) => kind !== 'blog')?.destination_id
        setChosenId(last ?? destinations[0]?._id ?? null)
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        setTargets(noTargets)
        setFailed(getSentence(error, publishingErrorTexts))
      })
    return () => stop.abort()
  }, [id, workspaceId])
  const chosen = targets?.destinations.find(({ _id }) => _id === chosenId)
  const publication = targets?.publications.find(({ destination_id }) => destination_id === chosenId)
  const saved = (next: Publication) =>
    setTargets(
      (now) => now && { ...now, publications: [next, ...now.publications.filter(({ _id }) => _id !== next._id)] },
    )
  if (merge && chosen)
    return (
      <RemoteMerge
        {...merge}
        host={getHost(chosen)}
        onClose={() => setMerge(null)}
        onDone={(next) => {
          saved(next)
          setMerge(null)
        }}
        onChangedAgain={(change) => setMerge({ ...merge, change })}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Publish"
      description="This publishes the text as it is now. Publish again to show later changes."
    >
      {!targets ? (
        <div className="grid min-h-60 content-start gap-5 pt-2">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/3" />
        </div>
      ) : (
        <>
          {checks}
          {failed && <ErrorNote className="mb-4">{failed}</ErrorNote>}
          {targets.destinations.length > 1 ? (
            <DestinationChoice {...targets} value={chosenId} onChange={setChosenId} />
          ) : (
            <p className="mb-4 text-ink-2 text-xs">
              To publish on WordPress, Ghost or your own server,{' '}
              <Link className="link" href="/app/settings/destinations?new=">
                add a destination
              </Link>
              .
            </p>
          )}
          {!chosen || chosen.kind === 'blog' ? (
            <PublishOnBlog id={id} title={title} onBefore={onBefore} />
          ) : (
            <PublishOnSite
              key={`${chosen._id} ${publication?.updated_at}`}
              id={id}
              title={title}
              destination={chosen}
              publication={publication ?? null}
              onBefore={onBefore}
              onPublished={saved}
              onRemoteChanged={(change, post) => setMerge({ change, post })}
            />
          )}
        </>
      )}
    </Dialog>
  )
}
