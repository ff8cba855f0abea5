import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getTextDirection } from '#kit/text-direction.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenError } from '#web/layout/screen-error.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireUser } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract } from '../../contract.ts'
import { citationsIn } from '../../rules/generation/citations/citation-marks.ts'
import type { Route } from './+types/document-page.ts'
import { EditorLayout, TitleField } from './editor-layout.tsx'
import { getOutline, toTextHeadings } from './outline-model.ts'
import { OutlinePanel } from './outline-panel.tsx'
import { SourcesList } from './sources-list.tsx'
import { StaticText } from './static-markdown.tsx'
import '../editor/text.css'

export function ErrorBoundary() {
  return (
    <div className="px-4 pt-5 md:px-9 md:pt-7">
      <ScreenError />
    </div>
  )
}

/** The editor uses the full width. */
export const handle = { wide: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.item.title || 'Content'} · Earshot` },
]

const load = () => import('../editor/editor.tsx')
const Editor = lazy(load)

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, read())

  async function read() {
    const { item } = await call(aiContentContract.single, { _id: args.params.id })
    const models = await call(aiContentContract.models, { workspace_id: item.workspace_id })
    const { workspace, installation } = models
    const engine = workspace ? { provider: workspace.provider, model: workspace.model } : installation
    // The editor's parser takes 10 MB of the server's memory.
    const { parseFirstPaint } = await import('./first-paint.ts')
    const doc = parseFirstPaint(item.content_md)
    return { item, engine: engine && engine.provider !== 'builtin' ? engine : null, doc }
  }
}

/** Removing `?write=1` from the URL doesn't reload the data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname

export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  return <Screen key={loaderData.item._id} {...loaderData} />
}

function Screen({ item, engine, doc }: Route.ComponentProps['loaderData']) {
  const { user, workspace } = useSignedIn()
  const [params] = useSearchParams()
  const home = user.workspaces.find((each) => each._id === item.workspace_id) ?? workspace
  const [up, setUp] = useState(false)
  // A transition keeps the first paint until the editor is ready.
  useEffect(() => startTransition(() => setUp(true)), [])
  return (
    <Suspense>
      {up ? (
        <Editor loaded={item} editable={canEdit(home)} engine={engine} writeNow={params.get('write') === '1'} />
      ) : (
        <FirstPaint item={item} doc={doc} />
      )}
    </Suspense>
  )
}

/** The editor's layout without lazy-loaded parts, so that text, outline and sources can be read at once. */
function FirstPaint({ item, doc }: Pick<Route.ComponentProps['loaderData'], 'item' | 'doc'>) {
  const headings = toTextHeadings(
    (doc.content as { type: string; attrs?: { level: number }; content?: { text?: string }[] }[]).map(
      ({ type, attrs, content }) =>
        type === 'heading'
          ? { type: `h${attrs?.level}` as 'h2', text: (content ?? []).map(({ text }) => text ?? '').join('') }
          : 'text',
    ),
  )
  const direction = getTextDirection(item.language, `${item.title}\n${item.content_md}`)
  return (
    <EditorLayout
      title={item.title}
      bar={
        <span className="ml-auto flex h-8.5 items-center gap-3" aria-hidden>
          <Skeleton className="w-24" />
          <Skeleton className="h-6 w-20" />
        </span>
      }
      outline={<OutlinePanel entries={getOutline(item.outline, headings, null)} editable={false} busy />}
      side={<SourcesList citations={citationsIn(item.content_md, item.citations)} markdown={item.content_md} />}
      text={
        <>
          <TitleField title={item.title} direction={direction} readOnly />
          <div className="document-text" dir={direction}>
            <StaticText doc={doc} />
          </div>
        </>
      }
    />
  )
}
