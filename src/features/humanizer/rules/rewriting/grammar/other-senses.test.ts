import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Register } from '../rewrite-grammar.ts'
import { rewriteByRules } from '../rewrite-rules.ts'

/** Sentences with the rewrites of each that a person found right, in lines that start with “> ”. */
function readJudged(name: string): { sentence: string; right: Set<string> }[] {
  const judged: { sentence: string; right: Set<string> }[] = []
  for (const line of readFileSync(new URL(`../sentences/${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n'))
    if (line.startsWith('> ')) judged.at(-1)!.right.add(line.slice(2))
    else judged.push({ sentence: line, right: new Set() })
  return judged
}

/** Every strength with every tone, and with and without contractions. */
function rewriteEveryWay(sentence: string): Set<string> {
  const rewritten = new Set<string>()
  for (const strength of ['light', 'balanced', 'strong'] as const)
    for (const register of [null, 'casual', 'formal'] satisfies Register[])
      for (const contracts of [false, true])
        rewritten.add(
          rewriteByRules(sentence, {
            strength,
            register,
            contracts,
            facts: { language: 'en' },
            previousOpening: '',
          }).text,
        )
  rewritten.delete(sentence)
  return rewritten
}

test.for([
  ['other-senses', 200],
  ['more-senses', 100],
  ['participles', 60],
] as const)('words meant in another sense stay: %s', ([name, minSentences]) => {
  const judged = readJudged(name)
  expect(new Set(judged.map(({ sentence }) => sentence)).size).toBeGreaterThanOrEqual(minSentences)
  // Judge each line that this prints: add it to the file below its sentence if it's right, mend the rule if not.
  const unjudged = judged.flatMap(({ sentence, right }) =>
    [...rewriteEveryWay(sentence)].filter((text) => !right.has(text)).map((text) => `${sentence}\n> ${text}`),
  )
  expect(unjudged).toEqual([])
})

test('the lists change enough to mean something', () => {
  const changed = readJudged('other-senses').filter(({ sentence }) => rewriteEveryWay(sentence).size > 0)
  expect(changed.length).toBeGreaterThan(60)
})

test('a commenced action stays one, and a verb is still replaced', () => {
  const balanced = (sentence: string) => [...rewriteEveryWay(sentence)]
  expect(balanced('The commenced action was stayed.')).toEqual([])
  expect(balanced('They commenced work in May.')).toEqual(['They started work in May.'])
  expect(balanced('The court commenced proceedings in May.')).toEqual(['The court started proceedings in May.'])
  expect(balanced('The work commenced in May.')).toEqual(['The work started in May.'])
  expect(balanced('Utilized block funding must be reported in June.')).toEqual([])
  expect(balanced('We utilize tools of stone.')).toEqual(['We use tools of stone.'])
})
