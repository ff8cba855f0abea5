import type { ReactNode } from 'react'
import { Phrase } from '#features/reports/web/phrase.tsx'
import { demoHref, pictureTopic } from '#features/reports/web/static-sample.ts'
import { formatCount } from '#ui/format.ts'
import type { LandingPicture } from './landing-page.tsx'

/** Three things a report holds, shown as plates of a book: each drawn from the sample report. */
export function LandingPlates({ picture }: { picture: LandingPicture }) {
  const { questions, comparisons, page, words, pagesRead } = picture
  const most = [...questions].sort((a, b) => (b.popularity ?? 0) - (a.popularity ?? 0)).slice(0, 7)
  return (
    <section className="mx-auto mt-14 w-full max-w-[1280px] px-5 sm:px-8" aria-label="What’s in a report">
      <Plate
        number={1}
        title="Questions in people’s own words"
        text="Collected from autocomplete suggestions. Each question shows which sources suggested it and how high they ranked it. Connect a paid source to add search volumes."
      >
        <ol className="border-t border-line">
          {most.map((row) => (
            <li key={row._id} className="flex items-center gap-4 border-b border-line py-2.5">
              <span className="min-w-0 flex-1 font-serif text-[clamp(17px,1.7vw,22px)] leading-snug">{row.text}</span>
              <span className="h-[3px] w-20 rounded-xs bg-line max-sm:hidden" aria-hidden>
                <span className="block h-full rounded-xs bg-ink-2" style={{ width: `${row.popularity ?? 0}%` }} />
              </span>
              <span className="w-8 text-right font-[550]">
                {row.popularity === null ? '—' : Math.round(row.popularity)}
              </span>
            </li>
          ))}
        </ol>
        <Caption>Popularity, 0–100: how often and how high sources suggested it. It isn’t search volume.</Caption>
      </Plate>
      {comparisons.length > 0 && (
        <Plate
          number={2}
          title="What people compare"
          text="“Versus”, “or”, “instead of”: choices people haven’t made yet, so a page can still help them decide."
        >
          <ul className="gap-x-10 sm:columns-2">
            {comparisons.slice(0, 14).map((row) => (
              <li key={row._id} className="break-inside-avoid border-b border-line py-2 font-serif text-l leading-snug">
                <Phrase text={row.text} seed={pictureTopic} joint={row.modifier} />
              </li>
            ))}
          </ul>
        </Plate>
      )}
      {page && (
        <Plate
          number={3}
          title="The pages that already rank"
          text="Earshot reads the pages that rank and shows their word count, headings and terms. Add the headings you need to your outline."
        >
          <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <ul className="border-t border-line">
              {page.headings.slice(0, 9).map((heading, at) => (
                <li
                  key={at}
                  className={`flex items-baseline gap-3 border-b border-line py-1.5 ${heading.type === 'h3' ? 'pl-6' : ''}`}
                >
                  <span className="w-5 shrink-0 text-2xs font-semibold text-ink-3">{heading.type.toUpperCase()}</span>
                  <span className="font-serif text-m leading-snug">{heading.text}</span>
                </li>
              ))}
            </ul>
            {words && (
              <div>
                <p className="font-serif text-[56px] leading-none font-[450] tracking-tight">
                  {formatCount(words.median)}
                </p>
                <p className="mt-1 text-ink-2">
                  words, median of {formatCount(pagesRead)} pages.
                  <br />
                  Shortest: {formatCount(words.low)} words. Longest: {formatCount(words.high)}.
                </p>
              </div>
            )}
          </div>
          <Caption>Headings of the top page: {page.title}.</Caption>
        </Plate>
      )}
      <p className="mt-8 text-s text-ink-3 lg:pl-[calc((100%-40px)*0.3333+40px)]">
        All three come from{' '}
        <a className="link text-ink-2" href={demoHref(pictureTopic)}>
          the sample report on {pictureTopic}
        </a>
        .
      </p>
    </section>
  )
}

type PlateProps = { number: number; title: string; text: string; children: ReactNode }

function Plate({ number, title, text, children }: PlateProps) {
  return (
    <div className="far-below grid gap-x-10 gap-y-6 border-t border-line py-14 [--tall:640px] lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div>
        <p className="text-xs text-ink-3">Fig. {number}</p>
        <h2 className="mt-2 font-serif text-[28px] leading-[1.15] font-medium tracking-tight">{title}</h2>
        <p className="mt-3 max-w-[38em] text-m leading-relaxed text-ink-2">{text}</p>
      </div>
      <figure className="min-w-0">{children}</figure>
    </div>
  )
}

const Caption = ({ children }: { children: ReactNode }) => (
  <figcaption className="mt-3 text-xs text-ink-3">{children}</figcaption>
)
