/**
 * Quotes untrusted text in prompts (prompt injection). Its marks contain a random word that is new for every generation, so
 * text written before can't close them. What the model wrote itself is disarmed like any other text.
 */

export type Fence = {
  /** The random word, for the rule that explains the marks. */
  word: string
  /** `kind` is trusted ("page 3"), `text` isn't. */
  quote(kind: string, text: string): string
}

const fences = new WeakMap<object, Fence>()

/**
 * Returns the fence of all prompts of one generation, so that they begin alike and a vendor can cache their beginning.
 * @param generation any object that lives as long as the generation
 */
export function getFence(generation: object): Fence {
  const fence = fences.get(generation) ?? createFence()
  fences.set(generation, fence)
  return fence
}

/** @param random returns the random word; replaced only in tests */
export function createFence(random: () => string = randomWord): Fence {
  const word = random()
  return {
    word,
    quote: (kind, text) => `<<<${word} ${kind}>>>\n${disarm(text, word)}\n<<<${word} end>>>`,
  }
}

function randomWord(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Characters that readers can't see but models read: control, direction, zero-width and tag characters. */
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is removed on its own
  /[\p{Cc}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu

/**
 * Removes what could end the quotation: triple angle brackets, the random word, turn marks of common models and
 * invisible
 * characters.
 */
export function disarm(text: string, word: string): string {
  let clean = text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unseen, (character) => (character === '\n' || character === '\t' ? character : ''))
    .replace(/[<＜‹⟨〈]{2,}|[>＞›⟩〉]{2,}/gu, (run) => (/[<＜‹⟨〈]/u.test(run) ? '«' : '»'))
    .replace(/<\s*\|/g, '‹|')
    .replace(/\|\s*>/g, '|›')
    .replace(/<\s*(\/?)\s*(s|bos|eos|start_of_turn|end_of_turn|system|assistant|user|human)\s*>/gi, '‹$1$2›')
    .replace(/\[\s*(\/?)\s*(INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\s*\]/gi, '($1$2)')
    // "Human:" at the start of a line opens a turn in some models' formats.
    .replace(/^([ \t]*)(system|assistant|user|human|ai)([ \t]*):/gim, '$1“$2”$3:')
  // Removing one occurrence could join the halves of another.
  while (clean.includes(word)) clean = clean.replaceAll(word, '')
  return clean
}

/** Returns one line of up to `longest` characters, for short input such as fields, headings and questions. */
export function oneLine(text: string, longest = 300): string {
  return text.replace(unseen, ' ').replace(/\s+/g, ' ').trim().slice(0, longest)
}
