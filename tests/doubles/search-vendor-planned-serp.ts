/** Result pages that a test plans, in the shape of DataForSEO's example of `serp/google/organic/task_get/advanced`. */

/** `features`: types of items besides organic results, such as "local_pack". */
export type PlannedSerp = {
  urls: readonly string[]
  features: readonly string[]
  /** Pages that the AI overview cites, and its text. Without it there is none. */
  aiOverview?: { urls: readonly string[]; text: string }
  /** Results whose rectangle the vendor doesn't give, although it was asked to. */
  unmeasured?: readonly string[]
}

const heights: Record<string, number> = { ai_overview: 320, people_also_ask: 240, organic: 110 }
const topOfResults = 160

/** With `calculate_rectangles`, each item's coordinates and size in pixels; else they're null. */
export function addRectangles(
  items: readonly { type: string; url?: string | null }[],
  isAsked: boolean,
  unmeasured: readonly string[] = [],
) {
  let y = topOfResults
  return items.map((item) => {
    const height = heights[item.type] ?? 200
    const rectangle = { x: 180, y, width: 652, height }
    y += height
    const isGiven = isAsked && !(item.url && unmeasured.includes(item.url))
    return { ...item, rectangle: isGiven ? rectangle : null }
  })
}

/** Features above the results, then the results; related searches end the page. */
export function toPlannedItems(
  keyword: string,
  { urls, features, aiOverview }: PlannedSerp,
  depth = 10,
): { type: string; url?: string | null }[] {
  const above = [...(aiOverview ? ['ai_overview'] : []), ...features].map((type, index) => ({
    type,
    rank_group: 1,
    rank_absolute: index + 1,
    position: 'left',
    ...(featureFields[type] ?? {}),
    ...(type === 'ai_overview' && aiOverview ? toAiOverview(aiOverview) : {}),
  }))
  const organic = urls.slice(0, depth).map((url, index) => {
    const { hostname, pathname } = new URL(url)
    return {
      type: 'organic',
      rank_group: index + 1,
      rank_absolute: above.length + index + 1,
      position: 'left',
      domain: hostname,
      title: `${keyword} | ${hostname}`,
      url,
      cache_url: null,
      related_search_url: null,
      breadcrumb: `https://${hostname} › ${pathname.split('/').filter(Boolean).join(' › ')}`,
      website_name: hostname,
      is_image: false,
      is_video: false,
      is_featured_snippet: false,
      is_malicious: false,
      is_web_story: false,
      description: `All about ${keyword}.`,
      pre_snippet: null,
      extended_snippet: null,
      amp_version: false,
      rating: null,
      price: null,
      highlighted: [keyword],
      links: null,
      faq: null,
      extended_people_also_search: null,
      about_this_result: null,
      related_result: null,
      timestamp: null,
    }
  })
  const related = {
    type: 'related_searches',
    rank_group: 1,
    rank_absolute: above.length + organic.length + 1,
    position: 'left',
    items: [`${keyword} near me`],
  }
  return [...above, ...organic, related]
}

const toAiOverview = ({ urls, text }: { urls: readonly string[]; text: string }) => ({
  asynchronous_ai_overview: false,
  markdown: text,
  items: [{ type: 'ai_overview_element', position: 'left', title: null, text, markdown: text, links: null }],
  references: urls.map((url) => ({
    type: 'ai_overview_reference',
    position: 'left',
    source: new URL(url).hostname,
    domain: new URL(url).hostname,
    url,
    title: new URL(url).hostname,
    text: null,
  })),
})

const featureFields: Record<string, object> = {
  local_pack: { title: 'The Copper Shop', description: '0.1 mi', domain: null, phone: null, url: null, is_paid: false },
  shopping: { title: 'See results', items: [{ type: 'shopping_element', title: 'Kettle', price: { current: 49 } }] },
  people_also_ask: {
    items: [{ type: 'people_also_ask_element', title: 'Is copper safe?', seed_question: null, expanded_element: [] }],
  },
}
