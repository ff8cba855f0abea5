/** Stock phrases of AI prose, replaced where they are meant figuratively. */
import { isAbstract, isPlural, performances, proudOwners, toSingular } from './grammar/noun-senses.ts'
import type { Tag } from './grammar/tag-words.ts'
import { beforeAbstract, isNotNoun } from './grammar/word-guards.ts'
import { and, apostrophe, type PhraseRule, type Row, rows, type When } from './phrase-rule.ts'

const finance =
  /\b(?:capital|assets?|debts?|equity|funds?|banks?|loans?|buyouts?|ratios?|balance sheet|shares?|stocks?|invest\w*|borrow\w*|times|bonds?)\b|\b(?:stones?|levers?|bars?|rocks?|pry)\b/i
const weighty =
  '(?:crucial|vital|key|pivotal|critical|significant|important|essential|central|major|fundamental|instrumental)'

/** A role on no stage: its field is an idea, and no person plays it. */
const isNoPerformance: When = (context) => {
  const head = context.head
  if (head === null) return false
  const names = context.text.toLowerCase().match(/[\p{L}-]+/gu) ?? []
  return (
    !performances.has(head.word) &&
    !/^(?:\s\p{L}+)*\s[\ue000-\uf8ff]/u.test(context.after) &&
    (isAbstract(head.word) || /ing$/.test(head.word) || /^ \p{L}+ing\b/u.test(context.after)) &&
    !names.some((word) =>
      /^(?:actor|actress|star|cast|film|movie|scene|stage|theat(?:er|re)|season|episode)s?$/.test(word),
    )
  )
}

/** An idea, or what is written about one. */
const isReadable: When = (context, groups) =>
  beforeAbstract(context, groups) ||
  /^(?:podcast|article|chapter|archive|documentar|detail|statistic|specific|basic|fundamental|theor|memoir)/.test(
    context.head?.word ?? '',
  )

/** What one uses rather than lifts: ideas, data and technology. */
const isUsable: When = (context, groups) =>
  beforeAbstract(context, groups) ||
  /^(?:data|ai|tools?|platforms?|networks?|software|apps?|cloud|analytics|algorithms?|automation|channels?|media|websites?|features?|models?|systems?|devices?|machines?|resources?|services?|content|checklists?|templates?|it|them|this|these)$/.test(
    context.head?.word ?? context.next,
  ) ||
  /^\s[\ue000-\uf8ff]/.test(context.after)

const isProof: When = (context) => {
  const next = context.after.trimStart()
  if (/^(?:how|what)\b/.test(next)) return true
  return beforeAbstract(context, []) && !/^[\ue000-\uf8ff]/.test(next)
}

const getForm = (tag: Tag | undefined) => {
  if (!tag) return ''
  const { pos, word } = tag
  if (pos === 'VERB' || pos === 'AUX')
    return `V${/ing$/.test(word) ? 'ing' : /ed$/.test(word) ? 'ed' : /s$/.test(word) ? 's' : ''}`
  return pos === 'DET' || pos === 'PRON' || pos === 'NOUN' || pos === 'PROPN' || pos === 'NUM' ? 'N' : pos
}

const limits =
  /\b(?:not|no|never|nothing|nobody|none|neither|nor|without|cannot|hardly|rarely|seldom|but|except|excepting|excluding|unless|other than|apart from|aside from|save|only|just)\b|n['’]t\b/i

/** "not only X but also Y" where both halves have the same form, and nothing agrees with them. */
const isParallel: When = (context, groups) => {
  const first = groups[0]!
  // A negation, exception or bound beside the pair would apply to both halves, or to another one than before.
  const rest = `${context.before} ${first} ${context.after}`
  if (limits.test(rest)) return false
  if (/\b(?:do|does|did)(?: \w+)?$/i.test(context.before.trim())) return false
  const firstAt = context.start + context.text.slice(context.start, context.end).indexOf(first)
  const [a, b] = [context.at(firstAt), context.tags.find(({ start }) => start >= context.end)]
  const [one, two] = [getForm(a), getForm(b)]
  if (one === '' || one !== two || a?.pos === 'AUX' || b?.pos === 'AUX' || one === 'PUNCT') return false
  const earlier = context.tags.some(({ pos, end }) => end <= context.start && (pos === 'VERB' || pos === 'AUX'))
  if (one.startsWith('V')) return earlier || ['NOUN', 'PROPN', 'PRON'].includes(context.previousTag?.pos ?? '')
  // No verb may agree with the pair, and both halves must belong to the same one.
  return (
    earlier &&
    context.verbFrom(context.end) === undefined &&
    !context.tags.some(
      ({ pos, start, end }) => start >= firstAt && end <= context.end && (pos === 'VERB' || pos === 'AUX'),
    )
  )
}

const stock: Row[] = [
  [`\\b(plays|play|played|playing) an? ${weighty} (?:role|part) in(?= )`, '$1 a big part in', isNoPerformance],
  [`\\b(play|played|playing) ${weighty} (?:roles|parts) in(?= )`, '$1 a big part in', isNoPerformance],
  [`\\b(is|are|was|were|it${apostrophe}s|that${apostrophe}s) a testament to(?= )`, '$1 proof of', isProof],
  [
    '\\b(?:stands|serves) as a testament to(?= )',
    'is proof of',
    and(isProof, ({ previousTag }) => ['NOUN', 'PRON', 'PROPN'].includes(previousTag?.pos ?? '')),
  ],
  [
    '\\b(?:stand|serve) as (?:a )?testaments? to(?= )',
    'are proof of',
    and(isProof, ({ previousTag, previous }) => previousTag?.pos === 'NOUN' && isPlural(previous)),
  ],
  [
    "\\bserves as (a|an|the) (?=(?:[a-z-]+ )?(?:reminder|foundation|cornerstone|starting point|introduction|overview|symbol|warning|basis|example)\\b(?!['’]))",
    'is $1 ',
    ({ previousTag }) => ['NOUN', 'PRON', 'PROPN', 'DET'].includes(previousTag?.pos ?? ''),
  ],
  ['\\bunderscores (how|why|that)\\b', 'shows $1', isNotNoun],
  [
    '\\bunderscores(?= (?:the|its|their|our|your|this)\\b)',
    'shows',
    and(beforeAbstract, isNotNoun, (context) => !/(?:^|\s)(?:he|she|teacher|editor|author) $/i.test(context.before)),
  ],
  [
    '\\bunderscore(?= (?:the|its|their|our|your|this)\\b)',
    'show',
    and(beforeAbstract, isNotNoun, ({ previousTag, previous }) => previousTag?.pos === 'NOUN' && isPlural(previous)),
  ],
  ['\\bdelve(s)? (?:deep(?:er)? )?into\\b', 'look$1 into', isReadable],
  ['\\bdelving (?:deep(?:er)? )?into\\b', 'looking into', isReadable],
  ['\\bdelved (?:deep(?:er)? )?into\\b', 'looked into', isReadable],
  ['\\bdive(s)? deep(?:er)? into\\b', 'look$1 closely at', and(beforeAbstract, isNotNoun)],
  ['\\bnavigate(s)? the (?:complexities|intricacies|challenges) of\\b', 'deal$1 with', beforeAbstract],
  ['\\bnavigating the (?:complexities|intricacies|challenges) of\\b', 'dealing with', beforeAbstract],
  [
    '\\bembark(s)? (?:up)?on (a|an|the|your|their|our)(?= (?:[a-z-]+ )?(?:journey|adventure|career|quest|mission|project|study)\\b)',
    'begin$1 $2',
  ],
  [
    '\\bembarking (?:up)?on (a|an|the|your|their|our)(?= (?:[a-z-]+ )?(?:journey|adventure|career|quest|mission|project|study)\\b)',
    'beginning $1',
  ],
  [
    '\\bembarked (?:up)?on (a|an|the|your|their|our)(?= (?:[a-z-]+ )?(?:journey|adventure|career|quest|mission|project|study)\\b)',
    'began $1',
    (context) => !/\b(?:ha[sd]|have|having|been|be|is|was|were|are)\b(?: \w+)? $/i.test(context.before),
  ],
  ['\\bharness the (full )?(power|potential) of\\b', 'use the $1$2 of', isNotNoun],
  ['\\bharnesses the (full )?(power|potential) of\\b', 'uses the $1$2 of', isNotNoun],
  ['\\bharnessing the (full )?(power|potential) of\\b', 'using the $1$2 of'],
  ['\\bunlock(s)? the (?:full |true )?potential of\\b', 'bring$1 out the potential of'],
  ['\\bunlocking the (?:full |true )?potential of\\b', 'bringing out the potential of'],
  [
    '\\bleveraging(?= [a-z])',
    'using',
    (context, groups) =>
      !finance.test(context.text) &&
      isUsable(context, groups) &&
      (context.previousTag === undefined || !['DET', 'ADJ'].includes(context.previousTag.pos)),
  ],
  [
    '\\b(to|can|could|will|would|should|must|may|might|we|you|they) leverage(?= [a-z])',
    '$1 use',
    (context, groups) => !finance.test(context.text) && isUsable(context, groups),
  ],
  [
    '\\bleverages (a|an|the|its|their|our|your)\\b',
    'uses $1',
    (context, groups) => !finance.test(context.text) && isUsable(context, groups),
  ],
  [
    '\\bboasts (a|an|its own|over|more than|some|the largest|the best)(?= )',
    'has $1',
    (context) =>
      context.previousTag !== undefined &&
      proudOwners.has(context.previous) &&
      !/^ (?:lot|bit|great deal|while|little)\b/.test(context.after) &&
      context.head !== null,
  ],
  [
    '\\bboast (an?|their own|over|more than|some)(?= )',
    'have $1',
    (context) =>
      context.previousTag?.pos === 'NOUN' &&
      proudOwners.has(toSingular(context.previous)) &&
      isPlural(context.previous) &&
      !/^ (?:lot|bit|great deal|while|little)\b/.test(context.after) &&
      context.head !== null,
  ],
  [
    '\\bin the (?:realm|world) of (?=(?:digital |online |content |social |modern )?(?:marketing|business|finance|technology|science|education|sports|fashion|politics|medicine|health|healthcare|software|programming|commerce|e-commerce|economics|physics|cooking|photography|gaming|advertising|design)(?:[,.;:]| (?:and|is|are|there|it|we|you|has|today)\\b))',
    'in ',
  ],
  [
    '\\ban? (?:rich |vibrant |intricate |complex |diverse )+tapestry of(?= (?:[a-z]+ )?(?:cultures|flavors|flavours|traditions|stories|sounds|emotions|experiences|ideas|voices|languages|communities|influences|history|culture)\\b)',
    'a mix of',
  ],
  ['(?<=[a-z,] )not (?:only|just) ([^,;:.?!]{3,70}?),? but also ', '$1 and ', isParallel],
  [
    '\\b(?:is|remains) paramount\\b',
    'matters most',
    (context) =>
      /^(?:[.,;:!?]|$| (?:to|for|when|in|if|and|because)\b)/.test(context.after) && context.previousTag?.pos !== 'PRON',
  ],
  [
    '\\bare paramount\\b',
    'matter most',
    (context) => /^(?:[.,;:!?]|$| (?:to|for|when|in|if|because)\b)/.test(context.after),
  ],
]

export const stockPhrases: PhraseRule[] = rows('stock', 'balanced', stock)
