import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { requireStaff } from '#features/admin/web/require-staff.ts'
import { TitleField } from '#features/ai-content/web/document/editor-layout.tsx'
import { StaticText } from '#features/ai-content/web/document/static-markdown.tsx'
import { type Direction, getTextDirection } from '#kit/text-direction.ts'
import { Button } from '#ui/button.tsx'
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts'
import { Link } from '#ui/link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { cmsContract } from '../../contract.ts'
import { cmsErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/edit-page.ts'
import { PostSidebar, sidebarFields } from './post-sidebar.tsx'
import { type PostForm, usePostForm } from './use-post-form.ts'
import '#features/ai-content/web/editor/text.css'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.post?.title ?? 'New post'} · Admin · Earshot` },
]

const PostText = lazy(() => import('./post-text.tsx'))
const PostVersions = lazy(() => import('./post-versions.tsx'))

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call, publicUrl } = args.context.get(pageContext)
  const { id } = args.params
  return orRespond(args.request, read())

  async function read() {
    const post = id === 'new' ? null : (await call(cmsContract.get, { _id: id })).post
    // The editor's parser takes 10 MB of the server's memory.
    const { parseFirstPaint } = await import('#features/ai-content/web/document/first-paint.ts')
    return { post, doc: parseFirstPaint(post?.body_md ?? ''), publicUrl }
  }
}

/** The first save of a new post changes only the URL, so the editor isn't reloaded. */
export const shouldRevalidate = ({ currentParams, nextParams }: { currentParams: object; nextParams: object }) =>
  JSON.stringify(currentParams) !== JSON.stringify(nextParams)

export default function EditPage({ loaderData }: Route.ComponentProps) {
  return <Screen key={loaderData.post?._id ?? 'new'} {...loaderData} />
}

function Screen({ post: loaded, doc, publicUrl }: Route.ComponentProps['loaderData']) {
  const form = usePostForm(loaded)
  const [hydrated, setHydrated] = useState(false)
  const [versions, setVersions] = useState(false)
  useEffect(() => setHydrated(true), [])
  const { error, fields } = form
  const direction = useMemo(
    () => getTextDirection(fields.lang, `${fields.title}\n${form.body}`),
    [fields.lang, fields.title, form.body],
  )
  const save = async () => {
    await form.save()
  }
  useHotkeys({ 'mod+s': () => void save() })
  useOwnAddress(form, loaded === null)
  return (
    <>
      <p className="mb-5 text-s" data-screen-only>
        <Link href="/app/admin/posts" className="link text-ink-2">
          All posts
        </Link>
      </p>
      <div ref={form.ref} className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="min-w-0 max-w-170">
          <CallError
            error={error}
            texts={cmsErrorTexts}
            fields={sidebarFields}
            className="mb-5"
            action={
              error?.reason === 'saved_by_another' ? (
                <Button size="s" onClick={() => window.location.reload()}>
                  Discard my changes and reload
                </Button>
              ) : undefined
            }
          />
          <TitleField
            title={fields.title}
            direction={direction}
            readOnly={false}
            onChange={(title) => form.set({ title })}
          />
          {hydrated ? (
            <Suspense fallback={<FirstText doc={doc} direction={direction} />}>
              <PostText
                key={form.start.at}
                markdown={form.start.markdown}
                direction={direction}
                onText={form.setBody}
                onReady={form.onReady}
              />
            </Suspense>
          ) : (
            <FirstText doc={doc} direction={direction} />
          )}
        </div>
        <PostSidebar form={form} publicUrl={publicUrl} onVersions={() => setVersions(true)} />
      </div>
      {versions && form.post && (
        <Suspense>
          <PostVersions
            id={form.post._id}
            body={form.body}
            onRestore={(version) => {
              form.restore(version)
              setVersions(false)
            }}
            onClose={() => setVersions(false)}
          />
        </Suspense>
      )}
      <UnsavedChangesPrompt dirty={form.dirty} />
    </>
  )
}

type FirstTextProps = { doc: Parameters<typeof StaticText>[0]['doc']; direction: Direction }

const FirstText = ({ doc, direction }: FirstTextProps) => (
  <div className="document-text" dir={direction}>
    <StaticText doc={doc} />
  </div>
)

/** Replaces the URL after the first save of a new post. */
function useOwnAddress({ post, dirty }: PostForm, isNew: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (isNew && post && !dirty)
      void navigate(`/app/admin/posts/${post._id}`, { replace: true, preventScrollReset: true })
  }, [isNew, post, dirty, navigate])
}

/** Warns before leaving with unsaved changes. */
function UnsavedChangesPrompt({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeave)
    return () => window.removeEventListener('beforeunload', confirmLeave)
  }, [dirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && blocker.reset()}
      title="Leave without saving?"
      description="Your unsaved changes will be lost."
      width="s"
      footer={
        <>
          <Button onClick={() => blocker.proceed()}>Leave</Button>
          <Button variant="solid" onClick={() => blocker.reset()}>
            Stay
          </Button>
        </>
      }
    />
  )
}
