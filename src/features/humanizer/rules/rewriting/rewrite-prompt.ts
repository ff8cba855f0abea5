/** The prompt for rewriting sentences, and a streaming parser for its answer. */
import { createFence, oneLine } from '#features/ai-content/rules/generation/prompt-injection-fence.ts'
import { languageName, tokensFor } from '#features/ai-content/rules/generation/prompt-language.ts'
import { type Prompt, quotedRule } from '#features/ai-content/rules/generation/prompts.ts'
import type { Strength } from '../../contract.ts'

/** Stored with every run; raise it when the prompt changes. */
export const rewritePromptVersion = '2026-11-h1'

export type PromptSentence = {
  text: string
  /** What it has that AI prose has more often. */
  reasons: string[]
}

export type RewriteRequest = {
  sentences: PromptSentence[]
  /** Surrounding text, for context only. */
  before: string
  after: string
  strength: Strength
  tone: string | null
  language: string
  voice: string[]
  freeze: string[]
}

const tasks: Record<Strength, string> = {
  light:
    'Change as little as you can: only the words that sound mechanical. Keep the order of each sentence, its length and its rhythm.',
  balanced:
    'Say each sentence as a careful person would write it: plain words, its own rhythm, no filler, no stock phrase, no announcement of what follows.',
  strong:
    'Say each sentence anew, as a person with an ear for language would: another build where that reads better, plain and concrete words, lengths that vary from sentence to sentence.',
}

const temperatures: Record<Strength, number> = { light: 0.3, balanced: 0.5, strong: 0.7 }

export function promptForRewriting(request: RewriteRequest): Prompt {
  const { sentences, before, after, strength, tone, language, voice, freeze } = request
  const fence = createFence()
  const name = languageName(language)
  const numbered = sentences.map(({ text }, at) => `[[${at + 1}]] ${text.replace(/\s+/g, ' ')}`).join('\n')
  const faults = sentences
    .map(({ reasons }, at) =>
      reasons.length > 0 ? `[[${at + 1}]] ${reasons.map((each) => oneLine(each)).join(' ')}` : '',
    )
    .filter((line) => line !== '')
  const user = [
    `Below are ${sentences.length === 1 ? 'a sentence' : `${sentences.length} sentences`} of a text. ${tasks[strength]}`,
    [
      'Keep what each says: the same claims, as sure or unsure as before, nothing added, nothing left out.',
      'Every number, date, name, quotation, link, code and citation such as [^2] stays exactly as it is, and so does every mark of Markdown; add none.',
      'One sentence for one sentence, in the same order. A sentence that reads well is given back as it is.',
      `Write in the language of the text${name ? ` (${name})` : ''}.`,
    ].join(' '),
    tone?.trim() ? `Tone: ${oneLine(tone, 100)}` : '',
    voice.length > 0
      ? `How it should sound, measured from the person’s own writing:\n${voice.map((trait) => `- ${oneLine(trait, 200)}`).join('\n')}`
      : '',
    freeze.length > 0
      ? `These words stay to the letter wherever they stand:\n${fence.quote('words that stay', freeze.map((term) => oneLine(term, 200)).join('\n'))}`
      : '',
    faults.length > 0 ? `What makes them read mechanical:\n${fence.quote('remarks', faults.join('\n'))}` : '',
    before.trim() ? `What stands before, for the connection only:\n${fence.quote('before', before)}` : '',
    after.trim() ? `What stands after, for the connection only:\n${fence.quote('after', after)}` : '',
    `The sentences:\n${fence.quote('sentences', numbered)}`,
    `Answer with one line for each sentence, its number first: “[[1]] …”${sentences.length > 1 ? ` to “[[${sentences.length}]] …”` : ''}. Nothing before, between or after them.`,
  ]
  const words = numbered.split(/\s+/).length
  return {
    messages: [
      { role: 'system', text: `You edit sentences for a person who writes.\n\n${quotedRule(fence)}` },
      { role: 'user', text: user.filter((part) => part !== '').join('\n\n') },
    ],
    maxOutputTokens: tokensFor(words * 1.6, language),
    temperature: temperatures[strength],
  }
}

/** False for a sentence that contains our own `[[n]]` markers, which would make the answer ambiguous. */
export const isSendable = (text: string) => !/\[\[\d+\]\]/.test(text)

export type AnsweredSentence = { at: number; text: string }

/**
 * Parses `[[n]] …` lines from a stream. A sentence is complete at the next marker, an empty line or the end. Text outside and
 * repeated numbers are dropped.
 */
export function createAnswerReader(count: number) {
  let line = ''
  let open: AnsweredSentence | null = null
  const seen = new Set<number>()

  const close = (): AnsweredSentence[] => {
    const whole = open
    open = null
    return whole ? [{ at: whole.at, text: whole.text.trim() }] : []
  }
  const read = (text: string): AnsweredSentence[] => {
    const found = /^\s*(?:[-*]\s+)?(?:\*\*)?\[\[?(\d+)\]\]?(?:\*\*)?[:.)]?\s*(.*)$/.exec(text)
    if (found) {
      const at = Number(found[1]) - 1
      const done = close()
      if (at >= 0 && at < count && !seen.has(at)) {
        seen.add(at)
        open = { at, text: found[2]! }
      }
      return done
    }
    if (text.trim() === '') return close()
    if (open) open.text += ` ${text.trim()}`
    return []
  }

  return {
    push(piece: string): AnsweredSentence[] {
      line += piece
      const lines = line.split('\n')
      line = lines.pop()!
      return lines.flatMap(read)
    },
    /** `cut`: the answer was truncated, so its last sentence is dropped. */
    end(cut: boolean): AnsweredSentence[] {
      if (cut) return []
      const last = line
      line = ''
      return [...read(last), ...close()]
    },
  }
}
