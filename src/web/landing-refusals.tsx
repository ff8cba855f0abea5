const refusals: [refuses: string, instead: string][] = [
  [
    'It will not invent a number.',
    'Every figure names its source and its date. Where nobody knows, there is a dash and the reason for it, never an estimate dressed as a measurement.',
  ],
  [
    'It will not leave you waiting.',
    'A report shows each source as it answers. One that is slow or blocked costs only itself; you can stop at any time and keep what came.',
  ],
  [
    'It will not ask for keys first.',
    'Google, Bing, DuckDuckGo, YouTube and Wikipedia are asked live without one. Paid sources add volumes when you connect them, and exports from Search Console, Keyword Planner, Semrush or Ahrefs work with no network at all.',
  ],
  [
    'It will not keep your data to itself.',
    'Every section downloads as CSV, Excel, JSON or Markdown. A report opens to others by a link, with a password and an end date if you like, and prints as a document.',
  ],
]

/** What the product promises not to do, each with what it does instead. */
export function LandingRefusals() {
  return (
    <section className="far-below mt-16 border-y border-line bg-well py-20" aria-labelledby="refusals">
      <div className="mx-auto w-full max-w-[1280px] px-5 sm:px-8">
        <h2 id="refusals" className="text-s text-ink-2">
          What it refuses to do
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
