import { sourceLabels } from '#providers/search-data/port.ts'
import { plural } from '#ui/format.ts'
import type { Frequency, Item } from '../contract.ts'

export const listenerHref = (id: string) => `/app/listeners/${id}`

export const frequencyOptions: { value: Frequency; label: string }[] = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
]
export const frequencyWords: Record<Frequency, string> = {
  daily: 'every day',
  weekly: 'every week',
  monthly: 'every month',
}

export const labelOfSource = (id: string) => (id in sourceLabels ? sourceLabels[id as keyof typeof sourceLabels] : id)

export const typeWords: Record<string, string> = {
  seed: 'the keyword itself',
  question: 'question',
  comparison: 'comparison',
  preposition: 'with a preposition',
  alphabetical: 'by letter',
  related: 'related',
}

export const stateWords: Record<Item['state'], string> = { new: 'New', active: 'Heard before', gone: 'Gone' }

/** "3 new, 1 gone"; for the first run "814 heard". */
export function newsInWords({ added, removed, first }: { added: number; removed: number; first: boolean }): string {
  if (first) return `${plural(added, 'phrase')} heard at first`
  const parts = [added > 0 ? `${plural(added, 'phrase')} new` : '', removed > 0 ? `${removed} gone` : ''].filter(
    Boolean,
  )
  return parts.join(', ') || 'nothing new'
}

/** One phrase a line, or separated by commas. */
export const phrasesOf = (text: string) => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
