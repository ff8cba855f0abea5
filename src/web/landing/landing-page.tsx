import type { ComponentProps } from 'react'
import type { MetaDescriptor } from 'react-router'
import { plansContract } from '#features/plans/contract.ts'
import { sampleQuestions } from '#features/reports/web/demo/sample-questions.ts'
import { demoHref, sampleTopic } from '#features/reports/web/demo/static-sample.ts'
import { QuestionWheel } from '#features/reports/web/report/questions/question-wheel.tsx'
import { groupId } from '#features/reports/web/report/questions/wheel-drawing.tsx'
import { QuestionsAnswered, toFaqPage } from '../components/questions-answered.tsx'
import { pageContext } from '../public-pages/page-context.ts'
import { publicLinks } from '../public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '../public-pages/public-frame.tsx'
import { publicMeta } from '../public-pages/public-meta.ts'
import type { Route } from './+types/landing-page.ts'
import { LandingCommand } from './install-command.tsx'
import { LandingPlans } from './landing-plans.tsx'
import { landingQuestions } from './landing-questions.ts'
import { LandingSearch } from './landing-search.tsx'
import { LandingRefusals } from './principles-section.tsx'
import { ProductTour, TourSteps } from './product-tour.tsx'
import { WhatYouGet } from './what-you-get.tsx'

export const handle = publicHandle
export const links = publicLinks

const description =
  'Earshot collects what people search for about a topic, plans the pages that answer it and helps you write them. Every number shows its source and date. Open source, on your own server.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn } = context.get(pageContext)
  const catalog = await call(plansContract.catalog, {})
  return {
    publicUrl,
    signedIn,
    accountDeleted: !signedIn && new URL(request.url).searchParams.get('account') === 'deleted',
    questions: sampleQuestions,
    plans: catalog.items.filter(({ price }) => price.month !== undefined || price.year !== undefined),
  }
}

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
          toFaqPage(landingQuestions),
        ],
      },
    },
  ]
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { questions, plans, signedIn, accountDeleted } = loaderData
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
        <Hero questions={questions} />
        <TourSteps />
        <ProductTour />
        <LandingCommand />
        <WhatYouGet />
        <LandingRefusals />
        {plans.length > 0 && <LandingPlans plans={plans} />}
        <div className="mx-auto mt-20 w-full max-w-[1280px] px-5 sm:px-8">
          <QuestionsAnswered id="questions" title="Questions people ask about Earshot" items={landingQuestions} />
        </div>
        <section className="mx-auto mt-28 w-full max-w-[860px] px-5 sm:px-8">
          <LandingSearch id="ask-again" heading />
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

type WheelRows = ComponentProps<typeof QuestionWheel>['rows']

function Hero({ questions }: { questions: WheelRows }) {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid w-full max-w-[1280px] items-center gap-x-6 gap-y-10 px-5 pt-8 pb-14 sm:px-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:pt-2">
        <div className="relative z-10 min-w-0">
          <h1 className="font-serif text-[clamp(46px,6.4vw,88px)] leading-[0.98] font-[450] tracking-[-0.03em]">
            Hear what people ask.
          </h1>
          <p className="mt-6 max-w-[34em] text-[17px] leading-relaxed text-ink-2">{description}</p>
          <div className="mt-9">
            <LandingSearch id="ask" />
          </div>
        </div>
        <figure className="relative min-w-0">
          <Rings />
          <QuestionWheel
            seed={sampleTopic}
            rows={questions}
            width={780}
            drawn
            legend={false}
            getHref={(group) => `${demoHref(sampleTopic)}#${groupId(group)}`}
          />
          <figcaption className="mt-3 text-center text-xs text-ink-3">
            What people ask about {sampleTopic}. Sample data, in the same chart reports use.
          </figcaption>
        </figure>
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
