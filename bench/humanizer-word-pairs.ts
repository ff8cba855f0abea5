/**
 * Makes src/features/humanizer/rules/rewriting/grammar/word-pairs.json from two corpora of the NLTK collection (github.com/nltk/nltk_data,
 * packages/corpora): masc_tagged.zip (MASC, American National Corpus: free for every use, commercial development named) and
 * state_union.zip (public domain), unpacked into one folder.
 *
 *   node bench/humanizer-word-pairs.ts <folder with masc_tagged/ and state_union/>
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writePairs } from '../src/features/humanizer/rules/rewriting/grammar/word-pairs.ts'
import { tokenize, tokenKind } from '../src/features/humanizer/rules/style/text-tokens.ts'

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder that holds masc_tagged/ and state_union/.')

const minOfWord = 4
const minOfPair = 3

const files = (name: string) =>
  readdirSync(path.join(folder, name), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.txt') && !/categories|spam/.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, name, file), 'latin1'))

/** "I_PRP would_MD n't_RB" back to running text. */
const untagged = (text: string) =>
  text
    .split('\n')
    .map((line) =>
      line
        .split(/\s+/)
        .map((token) => token.replace(/_[^_]*$/, ''))
        .join(' ')
        .replace(/ (n't|'(?:s|re|ve|d|ll|m))\b/gi, '$1'),
    )
    .join('\n')

const words = new Map<string, number>()
const pairs = new Map<string, number>()
let total = 0
for (const text of [...files('masc_tagged').map(untagged), ...files('state_union')]) {
  const { lexemes, kinds, sentenceIndex } = tokenize(text)
  for (const [index, { form }] of lexemes.entries()) {
    if (kinds[index] !== tokenKind.word) continue
    total++
    words.set(form, (words.get(form) ?? 0) + 1)
    if (index > 0 && kinds[index - 1] === tokenKind.word && sentenceIndex[index] === sentenceIndex[index - 1]) {
      const pair = `${lexemes[index - 1]!.form} ${form}`
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
  }
}
const kept = [...words]
  .filter(([word, count]) => count >= minOfWord && /^[a-z']+$/.test(word))
  .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
const ids = new Map(kept.map(([word], index) => [word, index + 1]))
const keptPairs = [...pairs].flatMap(([pair, count]): [number, number, number][] => {
  const [first, second] = pair.split(' ').map((word) => ids.get(word))
  return count >= minOfPair && first && second ? [[first, second, count]] : []
})
const file = path.resolve(import.meta.dirname, '../src/features/humanizer/rules/rewriting/grammar/word-pairs.json')
const json = JSON.stringify(
  {
    total,
    words: kept.map(([word]) => word).join(' '),
    counts: kept.map(([, count]) => count).join(' '),
    pairs: writePairs(keptPairs, kept.length + 1),
  },
  null,
  2,
)
writeFileSync(file, `${json}\n`)
console.log(`${total} words read; ${kept.length} words and ${keptPairs.length} pairs kept; ${json.length} bytes`)
