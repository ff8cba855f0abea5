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
import { maxTrendKeywords, type ResearchSource, researchContract, trendRanges } from '../contract.ts'
import type { Route } from './+types/trends-page.ts'
import { LookupHistory } from './lookup-history.tsx'
import { SetupDetails } from './setup-details.tsx'
import { TrendForm } from './trend-form.tsx'
import { TrendResult } from './trend-result.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Trends · Earshot' }]

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
      call(researchContract.history, { workspace_id, kind: 'trends', page, limit: 10 }),
      id ? call(researchContract.get, { _id: id }).catch(notThere) : null,
    ]),
  )
  const locale = placeFrom(readCookie(args.request, placeCookie), args.request.headers.get('Accept-Language'))
  const given = params.getAll('keywords').flatMap((text) => text.trim().slice(0, 200) || [])
  return {
    sources: sources.items,
    hasImports: sources.has_imports,
    history,
    opened: opened?.trends ? { lookup: opened.lookup, answer: opened.trends } : null,
    isMissing: id !== null && !opened?.trends,
    locale,
    given: given.slice(0, maxTrendKeywords),
    range: trendRanges.find((range) => range === params.get('range')) ?? '12m',
  }
}

/** A look-up that was removed since the link was made: the screen is of use without it. */
function notThere(error: unknown) {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return null
  throw error
}

export default function TrendsPage({ loaderData }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const handed = useHandedKeywords(useSignedIn().workspace._id)
  const { sources, hasImports, history, opened, isMissing, locale, given, range } = loaderData
  const keywords = opened?.lookup.keywords ?? handed?.slice(0, maxTrendKeywords) ?? given
  return (
    <>
      <ScreenHead title="Trends" meta="Compare interest over time for up to 5 keywords." />
      {editor ? (
        <TrendForm
          key={opened?.lookup._id ?? 'new'}
          sources={sources}
          hasImports={hasImports}
          keywords={keywords}
          country={opened ? opened.lookup.country : locale.country}
          language={opened?.lookup.language ?? locale.language}
          range={opened?.lookup.range ?? range}
        />
      ) : (
        <p className="max-w-140 text-ink-2">
          You have view-only access. To run lookups, ask the workspace owner to make you an editor.
        </p>
      )}
      {isMissing && <p className="mt-6 text-ink-2">This lookup was deleted or is in another workspace.</p>}
      {opened ? (
        <TrendResult lookup={opened.lookup} answer={opened.answer} editor={editor} />
      ) : (
        history.items.length === 0 && <WhatWorks sources={sources} hasImports={hasImports} />
      )}
      <LookupHistory found={history} openId={opened?.lookup._id ?? null} base="/app/trends" editor={editor} />
    </>
  )
}

/** Who answers here without keys, and which setting opens the rest. */
function WhatWorks({ sources, hasImports }: { sources: ResearchSource[]; hasImports: boolean }) {
  const keyed = sources.filter(({ id }) => id === 'dataforseo' || id === 'serpapi')
  const open = keyed.filter(({ unavailable }) => unavailable === null)
  return (
    <EmptyState title="No lookups yet" className="mt-9">
      {open.length > 0 ? (
        <p>
          Google Trends comes from {open.map(({ label }) => label).join(' or ')}: relative interest and related queries.
        </p>
      ) : (
        <>
          <p>
            Google Trends isn’t set up on this server, so trends use Wikipedia page views
            {hasImports ? ' and the history in your imported files' : ''}.
          </p>
          <SetupDetails sources={keyed} />
        </>
      )}
      {!hasImports && (
        <p className="mt-1.5">
          Files with monthly data (Keyword Planner, Semrush, Search Console) can be{' '}
          <Link className="link" href="/app/imports">
            imported
          </Link>{' '}
          and charted here.
        </p>
      )}
    </EmptyState>
  )
}
