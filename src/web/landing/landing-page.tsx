import type { MetaDescriptor } from 'react-router'
import { demoHref, pictureTopic, sampleReport } from '#features/reports/web/static-sample.ts'
import { groupId, PlainWheel } from '#features/reports/web/static-wheel.tsx'
import { pageContext } from '../page-context.ts'
import { publicLinks } from '../public-fonts.ts'
import { PublicFrame, publicHandle } from '../public-frame.tsx'
import { publicMeta } from '../public-meta.ts'
import type { Route } from './+types/landing-page.ts'
import { LandingPlates } from './feature-section.tsx'
import { LandingCommand } from './install-command.tsx'
import { LandingAsk } from './landing-search.tsx'
import { LandingRefusals } from './principles-section.tsx'

export const handle = publicHandle
export const links = publicLinks

const description =
  'Earshot collects what people search for about a topic: the questions, the comparisons and the pages that answer them. Every number shows its source and date.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn } = context.get(pageContext)
  const report = await sampleReport(call)
  return {
    publicUrl,
    signedIn,
    accountDeleted: !signedIn && new URL(request.url).searchParams.get('account') === 'deleted',
    picture: report && {
      questions: report.sections.questions ?? [],
      comparisons: report.sections.comparisons ?? [],
      page: report.sections.serp?.[0] ?? null,
      words: report.sections.overview?.words ?? null,
      pagesRead: report.sections.serp?.length ?? 0,
    },
  }
}

export type LandingPicture = NonNullable<Awaited<ReturnType<typeof loader>>['picture']>

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  const publicUrl = loaderData?.publicUrl ?? ''
  return [
    ...publicMeta({ title: 'Earshot · Hear what people ask', description, publicUrl, path: '/' }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'WebSite',
            name: 'Earshot',
            url: `${publicUrl}/`,
            potentialAction: {
              '@type': 'SearchAction',
              target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/demo?q={query}` },
              'query-input': 'required name=query',
            },
          },
          {
            '@type': 'WebApplication',
            name: 'Earshot',
            url: `${publicUrl}/`,
            description,
            applicationCategory: 'BusinessApplication',
            operatingSystem: 'Any',
          },
        ],
      },
    },
  ]
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { picture, signedIn, accountDeleted } = loaderData
  return (
    <PublicFrame signedIn={signedIn}>
      <main>
        {accountDeleted && (
          <p role="status" className="mx-auto w-full max-w-[1280px] px-5 pt-4 sm:px-8">
            <span className="block border-good border-l-2 bg-panel px-3.5 py-2 text-m">
              Your account was deleted, along with everything that belonged only to you.
            </span>
          </p>
        )}
        <Hero picture={picture} />
        {picture && <LandingPlates picture={picture} />}
        <LandingRefusals />
        <LandingCommand />
        <section className="mx-auto mt-28 w-full max-w-[860px] px-5 sm:px-8">
          <LandingAsk id="ask-again" heading />
          {!signedIn && (
            <p className="mt-7 text-m text-ink-2">
              <a className="link text-ink" href="/signup">
                Create an account
              </a>{' '}
              to save your reports.
            </p>
          )}
        </section>
      </main>
    </PublicFrame>
  )
}

function Hero({ picture }: { picture: LandingPicture | null }) {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid w-full max-w-[1280px] items-center gap-x-6 gap-y-10 px-5 pt-8 pb-14 sm:px-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:pt-2">
        <div className="relative z-10 min-w-0">
          <h1 className="font-serif text-[clamp(46px,6.4vw,88px)] leading-[0.98] font-[450] tracking-[-0.03em]">
            Hear what people ask.
          </h1>
          <p className="mt-6 max-w-[34em] text-[17px] leading-relaxed text-ink-2">{description}</p>
          <div className="mt-9">
            <LandingAsk id="ask" />
          </div>
        </div>
        {picture && (
          <figure className="relative min-w-0">
            <Rings />
            <PlainWheel
              seed={pictureTopic}
              rows={picture.questions}
              width={780}
              drawn
              legend={false}
              getHref={(group) => `${demoHref(pictureTopic)}#${groupId(group)}`}
            />
            <figcaption className="mt-3 text-center text-xs text-ink-3">
              What people ask about {pictureTopic}. Sample data, in the same chart reports use.
            </figcaption>
          </figure>
        )}
      </div>
    </section>
  )
}

/** What is out of earshot, and what is not: circles that fade with distance. */
function Rings() {
  const circles = [430, 520, 620, 730, 850, 980]
  return (
    <svg
      viewBox="-390 -390 780 780"
      aria-hidden
      fill="none"
      className="pointer-events-none absolute top-0 left-0 -z-10 h-auto w-full overflow-visible max-sm:hidden"
    >
      {circles.map((radius, at) => (
        <circle key={radius} r={radius} className="stroke-line" opacity={0.9 - at * 0.14} />
      ))}
    </svg>
  )
}
