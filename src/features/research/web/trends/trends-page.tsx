import { Suspense } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { lazily } from '#web/components/lazily.ts'
import { useHandedKeywords } from '#web/keyword-handoff.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { maxTrendKeywords, type ResearchSource, trendRanges } from '../../contract.ts'
import { LookupHistory } from '../lookup-history.tsx'
import { MissingLookup, ViewOnly } from '../lookup-state.tsx'
import { readLookups } from '../read-lookups.ts'
import { SetupDetails } from '../setup-details.tsx'
import type { Route } from './+types/trends-page.ts'
import { TrendForm } from './trend-form.tsx'

const TrendResult = import.meta.env.SSR
  ? (await import('./trend-result.tsx')).TrendResult
  : lazily(() => import('./trend-result.tsx').then((file) => file.TrendResult))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Trends · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { params, isNamed, opened, shown } = await readLookups(args, 'trends')
  const given = params.getAll('keywords').flatMap((text) => text.trim().slice(0, 200) || [])
  return {
    ...shown,
    opened: opened?.trends ? { lookup: opened.lookup, answer: opened.trends } : null,
    isMissing: isNamed && !opened?.trends,
    given: given.slice(0, maxTrendKeywords),
    range: trendRanges.find((range) => range === params.get('range')) ?? '12m',
  }
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
          autoFocus={!opened}
        />
      ) : (
        <ViewOnly />
      )}
      {isMissing && <MissingLookup className="mt-6" />}
      {opened ? (
        <Suspense>
          <LateHydration>
            <TrendResult lookup={opened.lookup} answer={opened.answer} editor={editor} />
          </LateHydration>
        </Suspense>
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
    <EmptyState title="No lookups yet." className="mt-9">
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
