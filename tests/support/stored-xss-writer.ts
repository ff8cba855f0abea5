import { type Call, createClient } from '../../src/kit/client.ts'
import type { RunningEarshot } from '../faults/earshot-process.ts'

export type Writer = Awaited<ReturnType<typeof createWriter>>

/** Calls of the signed-in owner, of anybody and of nobody. */
export async function createWriter(earshot: RunningEarshot) {
  const { call, token, workspaceId: workspace_id } = await earshot.signIn()
  const anonymous = createClient({ baseUrl: earshot.url })
  const as = (of: string): Call =>
    createClient({ baseUrl: earshot.url, headers: () => ({ Authorization: `Bearer ${of}` }) })
  /** Runs several in parallel, because the server has many workers. */
  const each = async <Item, Made>(items: Item[], make: (item: Item, at: number) => Promise<Made>): Promise<Made[]> => {
    const made: Made[] = []
    const left = items.entries()
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (const [at, item] of left) made[at] = await make(item, at)
      }),
    )
    return made
  }
  /** Reads a streaming call to its end. */
  const streamed = async (at: string, body: unknown) =>
    (
      await fetch(earshot.url + at, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    ).text()

  return {
    call,
    token,
    anonymous,
    as,
    each,
    streamed,
    workspace_id,
    here: { workspace_id, country: 'US', language: 'en' } as const,
  }
}
