import { z } from 'zod'
import { itemRoles, itemStates, linkStates, planSources, planWeights } from '#features/content-plan/contract.ts'
import { keywordText } from '#features/keywords/contract.ts'
import { intents } from '#features/reports/contract.ts'
import { count, figure, shaped, short, url } from './field-rules.ts'

/** Values of content plans in an archive. */
export const planRowRules = {
  content_plans: {
    name: short(120),
    source_kind: z.enum(planSources),
    source_label: short(500),
    language: short(35),
    key_name: short(80).nullable().optional(),
    version: z.int().min(1),
    item_count: count,
    keyword_count: count,
  },
  plan_items: {
    title: short(300),
    role: z.enum(itemRoles),
    intent: z.enum(intents).nullable(),
    url: url.nullable(),
    url_key: short(600).nullable(),
    state: z.enum(itemStates),
    position: count,
    keyword_count: count,
    volume: figure.nullable(),
    volume_known: count,
    difficulty: figure.nullable(),
    own_position: figure.positive().nullable(),
    score: figure.nullable(),
    history: shaped(z.partialRecord(z.enum(itemStates), z.iso.datetime())),
  },
  plan_keywords: {
    key: short(1000),
    text: keywordText('text'),
    volume: figure.nullable(),
    volume_provider: short(100).nullable(),
    difficulty: figure.nullable(),
    own_position: figure.positive().nullable(),
    intent: z.enum(intents).nullable(),
  },
  plan_links: { anchor: short(300), state: z.enum(linkStates) },
  plan_weights: { weights: shaped(planWeights) },
}
