/** Learns a writing style from samples, as traits that a writer can follow. */
import { countPlainWords, getHeadingRanges, plainBlocks, plainText } from './markdown-text.ts'
import { splitSentences } from './scoring/text-sentences.ts'

export type LearnedVoice = {
  /** English sentences, one per trait. Empty if the samples are too short. */
  traits: string[]
  /** Words of the samples. */
  words: number
}

/** Fewer sentences than this don't show a habit. */
const minSentences = 3

const functionWords: Record<string, string> = {
  en: 'the of and to in is that it for with as on are this be by not or have from but at which you we',
  de: 'der die das und ist nicht ein eine mit von zu den auf für im sich auch dem des wir sie es',
  fr: 'le la les des et est une pour que dans qui pas sur avec au du ce il vous nous sont',
  es: 'el la los las de y que en un una es por con para no se del al lo como más su',
  it: 'il la le gli di e che un una per non con del della è sono nel alla si come più',
  pt: 'o a os as de e que um uma é por com para não se do da no na em mais como',
  nl: 'de het een en van is niet met op voor dat zijn aan die te in ook je wij',
}

/**
 * Learns from Markdown or plain text. Language-specific traits need a recognized language; length, rhythm and
 * punctuation
 * are measured in all languages.
 */
export function learnVoice(samples: string[]): LearnedVoice {
  const markdown = samples.join('\n\n')
  const headings = getHeadingRanges(markdown)
  const blocks = samples.flatMap(proseBlocks)
  const sentences = blocks.flatMap(splitSentences)
  const text = blocks.join('\n')
  const words = countPlainWords(samples.map((sample) => plainBlocks(sample).join('\n')).join('\n'))
  if (sentences.length < minSentences) return { traits: [], words }
  const language = getLanguage(text)
  const lengths = sentences.map(countPlainWords).filter((length) => length > 0)
  const wordCount = lengths.reduce((sum, length) => sum + length, 0)
  const traits = [
    ...sentenceTraits(lengths, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)),
    ...paragraphTraits(blocks),
    ...(language === 'en' ? englishTraits(text, sentences, wordCount) : []),
    ...personTraits(text, wordCount, language),
    ...punctuationTraits(text, sentences, wordCount),
    ...formatTraits(markdown, headings.length, samples, words),
  ]
  return { traits, words }
}

/** Returns paragraphs and list items as plain text, without headings. */
function proseBlocks(sample: string): string[] {
  return plainBlocks(sample.replace(/^ {0,3}#{1,6}\s.*$/gm, ''))
}

/** Returns the language with the most function words in the text, or null if none is frequent enough. */
export function getLanguage(text: string): string | null {
  const all =
    text
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.slice(0, 3000) ?? []
  if (all.length < 20) return null
  let best: string | null = null
  let bestShare = 0.12
  for (const [language, list] of Object.entries(functionWords)) {
    const known = new Set(list.split(' '))
    const share = all.filter((word) => known.has(word)).length / all.length
    if (share > bestShare) [best, bestShare] = [language, share]
  }
  return best
}

function sentenceTraits(lengths: number[], dense: boolean): string[] {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const variation = Math.sqrt(lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / lengths.length) / mean
  const vary = variation > 0.6 ? 'vary widely' : variation > 0.35 ? 'vary' : 'are much alike in length'
  const unit = dense ? 'characters' : 'words'
  const sorted = lengths.toSorted((a, b) => a - b)
  const low = sorted[Math.floor(sorted.length * 0.1)]!
  const high = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.9))]!
  const short = lengths.filter((length) => length <= 6).length / lengths.length
  return [
    `Sentences average ${Math.round(mean)} ${unit} and ${vary}${high > low ? ` (most between ${low} and ${high})` : ''}.`,
    ...(!dense && short >= 0.15 ? [`Uses very short sentences of six words or fewer: ${percent(short)} of them.`] : []),
  ]
}

function paragraphTraits(blocks: string[]): string[] {
  const paragraphs = blocks.map((block) => splitSentences(block).length).filter((count) => count > 0)
  if (paragraphs.length < 3) return []
  const mean = paragraphs.reduce((sum, count) => sum + count, 0) / paragraphs.length
  const single = paragraphs.filter((count) => count === 1).length / paragraphs.length
  return [
    `Paragraphs have ${mean < 1.25 ? 'one sentence' : `about ${mean.toFixed(1).replace(/\.0$/, '')} sentences`}.`,
    ...(single >= 0.4 && mean >= 1.25 ? [`Often lets one sentence stand as a paragraph (${percent(single)}).`] : []),
  ]
}

const contraction =
  /\b(?:i['’]m|(?:you|we|they)['’]re|(?:i|you|we|they)['’](?:ve|ll|d)|(?:he|she|it|that|there|here|what|who)['’](?:s|ll|d)|(?:do|does|did|is|are|was|were|have|has|had|ca|could|would|should|wo|need|must)n['’]t|let['’]s)\b/gi
const expandable =
  /\b(?:(?:do|does|did|is|are|was|were|have|has|had|could|would|should|will|must) not|cannot|i am|(?:you|we|they) are|it is|that is|there is|(?:i|you|we|they) (?:have|will)|let us)\b/gi
const formal =
  /\b(?:therefore|moreover|furthermore|consequently|thus|hence|however|nevertheless|accordingly|whereas|regarding|upon|subsequently|utilise|utilize|commence|endeavour|facilitate|pursuant)\b/gi
const casual =
  /\b(?:okay|ok|yeah|stuff|things?|kinda|gonna|wanna|pretty much|a lot|lots of|super|awesome|cool|guys|folks|honestly|basically|really|just|anyway|get|got)\b/gi
const connectives =
  'however,therefore,because,although,though,while,whereas,instead,also,still,yet,so,but,and,then,for example,for instance,in fact,of course,meanwhile,moreover,furthermore,besides,after all,that said,in other words,as a result,on the other hand,even so,above all,in short,finally,first'.split(
    ',',
  )

function englishTraits(text: string, sentences: string[], words: number): string[] {
  const per100 = (pattern: RegExp) => ((text.match(pattern)?.length ?? 0) / words) * 100
  const short = text.match(contraction)?.length ?? 0
  const long = text.match(expandable)?.length ?? 0
  const traits: string[] = []
  if (short + long >= 3) {
    const share = short / (short + long)
    if (share >= 0.7) traits.push(`Uses contractions (${percent(share)} of the places where one fits).`)
    else if (share <= 0.1) traits.push('Writes words out: no contractions.')
    else traits.push(`Uses contractions about ${percent(share)} of the time.`)
  }
  const gap = per100(formal) - per100(casual) / 2
  if (gap >= 0.5) traits.push('Formal in its choice of words.')
  else if (gap <= -0.6) traits.push('Casual, spoken words.')
  const openers = new Map<string, number>()
  for (const sentence of sentences) {
    const lower = sentence.toLowerCase().replace(/^[^a-z]+/, '')
    const found = connectives
      .filter((one) => lower.startsWith(one) && !/[a-z]/.test(lower[one.length] ?? ' '))
      .sort((a, b) => b.length - a.length)[0]
    if (found) openers.set(found, (openers.get(found) ?? 0) + 1)
  }
  const frequentOpeners = [...openers]
    .filter(([, count]) => count >= 2 && count / sentences.length >= 0.03)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
  if (frequentOpeners.length > 0)
    traits.push(
      `Likes to open sentences with ${frequentOpeners.map(([word, count]) => `“${word}” (${count} of ${sentences.length})`).join(', ')}.`,
    )
  const grade = getGrade(text, sentences.length)
  if (words >= 50) traits.push(`Reads at school grade ${Math.max(1, Math.round(grade))} (Flesch–Kincaid).`)
  return traits
}

/** Flesch–Kincaid grade, with syllables estimated from groups of vowels. */
function getGrade(text: string, sentences: number): number {
  const all = text.toLowerCase().match(/[a-z]+(?:['’][a-z]+)?/g) ?? []
  let syllables = 0
  for (const word of all) {
    const bare = word.replace(/['’].*$/, '')
    const groups = bare.replace(/(?:[^laeiouy]e|[^laeiouydt]ed|[^aeiouysxz]es)$/, 'x').match(/[aeiouy]+/g)?.length ?? 0
    syllables += Math.max(1, groups)
  }
  return 0.39 * (all.length / sentences) + 11.8 * (syllables / Math.max(1, all.length)) - 15.59
}

const persons: Record<string, { i: string; we: string; you: string }> = {
  en: {
    i: "i|i['’]m|i['’]ve|i['’]ll|i['’]d|my|mine|me",
    we: "we|we['’]re|we['’]ve|we['’]ll|our|ours|us",
    you: "you|you['’]re|you['’]ve|you['’]ll|your|yours",
  },
  de: { i: 'ich|mich|mir|mein\\p{L}*', we: 'wir|uns|unser\\p{L}*', you: 'du|dich|dir|dein\\p{L}*' },
  fr: { i: "je|j['’]\\p{L}+|mon|ma|mes|moi", we: 'nous|notre|nos', you: 'vous|votre|vos|tu|ton|tes' },
  es: { i: 'yo|mi|mis|me', we: 'nosotros|nosotras|nuestr\\p{L}+', you: 'tú|tu|tus|te|usted|ustedes' },
  it: { i: 'io|mio|mia|miei|mie|mi', we: 'noi|nostr\\p{L}+', you: 'tu|tuo|tua|tuoi|tue|ti|voi|vostr\\p{L}+' },
  pt: { i: 'eu|meu|minha|meus|minhas', we: 'nós|nosso|nossa|nossos|nossas', you: 'você|vocês|tu|teu|tua' },
  nl: { i: 'ik|mijn|mij', we: 'wij|we|ons|onze', you: 'je|jij|jouw|u|uw|jullie' },
}

function personTraits(text: string, words: number, language: string | null): string[] {
  const person = language ? persons[language] : undefined
  if (!person) return []
  const per100 = (list: string) =>
    ((text.match(new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'giu'))?.length ?? 0) / words) * 100
  const [i, we, you] = [per100(person.i), per100(person.we), per100(person.you)]
  const figure = (value: number) => `${value.toFixed(1)} times in 100 words`
  const traits: string[] = []
  if (i >= 0.8) traits.push(`Speaks in the first person singular (${figure(i)}).`)
  if (we >= 0.8) traits.push(`Speaks as “we” (${figure(we)}).`)
  if (you >= 0.8) traits.push(`Speaks to the reader directly (${figure(you)}).`)
  if (i + we + you < 0.3) traits.push('Impersonal: neither the writer nor the reader appears.')
  if (language === 'de' && you < 0.3) {
    const polite = text.match(/(?<=\p{Ll}[ ,]+)(?:Sie|Ihnen|Ihr(?:e[nrms]?)?)(?![\p{L}])/gu)?.length ?? 0
    if ((polite / words) * 100 >= 0.5) traits.push('Addresses readers formally, as “Sie”.')
  }
  return traits
}

function punctuationTraits(text: string, sentences: string[], words: number): string[] {
  const per100 = (pattern: RegExp) => ((text.match(pattern)?.length ?? 0) / sentences.length) * 100
  const questions = sentences.filter((sentence) => /[?？؟][”"’»)]*$/.test(sentence)).length / sentences.length
  const exclaimed = sentences.filter((sentence) => /[!！][”"’»)]*$/.test(sentence)).length / sentences.length
  const marks: [RegExp, string, number][] = [
    [/\s[–—-]\s|\p{L}—\p{L}/gu, 'dashes', 8],
    [/[;；]/g, 'semicolons', 6],
    [/\p{L}[:：]\s/gu, 'colons', 10],
    [/[(（]/g, 'brackets', 10],
    [/…|\.\.\./g, 'ellipses', 4],
  ]
  const frequentMarks = marks.flatMap(([pattern, name, from]) => {
    const rate = per100(pattern)
    return rate >= from ? [`${name} (${Math.round(rate)} in 100 sentences)`] : []
  })
  const emoji = text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0
  return [
    ...(questions >= 0.05
      ? [`Asks questions: ${percent(questions)} of sentences.`]
      : words > 150 && questions === 0
        ? ['Asks no questions.']
        : []),
    ...(exclaimed >= 0.05
      ? [`Exclaims: ${percent(exclaimed)} of sentences end with an exclamation mark.`]
      : words > 150 && exclaimed === 0
        ? ['Uses no exclamation marks.']
        : []),
    ...(frequentMarks.length > 0 ? [`Uses ${frequentMarks.join(', ')}.`] : []),
    ...(emoji >= 2 ? [`Uses emoji (${emoji} in the samples).`] : []),
  ]
}

function formatTraits(markdown: string, headings: number, samples: string[], words: number): string[] {
  const lines = markdown.split('\n')
  const items = lines.filter((line) => /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S/.test(line)).length
  const bold = markdown.match(/\*\*\S[^*\n]*\*\*|__\S[^_\n]*__/g)?.length ?? 0
  const every = (count: number) => Math.round(words / count)
  const named = samples
    .flatMap((sample) => getHeadingRanges(sample).map(({ text }) => plainText(text)))
    .filter((text) => text.includes(' '))
  const titled = named.filter((text) => {
    const long = text
      .split(/\s+/)
      .slice(1)
      .filter((word) => /^\p{L}{4,}/u.test(word))
    return long.length > 0 && long.every((word) => /^\p{Lu}/u.test(word))
  }).length
  return [
    ...(headings >= 2 ? [`Divides text with headings, one for about ${every(headings)} words.`] : []),
    ...(named.length >= 3 && /^[\p{ASCII}’“”–—]+$/u.test(named.join('')) && titled / named.length >= 0.7
      ? ['Writes headings in title case.']
      : []),
    ...(items >= 3
      ? [`Uses lists (${items} items in the samples).`]
      : words > 300
        ? ['Writes in paragraphs, without lists.']
        : []),
    ...(bold >= 3 ? [`Sets key words in bold, one in about ${every(bold)} words.`] : []),
  ]
}

const percent = (share: number) => `${Math.round(share * 100)}%`
