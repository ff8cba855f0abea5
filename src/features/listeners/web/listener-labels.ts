import { sourceLabels } from '#providers/search-data/port.ts'
import type { Frequency } from '../contract.ts'

export const listenerHref = (id: string) => `/app/listeners/${id}`

export const frequencyOptions: { value: Frequency; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
]
export const frequencyWords: Record<Frequency, string> = {
  daily: 'daily',
  weekly: 'weekly',
  monthly: 'monthly',
}

export const getSourceLabel = (id: string) => (id in sourceLabels ? sourceLabels[id as keyof typeof sourceLabels] : id)

export const typeWords: Record<string, string> = {
  seed: 'exact keyword',
  question: 'question',
  comparison: 'comparison',
  preposition: 'preposition',
  alphabetical: 'alphabetical',
  related: 'related',
}

/** One phrase per line, or separated by commas. */
export const getPhrases = (text: string) => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
