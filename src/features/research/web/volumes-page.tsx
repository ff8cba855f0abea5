import { AppError } from '#kit/errors.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { useHandedKeywords } from '#web/keyword-handoff.ts'
import { orRespond } from '#web/loader-calls.ts'
import { placeCookie, placeFrom } from '#web/locales.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { readCookie, requireWorkspace } from '#web/session.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { type ResearchSource, researchContract } from '../contract.ts'
import type { Route } from './+types/volumes-page.ts'
import { LookupHistory } from './lookup-history.tsx'
import { SetupDetails } from './setup-details.tsx'
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
    isMissing: id !== null && !opened?.volumes,
    locale: placeFrom(readCookie(args.request, placeCookie), args.request.headers.get('Accept-Language')),
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
  const handed = useHandedKeywords(useSignedIn().workspace._id)
  const { sources, hasImports, history, opened, isMissing, locale } = loaderData
  return (
    <>
      <ScreenHead title="Volumes" meta="Monthly searches, history, CPC and competition for up to 1,000 keywords." />
      {opened && <VolumeResult lookup={opened.lookup} answer={opened.answer} editor={editor} />}
      {isMissing && <p className="mb-6 text-ink-2">This lookup was deleted or is in another workspace.</p>}
      {editor ? (
        <section className={opened ? 'mt-10' : undefined} aria-label="New lookup">
          {opened && <h2 className="heading mb-3">Look up more keywords</h2>}
          <VolumeForm
            key={opened?.lookup._id ?? 'new'}
            keywords={opened ? [] : (handed ?? [])}
            country={opened?.lookup.country ?? locale.country}
            language={opened?.lookup.language ?? locale.language}
          />
        </section>
      ) : (
        <p className="max-w-140 text-ink-2">
          You have view-only access. To run lookups, ask the workspace owner to make you an editor.
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
    <EmptyState title="No lookups yet" className="mt-9">
      {open.length > 0 ? (
        <p>
          {open.map(({ label }) => label).join(' or ')} provides Google’s own search volumes. Imported files fill the
          gaps.
        </p>
      ) : (
        <>
          <p>
            {hasImports
              ? 'Live search volumes aren’t set up on this server, so numbers come from your imported files. Impressions stay impressions.'
              : 'Live search volumes aren’t set up on this server. Import a Keyword Planner, Semrush or Ahrefs file, or any list with a volume column.'}
          </p>
          <SetupDetails sources={measuring} />
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
