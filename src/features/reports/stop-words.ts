/**
 * Words that say little about a topic: a language's stop words and, for English, words common on the web. The English list is
 * handmade with two levels, because corpus counts come with licenses and megabytes; it only has to tell "steep" and "grind"
 * from "time" and "need".
 */
import { stemmer } from 'stemmer'
import * as lists from 'stopword'
import { baseLanguage } from './question-templates.ts'

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

const englishExtra = `i'm i've i'll i'd you're you've you'll you'd he's she's it's it'll we're we've we'll they're they've they'll that's
there's here's what's who's let's don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't shouldn't
hasn't haven't hadn't mustn't its itself himself herself themselves yourself ourselves myself your yours our ours their theirs mine
am is are was were be been being do does did doing done have has had having will would shall should can could may might must
each every either neither both few many much more most less least several some any none all other another such same own
again already almost also although always anyway because before below above between during else enough even ever however
if instead just only perhaps quite rather really since so still than then there therefore though through thus too until upon
very whatever when whenever where wherever whether which while whose why with within without yet about across after against
along among around at behind beside besides beyond by despite down for from in into near of off on onto out over past per
toward towards under up via not no nor ones itself anything everything nothing something anyone everyone someone nobody
one two three four five six seven eight nine ten first second third once twice`

const everywhere = `use used using user make makes making made get gets getting got take takes taking took give gives given go goes
going come comes thing things way ways time times need needs needed want wants know knows good better best great well new old
right big small little long short high low lot lots bit look looks work works working find found keep keeps kept put help helps
try tried start starts started end ends let say says said see seen think mean means people person day days week weeks month
months year years today now part parts place point case example number kind sort type types fact idea reason question answer
article read reading page site website post blog share click email subscribe comment comments learn guide tip tips step steps
easy easily simple simply sure possible likely different important common usually often sometimes never likewise actually
nearly least early late later next last full whole half enough back left leave leaves turn turns run runs set sets show shows
tell ask become becomes becoming happen happens happening call called change changes changing`

const general = `add adds added adding allow allows buy buying bought check choose choosing choice close cost costs cause causes cover
cut depend depends feel feels follow follows form hard hold holds hour hours minute minutes second seconds home house large larger
level life line list live main matter matters move moves offer offers open order pay percent plan play price product problem problems
quick quickly reach rest result results return rule save side size slow slowly small smaller spend stand stay stays stop strong
sound support taste test top total touch understand usual value wait walk watch weigh world worth write wrong young money family
friend friends company business market service customer extra free clear certain general special similar single simple safe
ready real recent regular enough amount area average base basic benefit benefits better body bring build care carry compare
consider contain contains create daily decide deep difference difficult direct drop dry early effect even exact expect
experience feature features final fine fit good heavy include includes including increase instance issue issues item items
job light limit longer lower match material maximum measure method middle minimum mix model normal note option options
outside pair pick piece pieces plus prefer process proper provide quality range rate reduce remain remove replace room
separate serve shape sit solid solution space stage standard store style suit system tend tends term tool total treat
useful version afternoon morning evening night tired office couple ordinary normally gently slightly nicely fairly thin thick warm weight wide within word words`

const background = new Map<string, number>([
  ...general.split(/\s+/).map((word): [string, number] => [stemmer(word), 0.45]),
  ...everywhere.split(/\s+/).map((word): [string, number] => [stemmer(word), 0.1]),
])

/** Returns words that never begin or end a term. Empty for a language without a list. */
export function getStopWords(language: string): ReadonlySet<string> {
  const base = baseLanguage(language)
  const known = stopWords.get(base)
  if (known) return known
  const words = new Set(stopWordLists[base] ?? [])
  if (base === 'en') for (const word of englishExtra.split(/\s+/)) words.add(word)
  stopWords.set(base, words)
  return words
}
const stopWords = new Map<string, ReadonlySet<string>>()

/** Returns how specific an English stem is: 1 for a rare word, down to 0.1 for a very common one. */
export function getRarity(stem: string): number {
  return background.get(stem) ?? 1
}
