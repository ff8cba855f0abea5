/** Mentions in the text of a comment: `@` and a member's name, as in "@Ada Lovelace". */

export type TextPart = { text: string; isMention: boolean }

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character)

/** The text in order, with mentions of these names as parts of their own. The longest name counts where one starts with another. */
export function splitMentions(text: string, names: readonly string[]): TextPart[] {
  const byLength = [...new Set(names)].filter(Boolean).sort((a, b) => b.length - a.length)
  const parts: TextPart[] = []
  let start = 0
  const add = (end: number, isMention: boolean) => {
    if (end > start) parts.push({ text: text.slice(start, end), isMention })
    start = end
  }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, start))) {
    if (isWordCharacter(getCharacterBefore(text, at))) continue
    const name = byLength.find((each) => isNameAt(text, at + 1, each))
    if (name === undefined) continue
    add(at, false)
    add(at + 1 + name.length, true)
  }
  add(text.length, false)
  return parts
}

/** Those whose name is written in the text. */
export function pickMentioned<M extends { name: string }>(text: string, members: readonly M[]): M[] {
  const names = members.map(({ name }) => name)
  const written = new Set(splitMentions(text, names).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])))
  return members.filter(({ name }) => written.has(name))
}

function isNameAt(text: string, at: number, name: string): boolean {
  const end = at + name.length
  const next = text.codePointAt(end)
  return text.startsWith(name, at) && !isWordCharacter(next === undefined ? undefined : String.fromCodePoint(next))
}

function getCharacterBefore(text: string, at: number): string | undefined {
  return Array.from(text.slice(Math.max(0, at - 2), at)).at(-1)
}

/** What is typed after the last `@` before the caret, as in "Thanks @Ada Lo". Null: no name is being typed. */
export function getTypedMention(text: string, caret: number): { start: number; typed: string } | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret <= start || isWordCharacter(getCharacterBefore(text, start))) return null
  const typed = text.slice(start + 1, caret)
  return typed.length > maxTyped || /^\s|\n/.test(typed) ? null : { start, typed }
}

const maxTyped = 60

/** Members whose name, or a word of it, starts with what is typed, up to 8. None once the name is complete. */
export function matchMembers<M extends { name: string }>(members: readonly M[], typed: string): M[] {
  const sought = fold(typed)
  const hits = members.filter(({ name }) => {
    const folded = fold(name)
    return folded.startsWith(sought) || folded.split(/\s+/).some((word) => word.startsWith(sought))
  })
  return hits.length === 1 && hits[0]!.name === typed.trimEnd() ? [] : hits.slice(0, maxOffered)
}

const maxOffered = 8
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
