import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type Image, imagesContract } from '../../contract.ts'
import type { Route } from './+types/images-page.ts'
import { ImageDialog } from './image-dialog.tsx'
import { ImageDrop } from './image-drop.tsx'
import { ImageGrid } from './image-grid.tsx'
import { useImageUploads } from './use-image-uploads.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Images · Earshot' }]

const perPage = 48
const imagesPath = '/app/images'

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const q = params.get('q')?.trim().slice(0, 200) || undefined
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const list = { workspace_id: workspace._id, limit: perPage, page, q }
  return { found: await orRespond(args.request, call(imagesContract.list, list)), q }
}

/** The workspace's image library, newest first. */
export default function ImagesPage({ loaderData: { found, q } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const { revalidate } = useRevalidator()
  const editable = canEdit(workspace)
  const [open, setOpen] = useState<Image | null>(null)
  const [latest, setLatest] = useState('')
  const { sending, send, dismiss } = useImageUploads(workspace._id, (image) => {
    setLatest(`${image.name} uploaded`)
    void revalidate()
  })
  const grid = (
    <div className="mt-6">
      {(found.total > 0 || q !== undefined) && (
        <ListToolbar label="Images" search="Search by name or alt text" className="mb-5" />
      )}
      <p className="sr-only" role="status">
        {latest}
      </p>
      <h2 className="sr-only">Images</h2>
      {found.items.length > 0 ? (
        <>
          <ImageGrid images={found.items} verb="Open" onPick={setOpen} />
          <Pages page={found.page} limit={found.limit} total={found.total} what="images" />
        </>
      ) : (
        <EmptyLibrary searched={q !== undefined} beyond={found.page > 1} editable={editable} />
      )}
    </div>
  )
  return (
    <>
      <ScreenHead
        title="Images"
        meta="Images for this workspace’s documents and posts. Anyone with an image’s URL can see it."
      />
      {editable ? (
        <ImageDrop sending={sending} onFiles={send} onDismiss={dismiss}>
          {grid}
        </ImageDrop>
      ) : (
        grid
      )}
      {open && (
        <ImageDialog
          image={open}
          editable={editable}
          onClose={() => setOpen(null)}
          onSaved={(image) => {
            setOpen(image)
            void revalidate()
          }}
          onDeleted={(image) => {
            setOpen(null)
            notify.done(`${image.name} deleted`)
            void revalidate()
          }}
        />
      )}
    </>
  )
}

function EmptyLibrary({ searched, beyond, editable }: { searched: boolean; beyond: boolean; editable: boolean }) {
  if (beyond) return <EmptyState title="This page is empty." action={<Button href={imagesPath}>First page</Button>} />
  if (searched)
    return (
      <EmptyState title="No images match your search." action={<Button href={imagesPath}>Clear search</Button>}>
        Search covers names and alt texts. Try fewer words.
      </EmptyState>
    )
  return (
    <EmptyState title="No images yet.">
      {editable
        ? 'Drop files here, or paste a screenshot. Images you drop into a document also appear here.'
        : 'Editors of this workspace can upload images.'}
    </EmptyState>
  )
}
