/**
 * Last lines without content: "---END---", "Happy writing!", "Thank you!", "Sources: [1]". Some may belong to a text, which
 * shows in what comes before.
 */

const end =
  /^(?:[[(<]\s*(?:end|ende|fin|eof)\s*[\])>]|(?:[-=~*#_]{2,})\s*(?:end|ende|fin|eof)\s*(?:[-=~*#_]{2,}))[.\s]*$/iu
const happyWriting = /^[*_]*happy (writ|edit|blog|publish|post|content creat)\p{L}*\s*[!.]+[*_]*$/iu
const thanks = /^[*_]*(?:thank you|thanks|many thanks)\s*[!.]+[*_]*$/iu
const mark = '(?:\\[\\^?\\d{1,3}\\]|【\\d{1,3}[^】]*】)'
const sources = new RegExp(
  `^[*_]*(?:sources?|references?|citations?|quellen|fuentes|fonti|bronnen|fontes)[*_]*\\s*:[*_]*(?:[\\s,;.…]|and|${mark})*$`,
  'iu',
)
const marks = new RegExp(`^[-*\\s]*${mark}(?:[\\s,;.…]|${mark})*$`, 'u')
/** A cue of a script: "[INTRO]". */
const cue = /^\s*[[(]\p{Lu}[\p{Lu}\p{N} :,.-]*[\])]/mu
const starts = [
  'happy writ',
  'happy edit',
  'happy blog',
  'happy publish',
  'happy post',
  'happy content',
  'thank you',
  'thanks',
  'many thanks',
  'sources:',
  'source:',
  'references:',
  'reference:',
  'citations:',
  'citation:',
  'quellen:',
  'fuentes:',
  'fonti:',
  'bronnen:',
  'fontes:',
]

/** Whether a line that starts like this may turn out to be such a line. */
export function mayEnd(start: string): boolean {
  if (/^(?:[[(<]|[-=~*_]{2}|=$)/.test(start))
    return /^[-=~*_[(<]+\s*(?:$|e|f|\^?\d)/iu.test(start) || startsLabel(start)
  return startsLabel(start)
}

function startsLabel(start: string): boolean {
  const text = start
    .slice(0, 20)
    .toLowerCase()
    .replace(/^[*_]+/, '')
    .replace(/[*_]+/g, '')
  return starts.some((phrase) => phrase.startsWith(text) || text.startsWith(phrase))
}

/**
 * @param whole the text above the line
 * @param held lines above it that are left out if nothing else follows
 */
export function isEnding(line: string, whole: string, held: readonly string[]): boolean {
  if (end.test(line)) return !cue.test(whole)
  // A text on writing may end with it.
  const activity = happyWriting.exec(line)?.[1]
  if (activity) return !new RegExp(`(?<!\\p{L})${activity}`, 'iu').test(whole)
  // Someone who speaks for themselves may say thanks.
  if (thanks.test(line)) return !/(?<!\p{L})(?:i|we|us|our|my|me|dear|hello|hi)(?!\p{L})/iu.test(whole)
  return sources.test(line) || (marks.test(line) && held.some((above) => sources.test(above)))
}
