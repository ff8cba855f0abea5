import { z } from 'zod'
import { tidy } from './normalize-answer.ts'
import type { AiOverview } from './port.ts'
import { optionalField, sideRows } from './readable-rows.ts'

/** Google's AI overview as the vendors of results pages tell it. */

const none: AiOverview = { present: false, text: null, citations: null }

const reference = z.object({ link: z.string(), title: optionalField(z.string()) })
type Block = { snippet?: string | null; title?: string | null; list?: Block[] | null }
const block: z.ZodType<Block> = z.object({
  title: optionalField(z.string()),
  snippet: optionalField(z.string()),
  get list() {
    return optionalField(z.array(block))
  },
})
const serpApiOverview = z.object({
  ai_overview: z
    .object({
      text_blocks: sideRows(block),
      references: z.array(z.unknown()).nullish(),
      /** The overview itself is in a request of its own. */
      page_token: optionalField(z.string()),
      error: optionalField(z.string()),
    })
    .nullish()
    .catch(null),
})

/** Source: https://serpapi.com/ai-overview */
export function getSerpApiOverview(body: unknown): AiOverview {
  const overview = serpApiOverview.safeParse(body).data?.ai_overview
  if (!overview || overview.error) return none
  const text = overview.text_blocks.map(toText).filter(Boolean).join('\n')
  if (text === '' && overview.page_token) return { present: true, text: null, citations: null }
  const references = (overview.references ?? []).flatMap((one) => reference.safeParse(one).data ?? [])
  return {
    present: true,
    text: text || null,
    citations: toCitations(references.map((one) => ({ ...one, url: one.link }))),
  }
}

const toText = ({ title, snippet, list }: Block): string =>
  [title, snippet, ...(list ?? []).map((one) => `- ${toText(one)}`)].filter(Boolean).join('\n')

const dataForSeoOverview = z.object({
  type: z.literal('ai_overview'),
  markdown: optionalField(z.string()),
  /** True when Google loads it after the page. */
  asynchronous_ai_overview: optionalField(z.boolean()),
  references: z.array(z.unknown()).nullish(),
  items: sideRows(z.object({ text: optionalField(z.string()), title: optionalField(z.string()) })),
})
const dataForSeoReference = z.object({ url: z.string(), title: optionalField(z.string()) })

/** Source: https://docs.dataforseo.com/v3/serp/google/organic/live/advanced */
export function getDataForSeoOverview(items: readonly unknown[]): AiOverview {
  const found = items.flatMap((item) => dataForSeoOverview.safeParse(item).data ?? [])[0]
  if (!found) return none
  const text =
    found.markdown ??
    found.items
      .map((item) => item.text ?? item.title)
      .filter(Boolean)
      .join('\n')
  // Without its text it was not loaded, and what it cites isn’t known.
  if (!text && (found.references ?? []).length === 0) return { present: true, text: null, citations: null }
  const references = (found.references ?? []).flatMap((one) => dataForSeoReference.safeParse(one).data ?? [])
  return { present: true, text: text || null, citations: toCitations(references) }
}

const maxCitations = 100

function toCitations(found: readonly { url: string; title?: string | null }[]) {
  const citations = new Map<string, { url: string; title: string | null }>()
  for (const { url, title } of found) {
    const address = URL.parse(url)
    if (address && /^https?:$/.test(address.protocol) && url.length <= 2000)
      citations.set(address.href, { url, title: tidy(title).slice(0, 300) || null })
    if (citations.size === maxCitations) break
  }
  return [...citations.values()]
}
