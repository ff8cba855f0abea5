import type { Heading } from '#features/reports/contract.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { mergeOutline } from '../rules/generation/generation-plan.ts'
import { countWords, getHeadings } from '../rules/markdown-text.ts'

/** `outline`: the text's headings plus planned headings that aren't written yet. */
export type TextStats = { words: number; outline: Heading[] }

/** `plan` and `previous` (the outline and the text it belongs to) are only needed for the outline. */
export type TextStatsTask = { text: string; previous?: string; plan?: Heading[] }

/**
 * Returns the word count and outline of a Markdown text. Counting takes up to 1 µs a character, so long texts are read in a
 * worker thread.
 */
export type GetTextStats = (task: TextStatsTask, workspaceId: string | null) => Promise<TextStats>

/** In characters, about 3,000 words: what is read on the event loop at most. */
export const maxInlineText = 20_000

export const createTextStats =
  (threads: Threads): GetTextStats =>
  async (task, workspaceId) =>
    task.text.length + (task.previous?.length ?? 0) <= maxInlineText
      ? readStats(task)
      : threads.run<TextStats>(new URL('./text-stats-thread.ts', import.meta.url), task, {
          pool: 'texts',
          // Not behind the workspace's scores, which take longer.
          turn: `stats ${workspaceId}`,
        })

export const readStats = ({ text, previous = '', plan = [] }: TextStatsTask): TextStats => ({
  words: countWords(text),
  outline: mergeOutline(plan, getHeadings(text), getHeadings(previous)),
})
