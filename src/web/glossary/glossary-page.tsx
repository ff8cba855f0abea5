import { pageContext } from '../public-pages/page-context.ts'
import { publicLinks } from '../public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '../public-pages/public-frame.tsx'
import { publicMeta } from '../public-pages/public-meta.ts'
import type { Route } from './+types/glossary-page.ts'
import { type GlossaryEntry, glossaryGroups } from './glossary.ts'
import { glossaryEntries } from './glossary-entries.ts'

export const handle = publicHandle
export const links = publicLinks

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, signedIn } = context.get(pageContext)
  return { publicUrl, signedIn }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Glossary · Earshot',
    description:
      'Search volume, keyword difficulty, content score and every other metric in Earshot: how it’s computed, by whom, and what it can’t tell.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: '/docs/glossary',
  })

const labels: Record<GlossaryEntry['group'], string> = {
  keywords: 'Keywords',
  reports: 'Reports and trends',
  listeners: 'Listeners',
  content: 'Content',
  plans: 'Plans',
}
const groups = glossaryGroups.map((name) => ({ name, label: labels[name] }))

/** Every metric and term on screen, whole without a script. */
export default function GlossaryPage({ loaderData: { signedIn } }: Route.ComponentProps) {
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto w-full max-w-[1280px] px-5 pb-8 sm:px-8">
        <header className="max-w-[62ch] pt-6 lg:pt-10">
          <h1 className="title">Glossary</h1>
          <p className="mt-2 text-m text-ink-2 leading-relaxed">
            Every metric and term in Earshot: how it’s computed, by whom, and what it can’t tell.
          </p>
        </header>
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[230px_minmax(0,1fr)]">
          <nav
            aria-label="Terms"
            className="text-s lg:sticky lg:top-6 lg:max-h-[calc(100dvh-48px)] lg:self-start lg:overflow-y-auto"
          >
            {groups.map(({ name, label }) => (
              <div key={name} className="mb-4">
                <p className="mb-1 font-[550]">{label}</p>
                <ul className="flex flex-wrap gap-x-4 lg:block">
                  {entriesIn(name).map(({ id, term }) => (
                    <li key={id}>
                      <a
                        href={`#${id}`}
                        className="inline-block rounded-s py-1 text-ink-2 no-underline hover:text-ink hover:underline"
                      >
                        {term}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <div className="grid max-w-[72ch] gap-12">
            {groups.map(({ name, label }) => (
              <section key={name} aria-labelledby={`group-${name}`}>
                <h2 id={`group-${name}`} className="heading mb-3">
                  {label}
                </h2>
                {entriesIn(name).map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </section>
            ))}
          </div>
        </div>
      </main>
    </PublicFrame>
  )
}

const entriesIn = (group: GlossaryEntry['group']) => glossaryEntries.filter((entry) => entry.group === group)

function Entry({ entry }: { entry: GlossaryEntry }) {
  const parts = [
    ['How it’s computed', entry.computed],
    ['Source', entry.source],
    ['What it can’t tell', entry.limits],
  ] as const
  return (
    <article
      id={entry.id}
      aria-labelledby={`${entry.id}-term`}
      className="scroll-mt-4 border-line border-t py-5 target:border-accent"
    >
      <h3 id={`${entry.id}-term`} className="font-[550] text-l">
        <a href={`#${entry.id}`} className="no-underline hover:underline">
          {entry.term}
        </a>
        {entry.short && <span className="ml-2 font-normal text-ink-3 text-s">{entry.short}</span>}
      </h3>
      <p className="mt-1 text-m leading-relaxed [overflow-wrap:anywhere]">{entry.meaning}</p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-s leading-relaxed sm:grid-cols-[150px_minmax(0,1fr)]">
        {parts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3 max-sm:mt-1">{name}</dt>
            <dd className="text-ink-2 [overflow-wrap:anywhere] max-sm:-mt-1.5">{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
