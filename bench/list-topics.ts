import { getIntent } from '../src/features/reports/rules/keywords/classify-intent.ts'
import { createClassifier } from '../src/features/reports/rules/keywords/classify-keyword.ts'
import { buildTopics } from '../src/features/reports/rules/topics/build-topics.ts'
import type { Topics } from '../src/features/reports/rules/topics/topic-model.ts'

export type KeywordList = {
  keywords: readonly string[]
  /** Searches a month of each keyword. */
  volumes?: readonly number[]
  /** English if left out. */
  language?: string
}

/** Topics of a list as its report has them. */
export function getListTopics({ keywords, volumes, language = 'en' }: KeywordList): Topics {
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
    newId: () => String(++lastId),
  })
}
