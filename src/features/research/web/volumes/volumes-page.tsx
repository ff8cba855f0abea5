import { Suspense } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { lazily } from '#web/components/lazily.ts'
import { useHandedKeywords } from '#web/keyword-handoff.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import type { ResearchSource } from '../../contract.ts'
import { LookupHistory } from '../lookup-history.tsx'
import { MissingLookup, ViewOnly } from '../lookup-state.tsx'
import { readLookups } from '../read-lookups.ts'
import { SetupDetails } from '../setup-details.tsx'
import type { Route } from './+types/volumes-page.ts'
import { VolumeForm } from './volume-form.tsx'

const VolumeResult = import.meta.env.SSR
  ? (await import('./volume-result.tsx')).VolumeResult
  : lazily(() => import('./volume-result.tsx').then((file) => file.VolumeResult))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Volumes · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { isNamed, opened, shown } = await readLookups(args, 'sv')
  return {
    ...shown,
    opened: opened?.volumes ? { lookup: opened.lookup, answer: opened.volumes } : null,
    isMissing: isNamed && !opened?.volumes,
  }
}

export default function VolumesPage({ loaderData }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const handed = useHandedKeywords(useSignedIn().workspace._id)
  const { sources, hasImports, history, opened, isMissing, locale } = loaderData
  return (
    <>
      <ScreenHead title="Volumes" meta="Monthly searches, history, CPC and competition for up to 1,000 keywords." />
      {opened && (
        <Suspense>
          <LateHydration>
            <VolumeResult lookup={opened.lookup} answer={opened.answer} editor={editor} />
          </LateHydration>
        </Suspense>
      )}
      {isMissing && <MissingLookup className="mb-6" />}
      {editor ? (
        <section className={opened ? 'mt-10' : undefined} aria-label="New lookup">
          {opened && <h2 className="heading mb-3">Look up more keywords</h2>}
          <VolumeForm
            key={opened?.lookup._id ?? 'new'}
            keywords={opened ? [] : (handed ?? [])}
            country={opened?.lookup.country ?? locale.country}
            language={opened?.lookup.language ?? locale.language}
            autoFocus={!opened}
          />
        </section>
      ) : (
        <ViewOnly />
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
    <EmptyState title="No lookups yet." className="mt-9">
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
