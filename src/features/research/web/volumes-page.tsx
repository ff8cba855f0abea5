import { AppError } from '#kit/errors.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { useHandedKeywords } from '#web/handed-keywords.ts'
import { orRespond } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { placeCookie, placeFrom } from '#web/places.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { readCookie, requireWorkspace } from '#web/session.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { type ResearchSource, researchContract } from '../contract.ts'
import type { Route } from './+types/volumes-page.ts'
import { LookupHistory } from './lookup-history.tsx'
import { VolumeForm } from './volume-form.tsx'
import { VolumeResult } from './volume-result.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Volumes · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const workspace_id = workspace._id
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const id = params.get('lookup')
  const [sources, history, opened] = await orRespond(
    args.request,
    Promise.all([
      call(researchContract.sources, { workspace_id }),
      call(researchContract.history, { workspace_id, kind: 'sv', page, limit: 10 }),
      id ? call(researchContract.get, { _id: id }).catch(notThere) : null,
    ]),
  )
  return {
    sources: sources.items,
    hasImports: sources.has_imports,
    history,
    opened: opened?.volumes ? { lookup: opened.lookup, keywords: opened.keywords, answer: opened.volumes } : null,
    gone: id !== null && !opened?.volumes,
    place: placeFrom(readCookie(args.request, placeCookie), args.request.headers.get('Accept-Language')),
  }
}

/** A look-up that was removed since the link was made: the screen is of use without it. */
function notThere(error: unknown) {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return null
  throw error
}

export default function VolumesPage({ loaderData }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const handed = useHandedKeywords()
  const { sources, hasImports, history, opened, gone, place } = loaderData
  return (
    <>
      <ScreenHead
        title="Volumes"
        meta="How often keywords are searched, with their months, prices and competition: up to 1,000 at once."
      />
      {opened && <VolumeResult lookup={opened.lookup} answer={opened.answer} editor={editor} />}
      {gone && <p className="mb-6 text-ink-2">That look-up was removed, or is in another workspace.</p>}
      {editor ? (
        <section className={opened ? 'mt-10' : undefined} aria-label="A new look-up">
          {opened && <h2 className="heading mb-3">Look up others</h2>}
          <VolumeForm
            key={opened?.lookup._id ?? 'new'}
            keywords={opened ? [] : (handed ?? [])}
            country={opened?.lookup.country ?? place.country}
            language={opened?.lookup.language ?? place.language}
          />
        </section>
      ) : (
        <p className="max-w-140 text-ink-2">
          You can open earlier look-ups here. To make one, ask the owner of this workspace to make you an editor.
        </p>
      )}
      {!opened && history.items.length === 0 && <WhatWorks sources={sources} hasImports={hasImports} />}
      <LookupHistory found={history} openId={opened?.lookup._id ?? null} base="/app/volumes" editor={editor} />
    </>
  )
}

/** Whose numbers there are without keys, and which setting opens the rest. */
function WhatWorks({ sources, hasImports }: { sources: ResearchSource[]; hasImports: boolean }) {
  const measuring = sources.filter(({ volumes }) => volumes)
  const open = measuring.filter(({ unavailable }) => unavailable === null)
  return (
    <EmptyState title="No look-ups yet." className="mt-9">
      {open.length > 0 ? (
        <p>
          {open.map(({ label }) => label).join(' or ')} is asked for Google’s own figures; numbers from imported files
          fill the gaps.
        </p>
      ) : (
        <>
          <p>
            {hasImports
              ? 'Without a key, the numbers are those of your imported files. Impressions stay impressions.'
              : 'Without a key, numbers come from files you import: Keyword Planner, Semrush, Ahrefs or any list with a volume column. None is there yet.'}
          </p>
          <p className="mt-1.5">
            Live figures open with a key. {measuring.map(({ unavailable }) => unavailable).join(' ')}
          </p>
        </>
      )}
      {!hasImports && (
        <p className="mt-1.5">
          <Link className="link" href="/app/imports">
            Import a file
          </Link>
        </p>
      )}
    </EmptyState>
  )
}
