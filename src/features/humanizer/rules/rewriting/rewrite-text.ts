/** Has a model rewrite a text sentence by sentence, in order. */
import type { LanguageModel } from '#providers/language-model/port.ts'
import type { Sentence } from '../../contract.ts'
import type { FactOptions } from './facts/compare-facts.ts'
import { type AnswerContext, sentenceKey, validateAnswer } from './facts/validate-rewrite.ts'
import type { RewriteOptions, RewritePlan, Unit } from './rewrite-plan.ts'
import { type AnsweredSentence, createAnswerReader, promptForRewriting } from './rewrite-prompt.ts'
import { toUnchanged, whole } from './rewritten-unit.ts'

/** Options that only the AI model uses. */
export type ModelOptions = {
  model: LanguageModel
  signal: AbortSignal
  onStart(wrote: { provider: string; model: string }): void
  onUsage(tokens: { input: number | null; output: number | null }): void
}

/** Returns why the model got the sentence, strongest reasons first. */
function getReasons({ reasons }: Unit): string[] {
  const specific = reasons.filter((reason) => !reason.startsWith('frequent in machine prose'))
  const shown = (specific.length > 0 ? specific : reasons).slice(0, 4)
  if (shown.length === 0) return ['Plainer wording.']
  return shown
    .map((reason) => reason.replace('frequent in machine prose', 'common in AI text'))
    .map((reason) => `${reason[0]!.toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`)
}

type Batch = {
  units: number[]
  answers: Map<number, Promise<string | null>>
  start(): void
}

/** Sentences per call. The first call is small, so that the first sentence arrives sooner. */
const maxInFirst = 2
const maxInBatch = 6
const maxCharacters = 1600
const contextCharacters = 500
const maxConcurrentCalls = 3

/**
 * Yields each sentence, in order, as soon as it's final.
 * @throws ModelError; sentences yielded before remain valid
 */
export async function* rewriteByModel(
  plan: RewritePlan,
  options: RewriteOptions,
  modelOptions: ModelOptions,
): AsyncGenerator<Sentence> {
  const facts: FactOptions = { language: options.language, freeze: options.freeze }
  const { units } = plan
  const stop = new AbortController()
  const signal = AbortSignal.any([modelOptions.signal, stop.signal])
  const batches = getBatches(units).map((at) => createBatch(at, units, options, { ...modelOptions, signal }))
  const batchByUnit = new Map(batches.flatMap((batch, number) => batch.units.map((at) => [at, number] as const)))
  let started = 0
  const keys = new Map<string, number>()
  for (const { body } of units) keys.set(sentenceKey(body), (keys.get(sentenceKey(body)) ?? 0) + 1)
  const others = new Set(keys.keys())
  try {
    for (const [index, unit] of units.entries()) {
      const number = batchByUnit.get(index)
      if (number === undefined) {
        yield toUnchanged(index, unit, unit.held ? [unit.held] : [])
        continue
      }
      while (started < batches.length && started < number + maxConcurrentCalls) batches[started++]!.start()
      const answer = await batches[number]!.answers.get(index)!
      const ownKey = sentenceKey(unit.body)
      // The model may return the sentence unchanged, but not another sentence's text.
      const isUnique = keys.get(ownKey) === 1
      if (isUnique) others.delete(ownKey)
      const context: AnswerContext = { facts, others }
      const validated =
        answer === null
          ? ({ ok: false, reason: 'The model returned no rewrite. Original kept.' } as const)
          : validateAnswer(unit.body, answer, context)
      if (isUnique) others.add(ownKey)
      if (!validated.ok) yield toUnchanged(index, unit, [validated.reason])
      else if (validated.text.trim() === unit.body.trim()) yield toUnchanged(index, unit, [])
      else {
        others.add(sentenceKey(validated.text))
        yield {
          index,
          original: unit.original,
          rewritten: whole(unit, validated.text),
          reasons: getReasons(unit),
          kept: false,
        }
      }
    }
  } finally {
    stop.abort()
  }
}

/** Batches sentences that are close together into one call. */
function getBatches(units: Unit[]): number[][] {
  const batches: number[][] = []
  let characters = 0
  units.forEach((unit, at) => {
    if (!unit.selected) return
    const last = batches.at(-1)
    const maxUnits = batches.length === 1 ? maxInFirst : maxInBatch
    if (last && last.length < maxUnits && at - last.at(-1)! <= 3 && characters + unit.body.length <= maxCharacters) {
      last.push(at)
      characters += unit.body.length
    } else {
      batches.push([at])
      characters = unit.body.length
    }
  })
  return batches
}

function createBatch(at: number[], units: Unit[], options: RewriteOptions, modelOptions: ModelOptions): Batch {
  const waiting = at.map(() => Promise.withResolvers<string | null>())
  // Marks rejections as handled: the caller sees the failure when it awaits an earlier sentence.
  for (const { promise } of waiting) promise.catch(() => undefined)
  const around = (list: Unit[]) => list.map(({ original }) => original).join('')
  const resolveAnswers = (found: AnsweredSentence[]) => {
    for (const { at: number, text } of found) waiting[number]!.resolve(text)
  }

  async function requestRewrite() {
    const prompt = promptForRewriting({
      ...options,
      sentences: at.map((unitIndex) => ({ text: units[unitIndex]!.body, reasons: units[unitIndex]!.reasons })),
      before: around(units.slice(Math.max(0, at[0]! - 12), at[0]!)).slice(-contextCharacters),
      after: around(units.slice(at.at(-1)! + 1, at.at(-1)! + 13)).slice(0, contextCharacters),
    })
    const reader = createAnswerReader(at.length)
    let cut = false
    for await (const event of modelOptions.model.stream({ ...prompt, signal: modelOptions.signal })) {
      if (event.kind === 'text') resolveAnswers(reader.push(event.text))
      else if (event.kind === 'start') modelOptions.onStart({ provider: event.provider, model: event.model })
      else if (event.kind === 'usage') modelOptions.onUsage({ input: event.inputTokens, output: event.outputTokens })
      else if (event.kind === 'end') cut = event.reason === 'length'
    }
    resolveAnswers(reader.end(cut))
    for (const { resolve } of waiting) resolve(null)
  }

  return {
    units: at,
    answers: new Map(at.map((unitIndex, number) => [unitIndex, waiting[number]!.promise])),
    start: () =>
      void requestRewrite().catch((error) => {
        for (const { reject } of waiting) reject(error)
      }),
  }
}
