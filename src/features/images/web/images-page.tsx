import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useRevalidator, useSubmit } from 'react-router'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/input.tsx'
import { notify } from '#ui/toast.tsx'
import { useHotkeys } from '#ui/use-hotkeys.ts'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { type Image, imagesContract } from '../contract.ts'
import type { Route } from './+types/images-page.ts'
import { ImageDialog } from './image-dialog.tsx'
import { ImageDrop } from './image-drop.tsx'
import { ImageGrid } from './image-grid.tsx'
import { useImageUploads } from './use-image-uploads.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

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
      {(found.total > 0 || q !== undefined) && <SearchForm q={q} />}
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

/** The search is the address, as on the list of content. */
function SearchForm({ q = '' }: { q?: string }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useNavigation().location?.pathname === imagesPath
  useHotkeys({ '/': () => search.current?.focus() })
  useEffect(() => {
    if (search.current && search.current !== document.activeElement) search.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (replace: boolean) => {
    clearTimeout(timer.current)
    const wanted = search.current?.value.trim() ?? ''
    void submit(wanted ? { q: wanted } : {}, { action: imagesPath, replace, preventScrollReset: true })
  }
  return (
    <Form
      noValidate
      ref={form}
      action={imagesPath}
      role="search"
      aria-label="Images"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        apply(false)
      }}
      className={cx('mb-5', busy && 'cursor-progress')}
      data-screen-only
    >
      <span className="block w-full sm:w-72">
        <Input
          ref={search}
          type="search"
          name="q"
          aria-label="Search by name or alt text"
          placeholder="Search by name or alt text"
          icon={<Search size={15} aria-hidden />}
          defaultValue={q}
          maxLength={200}
          onChange={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => apply(true), 250)
          }}
        />
      </span>
    </Form>
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
