import type { EventData, SentType } from '../contract.ts'

/** An event as a chat shows it. */
export type EventText = { title: string; text: string; url: string | null }

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

const texts: { [Type in SentType]: (data: EventData<Type>) => EventText } = {
  'report.done': ({ query, keywords, url }) => ({
    title: `Report ready: ${query}`,
    text: keywords === 0 ? 'No keywords were found.' : `${count(keywords, 'keyword')} found.`,
    url,
  }),
  'report.failed': ({ query, error, url }) => ({ title: `Report failed: ${query}`, text: error, url }),
  'listener.changed': ({ keyword, added, removed, examples, url }) => ({
    title: `Keywords changed: ${keyword}`,
    text: [
      [added > 0 && `${count(added, 'new keyword')}`, removed > 0 && `${count(removed, 'lost keyword')}`]
        .filter(Boolean)
        .join(', '),
      examples.join(', '),
    ]
      .filter(Boolean)
      .join(': '),
    url,
  }),
  'document.finished': ({ title, words, url }) => ({
    title: `Draft ready: ${title}`,
    text: `${count(words, 'word')} to review.`,
    url,
  }),
  'batch.done': ({ name, done, failed, url }) => ({
    title: `Batch done: ${name}`,
    text: `${count(done, 'document')} to review${failed > 0 ? `, ${count(failed, 'item')} failed` : ''}.`,
    url,
  }),
  'rank.changed': ({ domain, up, down, examples, url }) => ({
    title: `Ranks changed: ${domain}`,
    text: `${count(up, 'keyword')} up, ${count(down, 'keyword')} down: ${examples.join(', ')}`,
    url,
  }),
  'site.decay': ({ site, pages, url }) => ({
    title: `${count(pages.length, 'page')} losing clicks: ${site}`,
    text: pages.map(({ page, change }) => `${page} ${Math.round(change * 100)}%`).join(', '),
    url,
  }),
  'answers.changed': ({ brand, moved, examples, url }) => ({
    title: `AI answers changed: ${brand}`,
    text: [moved > 0 && `${count(moved, 'prompt')} changed significantly`, ...examples].filter(Boolean).join(', '),
    url,
  }),
  'publication.published': ({ title, url }) => ({ title: `Published: ${title}`, text: url, url }),
  'plan.item_changed': ({ title, state, url }) => ({ title: `Plan: ${title}`, text: `Now: ${state}.`, url }),
}

/** What a chat says about an event. */
export function getEventText(type: string, data: Record<string, unknown>): EventText {
  if (type === 'test') return { title: 'Earshot can reach this channel', text: String(data.message), url: null }
  return (texts[type as SentType] as (data: Record<string, unknown>) => EventText)(data)
}
