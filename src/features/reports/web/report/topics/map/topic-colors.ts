import type { Cluster } from '../../../../contract.ts'
import { getIntentLabel, intentColors, isIntent } from '../topic-labels.ts'

/** What colors of the topic map stand for. */

export type ColorBy = 'intent' | 'difficulty' | 'rank'
export const colorLabels: Record<ColorBy, string> = { intent: 'Intent', difficulty: 'Difficulty', rank: 'Your rank' }

export type TopicColor = { label: string; tint: string; hue: string }

const noColor = (label: string): TopicColor => ({ label, tint: 'bg-well', hue: 'border border-mark bg-well' })
const { blue, green, teal, amber, plum } = {
  blue: { tint: 'bg-tint-blue', hue: 'bg-hue-blue' },
  green: { tint: 'bg-tint-green', hue: 'bg-hue-green' },
  teal: { tint: 'bg-tint-teal', hue: 'bg-hue-teal' },
  amber: { tint: 'bg-tint-amber', hue: 'bg-hue-amber' },
  plum: { tint: 'bg-tint-plum', hue: 'bg-hue-plum' },
}

const intents = new Map(
  Object.entries(intentColors).map(([intent, color]) => [intent, { label: getIntentLabel(intent), ...color }]),
)
const unclear = noColor(getIntentLabel(null))

const easy = { label: 'KD under 30', ...green }
const medium = { label: 'KD 30–59', ...amber }
const hard = { label: 'KD 60 and more', ...plum }
const noDifficulty = noColor('KD unknown')

const top3 = { label: 'Rank 1–3', ...green }
const top10 = { label: 'Rank 4–10', ...teal }
const top20 = { label: 'Rank 11–20', ...amber }
const beyond = { label: 'Rank 21 and lower', ...plum }
const unranked = { label: 'Page without a rank', ...blue }
const noPage = noColor('No page')

/** In the order of the legend. */
const scales: Record<ColorBy, TopicColor[]> = {
  intent: [...intents.values(), unclear],
  difficulty: [easy, medium, hard, noDifficulty],
  rank: [top3, top10, top20, beyond, unranked, noPage],
}
export const getScale = (by: ColorBy): readonly TopicColor[] => scales[by]

export function getTopicColor({ intent, difficulty, own }: Cluster, by: ColorBy): TopicColor {
  if (by === 'intent') return isIntent(intent) ? intents.get(intent)! : unclear
  if (by === 'difficulty')
    return difficulty === null ? noDifficulty : difficulty < 30 ? easy : difficulty < 60 ? medium : hard
  if (!own) return noPage
  const { position } = own
  if (position === null) return unranked
  return position < 3.5 ? top3 : position < 10.5 ? top10 : position < 20.5 ? top20 : beyond
}

/** Those that differ between topics; intent is always among them. */
export function getColorings(clusters: readonly Cluster[]): ColorBy[] {
  return [
    'intent',
    ...(clusters.some(({ difficulty }) => difficulty !== null) ? (['difficulty'] as const) : []),
    ...(clusters.some(({ own }) => own) ? (['rank'] as const) : []),
  ]
}
