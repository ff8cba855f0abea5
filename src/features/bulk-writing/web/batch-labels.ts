import { formatUsd, plural } from '#ui/format/format.ts'
import type { BatchHead, BatchStatus, ChainStep, ItemStep } from '../contract-batch.ts'

/** What batches are called on screens. */

export const batchesPath = '/app/plan/batches'
export const batchHref = (id: string) => `${batchesPath}/${id}`

export const batchStatusLabels: Record<BatchStatus, string> = {
  queued: 'Starting',
  running: 'Writing',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Canceled',
}

export const stepLabels: Record<ItemStep, string> = {
  outline: 'Outline',
  brief: 'Brief',
  article: 'Article',
  humanize: 'Humanize',
  score: 'Score',
}

/** What a batch writes: articles, or only the outlines or briefs for them. */
const nouns: Record<'article' | 'brief' | 'outline', [string, string]> = {
  article: ['article', 'articles'],
  brief: ['brief', 'briefs'],
  outline: ['outline', 'outlines'],
}

export const countTexts = (count: number, chain: readonly ChainStep[]) =>
  plural(count, ...nouns[chain.includes('article') ? 'article' : chain.includes('brief') ? 'brief' : 'outline'])

export function getHeading({ status, chain, counts, total }: Pick<BatchHead, 'status' | 'chain' | 'counts' | 'total'>) {
  const done = total === counts.done ? countTexts(total, chain) : `${counts.done} of ${countTexts(total, chain)}`
  if (status === 'paused') return `Paused: ${done} written`
  if (status === 'cancelled') return `Canceled: ${done} written`
  if (status === 'failed') return 'Nothing could be written'
  if (status === 'done') return `${done} ready for review`
  return `Writing ${countTexts(total, chain)}`
}

/** US dollars to read: whole cents, and two digits of less than ten. */
export const toShownUsd = (usd: number) => formatUsd(usd >= 0.1 ? usd : Number(usd.toPrecision(2)))
