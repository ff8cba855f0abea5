import { demoHref, sampleTopics } from '#features/reports/web/demo/static-sample.ts'
import { cx } from '#ui/class-names.ts'

/** The search of the start page; opens the demo, which shows a sample report where the search is empty. */
export function LandingSearch({ id, heading }: { id: string; heading?: boolean }) {
  return (
    <>
      <form action="/demo" noValidate>
        <label
          htmlFor={id}
          className={heading ? 'title text-[clamp(30px,4.5vw,48px)]' : 'font-serif text-xl text-ink-2'}
        >
          What do people ask about…
        </label>
        <div className={cx('flex items-stretch gap-2', heading ? 'mt-5' : 'mt-2')}>
          <input
            id={id}
            name="q"
            type="search"
            required
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            placeholder="cold brew coffee"
            className="h-13 min-w-0 flex-1 rounded-m border border-mark bg-panel px-4 font-serif text-[21px] hover:border-ink-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:-outline-offset-1"
          />
          <button
            type="submit"
            data-busy="Searching…"
            className="h-13 shrink-0 rounded-m bg-ink px-5 text-m font-[450] text-paper hover:bg-ink/88 aria-busy:opacity-70 sm:px-7"
          >
            Search
          </button>
        </div>
      </form>
      <p className="mt-3 text-s leading-7 text-ink-3">
        Try{' '}
        {sampleTopics.map((topic, at) => (
          <span key={topic}>
            {at > 0 && (at === sampleTopics.length - 1 ? ' or ' : ', ')}
            <a href={demoHref(topic)} className="link whitespace-nowrap text-ink-2 hover:text-ink">
              {topic}
            </a>
          </span>
        ))}
        . No account needed.
      </p>
    </>
  )
}
