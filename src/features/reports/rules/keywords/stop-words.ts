/**
 * Words that say little about a topic: a language's stop words and, for English, words common on the web. The English list is
 * handmade with two levels, because corpus counts come with licenses and megabytes; it only has to tell "steep" and "grind"
 * from "time" and "need".
 */
import { stemmer } from 'stemmer'
import * as lists from 'stopword'
import { baseLanguage } from '../questions/question-templates.ts'
import english from './english-words.json' with { type: 'json' }

const toWords = (lines: string[]) => lines.flatMap((line) => line.split(' '))

const stopWordLists: Record<string, string[]> = {
  en: lists.eng,
  de: lists.deu,
  fr: lists.fra,
  es: lists.spa,
  it: lists.ita,
  pt: lists.por,
  nl: lists.nld,
  pl: lists.pol,
  sv: lists.swe,
  tr: lists.tur,
  da: lists.dan,
  fi: lists.fin,
  no: lists.nob,
  nb: lists.nob,
  ru: lists.rus,
  cs: lists.ces,
  hu: lists.hun,
  ro: lists.ron,
  uk: lists.ukr,
}

const background = new Map<string, number>([
  ...toWords(english.general).map((word): [string, number] => [stemmer(word), 0.45]),
  ...toWords(english.everywhere).map((word): [string, number] => [stemmer(word), 0.1]),
])

/** Returns words that never begin or end a term. Empty for a language without a list. */
export function getStopWords(language: string): ReadonlySet<string> {
  const base = baseLanguage(language)
  const known = stopWords.get(base)
  if (known) return known
  const words = new Set(stopWordLists[base] ?? [])
  if (base === 'en') for (const word of toWords(english.stopWords)) words.add(word)
  stopWords.set(base, words)
  return words
}
const stopWords = new Map<string, ReadonlySet<string>>()

/** Returns how specific an English stem is: 1 for a rare word, down to 0.1 for a very common one. */
export function getRarity(stem: string): number {
  return background.get(stem) ?? 1
}
