import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { type Report, reportsContract } from '../../contract.ts'

/** The topics of the sample world, by the names people type. */
export const sampleTopics = [
  'cold brew coffee',
  'standing desk',
  'sourdough starter',
  'electric bikes',
  'home composting',
] as const

export const isSampleTopic = (query: string) => (sampleTopics as readonly string[]).includes(query.trim().toLowerCase())

/** The demo's address for a query. */
export const demoHref = (query: string) => `/demo?q=${encodeURIComponent(query).replaceAll('%20', '+')}`

/** What the pictures of the public pages are about. */
export const sampleTopic = sampleTopics[0]

let known: Promise<Report> | null = null

/** The sample report that the empty demo shows: asked for once a process. Null when this visitor may not ask now. */
export async function sampleReport(call: Call): Promise<Report | null> {
  try {
    known ??= call(reportsContract.demo, { query: sampleTopic, country: 'US', language: 'en' }).then(
      ({ report }) => report,
    )
    return await known
  } catch (error) {
    known = null
    if (error instanceof AppError) return null
    throw error
  }
}
