import { getIntent } from '../src/features/reports/rules/keywords/classify-intent.ts'
import { createClassifier } from '../src/features/reports/rules/keywords/classify-keyword.ts'
import { buildTopics } from '../src/features/reports/rules/topics/build-topics.ts'
import type { TextMeanings, Topics } from '../src/features/reports/rules/topics/topic-model.ts'

export type KeywordList = {
  keywords: readonly string[]
  /** Searches a month of each keyword. */
  volumes?: readonly number[]
  /** English if left out. */
  language?: string
  /** What the keywords mean, from a model that tells. */
  meanings?: TextMeanings | null
}

/** Topics of a list as its report has them. */
export function getListTopics({ keywords, volumes, language = 'en', meanings = null }: KeywordList): Topics {
  const classify = createClassifier('', language)
  let lastId = 0
  return buildTopics({
    rows: keywords.map((text, at) => ({
      text,
      type: classify(text).type,
      intent: getIntent(text, language).main,
      volume: volumes?.[at] ?? null,
      cluster_id: null,
      topic_pinned: false,
      given_topic: null,
      given_parent: null,
    })),
    serps: {},
    previous: [],
    language,
    seed: null,
    strictness: 'balanced',
    meanings,
    newId: () => String(++lastId),
  })
}
