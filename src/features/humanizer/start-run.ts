import { randomUUIDv7 } from 'node:crypto'
import type { Voices } from '#features/ai-content/brand-voices.ts'
import { countWords } from '#features/ai-content/rules/markdown-text.ts'
import type { Documents } from '#features/ai-content/service.ts'
import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { Plans, Reservation } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { maxTextLength, type Strength, type TextReading } from './contract.ts'
import { loadRules, type Rules } from './load-rules.ts'
import type { RewriteOptions, RewritePlan } from './rules/rewriting/rewrite-plan.ts'
import { rewritePromptVersion } from './rules/rewriting/rewrite-prompt.ts'
import type { Reading } from './rules/style/style-signals.ts'
import { detectLanguage } from './rules/style/text-language.ts'
import { insertRun } from './store/store.ts'

export type RunInput = {
  text: string
  strength: Strength
  tone?: string
  language?: string
  freeze?: string[]
  voice_id?: string
  document_id?: string
}

/** A paid and stored run that is ready to be streamed. */
export type StartedRun = {
  ref: ResourceRef
  reservation: Reservation
  text: string
  before: Reading
  plan: RewritePlan
  options: RewriteOptions
  model: LanguageModel | null
  rules: Rules
}

type Dependencies = { db: Database; plans: Plans; models: Models; documents: Documents; voices: Voices }

export function createRunStart({ db, plans, models, documents, voices }: Dependencies) {
  /**
   * Analyzes the text and reserves a unit for it.
   * @throws AppError too_large (over 20,000 characters), not_found (voice or document of another workspace), limit_…
   */
  return async function startRun(userId: string, workspaceId: string, input: RunInput): Promise<StartedRun> {
    const { text } = input
    if (text.length > maxTextLength) throw tooLong(text.length)
    const [rules, model, voice] = await Promise.all([
      loadRules(),
      models.choose(workspaceId, null),
      input.voice_id ? getVoice(workspaceId, input.voice_id) : [],
      input.document_id ? requireDocument(workspaceId, input.document_id) : null,
    ])
    const options: RewriteOptions = {
      strength: input.strength,
      tone: input.tone ?? null,
      language: input.language ?? detectLanguage(text),
      freeze: input.freeze ?? [],
      voice,
    }
    const before = rules.readSignals(text, options.language)
    const plan = rules.planRewriting(text, before, options, model === null)
    const ref = { workspaceId, id: randomUUIDv7() }
    const reservation = await db.transaction().execute(async (tx) => {
      const taken = await plans.reserve(tx, workspaceId, 'humanizer', 1)
      await insertRun(tx, {
        ...ref,
        documentId: input.document_id ?? null,
        text,
        words: countWords(text),
        strength: options.strength,
        tone: options.tone,
        language: options.language,
        freeze: options.freeze,
        voiceId: input.voice_id ?? null,
        provider: model?.provider ?? 'builtin',
        model: model?.model ?? 'builtin',
        promptVersion: rewritePromptVersion,
        before: presentReading(rules, before),
        notice: plan.notice,
        payerId: taken.userId,
        units: taken.amount,
        unitsPeriod: taken.periodStart,
        startedBy: userId,
      })
      return taken
    })
    return { ref, reservation, text, before, plan, options, model, rules }
  }

  async function getVoice(workspaceId: string, id: string): Promise<string[]> {
    const found = (await voices.list(workspaceId)).find(({ _id }) => _id === id)
    if (!found)
      throw new AppError('not_found', 'This workspace has no such brand voice.', {
        field: 'voice_id',
        reason: 'voice_missing',
      })
    return found.traits
  }

  async function requireDocument(workspaceId: string, id: string) {
    if (!(await documents.locate([workspaceId], id)))
      throw new AppError('not_found', 'This workspace has no such document.', {
        field: 'document_id',
        reason: 'document_missing',
      })
    return null
  }
}

export const presentReading = (
  { threshold }: Rules,
  { score, verdict, signals, scales, words, note }: Reading,
): TextReading => ({ score, verdict, threshold, signals, scales, words, note })

const tooLong = (length: number) =>
  new AppError(
    'too_large',
    `text has ${length.toLocaleString('en')} characters. The maximum is ${maxTextLength.toLocaleString('en')}. Send it in parts.`,
    { field: 'text', reason: 'too_long', params: { max: maxTextLength, length } },
  )
