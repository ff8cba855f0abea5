const refusals: [refuses: string, instead: string][] = [
  [
    'No invented numbers.',
    'Every number shows its source and date. When no source has one, you see a dash and the reason, never an estimate that looks like a measurement.',
  ],
  [
    'No waiting for slow sources.',
    'A report shows results as each source answers. A slow or blocked source doesn’t hold up the others, and you can stop at any time and keep the results so far.',
  ],
  [
    'No API keys to get started.',
    'Google, Bing, DuckDuckGo, YouTube and Wikipedia are queried live without a key. Connect paid sources to add search volumes, or import files from Search Console, Keyword Planner, Semrush or Ahrefs. Imports work offline.',
  ],
  [
    'No lock-in.',
    'Download every section as CSV, Excel, JSON or Markdown. Share a report by link, with a password and an expiration date if you want, or print it.',
  ],
]

/** What the product promises not to do, each with what it does instead. */
export function LandingRefusals() {
  return (
    <section className="far-below mt-16 border-y border-line bg-well py-20" aria-labelledby="refusals">
      <div className="mx-auto w-full max-w-[1280px] px-5 sm:px-8">
        <h2 id="refusals" className="text-s text-ink-2">
          Our principles
        </h2>
        <dl className="mt-6 border-t border-line-2">
          {refusals.map(([refuses, instead]) => (
            <div
              key={refuses}
              className="grid items-baseline gap-x-10 gap-y-2 border-b border-line-2 py-7 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
            >
              <dt className="font-serif text-[clamp(27px,3.4vw,44px)] leading-[1.08] font-[450] tracking-[-0.02em]">
                {refuses}
              </dt>
              <dd className="max-w-[40em] text-m leading-relaxed text-ink-2">{instead}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
