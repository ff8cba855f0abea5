/** Each column adds to the one before. */
const columns = ['Without keys', 'With a search data key', 'And a language model']
/** What works with nothing connected, and what a key adds. A text says what is different. */
const rows: [feature: string, cells: [string, string, string]][] = [
  ['Google, Bing, DuckDuckGo, YouTube and Wikipedia suggestions, Stack Exchange discussions', ['Yes', 'Yes', 'Yes']],
  ['Search volume, CPC and keyword difficulty', ['from files you import', 'live', 'live']],
  ['Ranking pages with their headings and terms', ['from SearXNG, if you run it', 'live', 'live']],
  ['Topics and content plans', ['Yes', 'Yes', 'Yes']],
  ['Drafts with citations of ranking pages', ['quotes, with SearXNG', 'quotes by heading', 'written']],
  ['Humanizer', ['rules for English', 'rules for English', 'rewritten']],
  ['Blog, shared reports and PDF', ['Yes', 'Yes', 'Yes']],
  ['Publishing to WordPress, Ghost, Shopify and Webflow', ['Yes', 'Yes', 'Yes']],
  ['Listeners with email, webhook and RSS', ['Yes', 'Yes', 'Yes']],
  ['Your site’s pages, with Search Console queries', ['Yes', 'Yes', 'Yes']],
  ['Ranks in Google', ['with SearXNG', 'live', 'live']],
  ['Your brand in AI answers', ['No', 'with DataForSEO', 'the model’s vendor, too']],
]

/** The product by what is connected to it, so that nobody pays for a key before they know what it adds. */
export function WhatYouGet() {
  return (
    <section className="far-below mx-auto mt-20 w-full max-w-[1280px] px-5 sm:px-8" aria-labelledby="get">
      <h2 id="get" className="font-serif text-[clamp(28px,3.2vw,40px)] leading-[1.1] font-medium tracking-tight">
        What you get, with and without keys
      </h2>
      <p className="mt-3 max-w-[44em] text-m leading-relaxed text-ink-2">
        Keys are optional and yours: connect a source or a model when you need what it adds.
      </p>
      <table className="mt-7 w-full border-collapse text-s max-sm:text-xs">
        <thead>
          <tr className="border-b border-ink text-left">
            <th scope="col" className="py-2.5 pr-4 font-normal text-ink-3">
              Feature
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="w-1/5 py-2.5 pr-4 font-[550]">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([feature, cells]) => (
            <tr key={feature} className="border-b border-line">
              <th scope="row" className="py-2.5 pr-4 text-left font-normal">
                {feature}
              </th>
              {cells.map((cell, at) => (
                <td key={columns[at]} className="py-2.5 pr-4 max-sm:pr-2">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
