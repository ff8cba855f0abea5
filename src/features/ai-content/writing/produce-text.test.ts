import { expect, test } from 'vitest'
import type { LanguageModel, ModelEvent } from '#providers/language-model/port.ts'
import type { WritingContext } from '../rules/generation/generation-context.ts'
import { createWritingJob } from '../rules/generation/generation-plan.ts'
import { createGeneratedText } from './generated-text.ts'
import { getPrompt, produceText } from './produce-text.ts'

const context: WritingContext = {
  template: 'summary',
  title: 'Cold brew',
  briefing: {
    keywords: [],
    language: 'en',
    tone: null,
    audience: null,
    words: null,
    instructions: null,
    text: 'Cold brew steeps for hours.',
    cluster_id: null,
  } as unknown as WritingContext['briefing'],
  outline: [],
  questions: [],
  terms: [],
  pages: [],
  voice: [],
}

/** Answers each request with the next of these texts, and the reason it ended. */
function modelOf(...answers: [text: string, reason: 'stop' | 'length'][]) {
  let asked = 0
  const model = {
    provider: 'openai',
    model: 'm-1',
    async *stream(): AsyncGenerator<ModelEvent> {
      const [text, reason] = answers[asked++]!
      yield { kind: 'thinking', seconds: 0 }
      yield { kind: 'start', provider: 'openai', model: 'm-1' }
      for (let at = 0; at < text.length; at += 9) yield { kind: 'text', text: text.slice(at, at + 9) }
      yield { kind: 'usage', inputTokens: 10, outputTokens: 20 }
      yield { kind: 'end', reason }
    },
  } as unknown as LanguageModel
  return { model, getAsked: () => asked }
}

async function produce(model: LanguageModel) {
  const job = createWritingJob(context, '', { mode: 'write' }, false)
  const text = createGeneratedText(job, { provider: 'openai', model: 'm-1' })
  const events: [string, unknown][] = []
  await produceText({
    task: { job, texts: null, model, firstPrompt: getPrompt(job, 0, '', 0) },
    text,
    send: async (event, data) => void events.push([event, data]),
    signal: new AbortController().signal,
    gapMs: () => 50,
  })
  const shown = events.flatMap(([event, data]) => (event === 'delta' ? [(data as { text: string }).text] : [])).join('')
  return { text, events, shown }
}

test('what a model says around the text is neither shown nor kept, and it is noted', async () => {
  const { model } = modelOf([
    'Sure! Here is the summary:\n\n```markdown\nCold brew steeps for hours.\n```\n\nI hope this helps!',
    'stop',
  ])
  const { text, events, shown } = await produce(model)
  expect(shown).toBe('Cold brew steeps for hours.')
  expect(text.made).toBe(shown)
  expect(events[0]).toEqual(['thinking', { seconds: 0 }])
  expect(text.notes.map(({ kind }) => kind)).toEqual(['introduction_removed', 'fence_removed', 'closing_removed'])
  expect(text.tokens).toEqual({ input: 10, output: 20, cached: null })
})

test('an answer that was cut goes on with the right space, without its introduction', async () => {
  const { model } = modelOf(['one two three and', 'length'], ['Sure! Here is the rest:\n\nthen it ends.', 'stop'])
  const { shown } = await produce(model)
  expect(shown).toBe('one two three and then it ends.')
})

test('a model that repeats itself is stopped', async () => {
  const { model, getAsked } = modelOf(['Cold brew is a mild drink for warm days. '.repeat(50), 'length'])
  const { text, shown } = await produce(model)
  expect(shown).toBe('Cold brew is a mild drink for warm days.')
  expect(text.notes).toMatchObject([{ kind: 'repeats_removed' }])
  expect(text.tokens.output).toBeNull()
  expect(getAsked()).toBe(1)
})
