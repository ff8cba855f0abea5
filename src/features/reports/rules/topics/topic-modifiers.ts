import type { Modifiers } from '#features/keywords/rules/clustering/group-heads.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import { intentWords } from '../keywords/intent-words.ts'

/** Words of intent that are things or kinds of things as well, so they tell topics apart: "range hood", "lightweight tent". */
const telling = new Set(
  'range platform platforms generator iso apk rated lightweight quiet hire template templates quote'.split(' '),
)
/** What shops' keywords end with, besides words of intent. */
const productEndings: Record<string, readonly string[]> = {
  en: [
    'size chart',
    'size guide',
    'weight limit',
    'weight capacity',
    'assembly instructions',
    'care instructions',
    'user manual',
    'buying guide',
    'spare parts',
    'replacement parts',
    'made in usa',
    'black friday',
    'cyber monday',
    'warranty',
    'manufacturers',
    'suppliers',
    'dimensions',
    'store',
    'stores',
  ],
}

/**
 * Stems of words for what someone wants to do ("best", "near me") rather than for a subject: anywhere, or only as the first or
 * last words ("cheap …", "… price", "… size chart").
 */
export function getModifiers(language: string, read: (keyword: string) => Word[]): Modifiers {
  const base = language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  const words = intentWords[base]?.words
  const lists = [words?.commercial, words?.transactional, words?.local].flatMap((each) => each ?? [])
  const forms = lists.flatMap(({ weight, forms: listed }) => (weight >= 2 ? listed : []))
  const single = forms.filter((form) => !/\s/.test(form) && !telling.has(form.replace(/^\^|\$$/g, '')))
  const toStems = (form: string) =>
    read(form.replace(/^\^|\$$/g, ''))
      .filter(({ isFunctionWord }, _, all) => all.length === 1 || !isFunctionWord)
      .map(({ stem }) => stem)
  const toSet = (chosen: readonly string[]) => new Set(chosen.flatMap(toStems))
  const endings = [...forms.filter((form) => /\s/.test(form) && !form.startsWith('^')), ...(productEndings[base] ?? [])]
    .map(toStems)
    .filter((stems) => stems.length > 0)
  return {
    anywhere: toSet(single.filter((form) => !/^\^|\$$/.test(form))),
    first: toSet(single.filter((form) => form.startsWith('^'))),
    last: new Set([
      ...toSet(single.filter((form) => form.endsWith('$'))),
      ...endings.filter(({ length }) => length === 1).flat(),
    ]),
    endings: new Set(endings.filter(({ length }) => length > 1).map((stems) => stems.join(' '))),
  }
}
