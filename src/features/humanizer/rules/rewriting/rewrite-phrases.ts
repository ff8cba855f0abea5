/** Wordy English phrases and their plain versions, each with the context in which the change is safe. */

import { isAbstract } from './grammar/noun-senses.ts'
import { isMostly, isMostlyOne, many } from './grammar/quantity-guards.ts'
import type { SentenceContext } from './grammar/sentence-context.ts'
import { isPast } from './grammar/word-guards.ts'
import { and, apostrophe, type PhraseRule, type Row, rows, type When } from './phrase-rule.ts'
import { stockPhrases } from './rewrite-stock.ts'
import { inflatedWords } from './rewrite-words.ts'

const noted =
  'note|remember|recogni[sz]e|understand|acknowledge|reali[sz]e|bear in mind|keep in mind|point out|mention|highlight|emphasi[sz]e'
const noting = 'noting|remembering|mentioning|pointing out|highlighting|emphasi[sz]ing|acknowledging'
/** Start of a sentence or clause, where an opener can be cut. */
const start =
  '(?:^|(?<=(?:, and|, but|, so|, yet|;|:|\\bbecause|^(?:first|second|third|firstly|secondly|thirdly|next|lastly|finally|also|however),) ))'
const modal = `(?:will|would|to|can|could|may|might|should|must|not|never|do|does|did|let|make|help|\\w+n${apostrophe}t)`

/** Words that "to" completes, so that "in order to" can't become "to" after them. */
const takesTo =
  /(?:^|\s)(?:forgot|forget|forgets|remember|remembers|remembered|tried|tries|try|like|likes|liked|want|wants|wanted|need|needs|needed|ha[sd]|have|having|agreed?|agrees|refused?|refuses|learn(?:s|ed)?|began|begin|begins|start(?:s|ed)?|continued?|manage[sd]?|failed|seem(?:s|ed)?|used|hope[sd]?|plan(?:s|ned)?|decided?|promise[sd]?|chance|right|ability|way|need|decision|attempt|opportunity|desire|offer|permission|reason|license|freedom|put|puts|set|sets|kept|keeps?|place[sd]?|leave|left|arranged?|are|is|was|were|be|been|not|all|in|that|the|this|an|its|their) $/i
const speech =
  /^(?:questions?|concerns?|complaints?|talks?|information|advice|guidance|decisions?|rules?|polic(?:y|ies)|discussions?|laws?|debates?|inquir(?:y|ies)|news|details|doubts|opinions?|views?|statements?|uncertainty|clarity|confusion|progress)$/

/** A cut opener must leave a statement behind, whose reason it wasn't. */
const leavesStatement: When = (context) =>
  context.startsClause(context.end) &&
  !/\b(?:because|since|from|given|judging)\b|\bto (?:me|us|him|her|them|everyone|anyone|all)\b/i.test(context.after)
/** A statement whose reason isn't that of noting it, and no advice to mention something: "that you are diabetic when you call". */
const isStated: When = (context) =>
  context.startsClause(context.end) &&
  !/[,;] (?:because|since|given|judging)\b/i.test(context.after) &&
  !(
    /mention|point|highlight|emphasi/i.test(context.text.slice(context.start, context.end)) &&
    /\byou\b.*\b(?:(?:when|if) you|(?:in|on|to|at) your)\b/i.test(context.after)
  )

/** "have the ability to" after a subject, outside questions and after no other verb. */
const hasSubject: When = (context) =>
  !context.text.includes('?') &&
  ['NOUN', 'PROPN', 'PRON'].includes(context.previousTag?.pos ?? '') &&
  !/\b(?:do|does|did|can|could|will|would|should|may|might|must|let|lets|make|makes|help|helps|see|sees|to|if|whether|had|watch|watched)\b(?: \S+){0,4} ?$/i.test(
    context.before,
  ) &&
  context.nextTag?.pos !== 'DET'

/** "papers to sign": a verb without an object takes the noun before it as one. */
const takesNoun = (context: SentenceContext) =>
  context.start > 0 &&
  (['NOUN', 'PRON'].includes(context.previousTag?.pos ?? '') || /thing$/.test(context.previous)) &&
  /^ (?:be )?[\p{L}-]+(?:$|[.,;:!?])/u.test(context.after)

const isToBefore: When = (context) => {
  const next = context.nextTag
  return (
    !takesTo.test(` ${context.before}`) &&
    next !== undefined &&
    // At the start of a sentence it can only be a purpose.
    (context.start === 0 || next.pos === 'VERB' || next.pos === 'AUX' || next.pos === 'ADV') &&
    !/^(?:speak|say)\b/.test(context.after.trim()) &&
    !takesNoun(context)
  )
}

/** "daily" after a verb can't be taken for the adjective of a noun that follows. */
const standsLast: When = (context) => {
  const next = context.nextTag
  return (
    !next ||
    /^[,.;:!?)]|^ (?:and|or|to|by|in|at|for|with|from|because|when|so|but|rather|since|as|until|if|while|after|before|on)\b/.test(
      context.after,
    )
  )
}

const wordyLight: Row[] = [
  [
    '\\b(?:due to|owing to|because of|in light of) the fact that\\b',
    'because',
    (context) =>
      (!/^(?:is|are|was|were|be|been|not|partly|largely|mainly|only|less|more|much|rather|and|or|but|than)$/.test(
        context.previous,
      ) ||
        /^(?:this|that|it|which) (?:is|was) $/i.test(context.before)) &&
      // "Less due to the fact that it rained than to the wind"
      !/\b(?:than|and|but|or|not) (?:also )?(?:due |owing )?to\b/.test(context.after),
  ],
  ['\\bgiven the fact that\\b', 'given that'],
  ['\\b(?:in spite of|despite) the fact that\\b', 'although', (context) => context.startsClause(context.end)],
  ['\\b(?:in order|so as) to\\b', 'to', isToBefore],
  ['\\bfor the purposes? of ([a-z]+ing)\\b', 'for $1', (context) => /^[ ,.;]/.test(context.after)],
  [
    '\\bin the event that\\b',
    'if',
    (context) =>
      context.startsClause(context.end) && ['DET', 'PRON', 'PROPN', 'NOUN', 'ADJ'].includes(context.nextTag?.pos ?? ''),
  ],
  ['\\b(?:at this point in time|at the present time|at this moment in time)\\b', 'now'],
  ['\\bprior to\\b', 'before', (context) => !/^(?:a|an|the|this|his|her|their|our|no)$/.test(context.previous)],
  ['\\bsubsequent to\\b', 'after', (context) => !/^(?:is|are|was|were|be|been)$/.test(context.previous)],
  ['\\bin (?:regards?|relation) to\\b', 'about', (context) => speech.test(context.previous)],
  ['\\bwith regards? to\\b', 'about', (context) => speech.test(context.previous)],
  ['\\b(is|are|was|were|been|be) in the process of ([a-z]+ing)\\b', '$1 $2'],
  [
    '\\b(?:has|have) the (?:ability|capacity|capability) to\\b',
    'can',
    (context, groups) => hasSubject(context, groups) && ['VERB', 'AUX', 'ADV'].includes(context.nextTag?.pos ?? ''),
  ],
  [
    `(?<!\\b${modal} )\\b(?:is|are) able to\\b`,
    'can',
    (context) =>
      !context.text.includes('?') &&
      ['NOUN', 'PROPN', 'PRON', 'DET'].includes(context.previousTag?.pos ?? '') &&
      /^ \p{L}/u.test(context.after),
  ],
  [
    '\\bthe vast majority of (the|our|your|their|my|his|her|its|these|those|them|us|you|it|which|whom)\\b',
    'most of $1',
    isMostlyOne,
  ],
  [
    '\\bthe vast majority of(?= [a-z])',
    'most',
    (context, groups) =>
      !/^(?:the|our|your|their|my|his|her|its|these|those|them|us|you|it|which|whom|all|both|half|this|that|what|every|each|some|any)$/.test(
        context.next,
      ) && isMostly(context, groups),
  ],
  [`\\ba (?:large|significant|great|considerable|vast) number of(?= [a-z])`, 'many', many],
  [
    '\\b(?:a (?:wide|vast|broad|diverse|rich) (?:range|array|variety|selection) of|a (?:myriad|plethora|multitude|wealth) of)(?= [a-z])',
    'many',
    many,
  ],
  ['\\beach and every\\b', 'every'],
  ['\\bfirst and foremost\\b', 'above all'],
  ['\\bin close proximity to\\b', 'near'],
  ['\\bon a (daily|weekly|monthly|yearly) basis\\b', '$1', standsLast],
  ['\\bon a regular basis\\b', 'regularly', standsLast],
  [
    '\\b(can|could|may|might) (?:potentially|possibly)\\b',
    '$1',
    (context) =>
      !/\b(?:all|everything|anything|whatever|whoever|as|than|how|what|nothing|not|never)\b/i.test(context.before),
  ],
  // "Utilized land" isn't used land.
  [
    '\\butili([sz])e(s|d)?\\b',
    'use$2',
    ({ previousTag, previous, pos }, groups) =>
      pos !== 'ADJ' &&
      // A sentence that begins with it tells what is utilized: "Utilized block funding must be reported".
      !(groups.at(-1) === 'd' && previousTag === undefined) &&
      previousTag?.pos !== 'DET' &&
      previousTag?.pos !== 'ADJ' &&
      !/^(?:its|their|our|your|his|her|my|by|of|under|well)$/.test(previous),
  ],
  ['\\butili[sz]ing\\b', 'using'],
  [
    '\\bthe utili[sz]ation of\\b',
    'the use of',
    (context) => !/percent|%|\brates?\b|capacity|\b(?:fell|rose|ratio)\b/i.test(context.text),
  ],
]

const fillers: Row[] = [
  [
    `^it(?: is|${apostrophe}s) (?:(?:important|essential|crucial|vital|necessary) to (?:${noted})|worth (?:${noting})), however, that(?= )`,
    'However,',
    isStated,
  ],
  [
    `${start}it(?: is|${apostrophe}s) (?:also )?(?:(?:important|essential|crucial|vital|useful|helpful|interesting|necessary|worthwhile|imperative) to (?:${noted})|worth (?:${noting}))(?: here)? that(?= )`,
    '',
    isStated,
  ],
  [
    `${start}it (?:should|must) (?:also )?be (?:noted|mentioned|remembered|pointed out|emphasi[sz]ed|stressed) that(?= )`,
    '',
    isStated,
  ],
  [`${start}it goes without saying that(?= )`, '', leavesStatement],
  [`${start}needless to say, `, ''],
  [`${start}the (?:fact|truth) of the matter is that(?= )`, '', leavesStatement],
  [`^as (?:we|you) (?:all )?(?:probably )?know, `, ''],
  [`^as (?:previously |already )?mentioned(?: above| earlier| before| previously)?, `, ''],
  [`${start}there is no (?:doubt|denying|question) that(?= )`, '', leavesStatement],
  [`${start}it(?: is|${apostrophe}s) (?:clear|evident|obvious|apparent|no secret) that(?= )`, '', leavesStatement],
]

const fastPaced = '(?:ever|fast|rapidly|increasingly|constantly|quickly)'
const buzz = `(?:${fastPaced}|highly|modern|digital|competitive|busy|hectic|interconnected|complex|dynamic|global|globali[sz]ed|technological|evolving|changing|paced|growing|ever-[a-z]+|fast-[a-z]+|data-driven|hyper-[a-z]+)(?:,? and |, | )`
const age = '(?:world|age|era|landscape|environment|society|market|marketplace|economy|climate|times)'

/** A sentence about the past or with figures needs its frame of time and scope. */
const isGeneral: When = (context) => !/\d/.test(context.after) && !isPast(context.text, context.tags)
const leavesSentence: When = ({ tags, end }) =>
  tags.some(({ pos, start: at }) => at >= end && (pos === 'VERB' || pos === 'AUX'))
const isFrame: When = ({ nextTag }) => !['ADP', 'VERB'].includes(nextTag?.pos ?? '')
/** "However, you cut it, …" is no contrast. */
const isContrast: When = (context) =>
  !/^(?:you|we|they|i|he|she|it) \w+ (?:it|them|this|that),/i.test(context.after.trim())

const openings: Row[] = [
  [`^in today${apostrophe}s (?:${buzz})+${age}, `, '', isFrame],
  [
    `^in (?:today${apostrophe}s|the modern|this modern|our modern) world, `,
    '',
    (context, groups) => isFrame(context, groups) && isGeneral(context, groups),
  ],
  [`^in (?:this|our) (?:${buzz})+(?:world|age|era|landscape|society|times), `, '', isFrame],
  [`^in (?:an?|the) ${fastPaced}[- ](?:${buzz})*[a-z]*(?:world|age|era|landscape), `, '', isFrame],
  ['^(?:in conclusion|in summary|to summari[sz]e|to sum (?:it )?up|all in all|in essence|in a nutshell), ', ''],
  ['^(?:overall|ultimately), ', '', isGeneral],
  ['^(?:essentially|when all is said and done), ', '', isFrame],
  // "Simply put, tie and cut the cord" is a list of verbs.
  ['^simply put, ', '', (context) => context.startsClause(context.end) && !/^\p{L}+ and\b/u.test(context.after)],
  [
    `^at the end of the day, (?=(?:it(?: is|${apostrophe}s) (?:all about|about|up to)|what matters|the (?:choice|decision)))`,
    '',
  ],
  [`^(?:moreover|furthermore|additionally|in addition|what${apostrophe}s more), `, ''],
  [
    '^(?:notably|importantly|interestingly|undoubtedly|without a doubt|indeed|certainly|clearly|crucially|of course), ',
    '',
    isFrame,
  ],
]
const informalOpenings: Row[] = [
  ['^(?:however|nevertheless|nonetheless|that being said), ', 'But ', isContrast],
  ['^(?:consequently|accordingly|as a (?:result|consequence)|therefore), ', 'So ', isFrame],
  // "Hence, the name." has no verb.
  ['^(?:thus|hence), ', 'So ', and(isFrame, leavesSentence)],
  ['^(?:subsequently), ', 'Then ', isFrame],
]

/** A visitor of every level, for whom the rest of the sentence holds anyway. */
const personas =
  '(?:beginner|novice|newcomer|newbie|amateur|first-timer|pro|professional|expert|veteran|enthusiast|hobbyist|student|seasoned [a-z]+|experienced [a-z]+|small business(?: owner)?|startup|large (?:company|enterprise)|busy [a-z]+|freelancer|marketer|developer|blogger|seasoned pro)'

const strongWordy: Row[] = [
  [
    '\\benables (you|us|them|people|users|teams|businesses|companies|individuals) to\\b',
    'lets $1',
    (context) => context.nextTag?.pos !== 'DET',
  ],
  [
    '\\benable (you|us|them|people|users|teams|businesses|companies|individuals) to\\b',
    'let $1',
    (context) => context.nextTag?.pos !== 'DET',
  ],
  [
    '\\bindividuals\\b',
    'people',
    (context) =>
      (context.previousTag?.pos !== 'ADJ' ||
        /^(?:many|most|some|other|few|young|older|several|busy|interested)$/.test(context.previous)) &&
      !/firm|compan|group|business|organi[sz]|corporat|institution|couple|famil|species|animal|bird|adult|male|plant|state|population/i.test(
        context.text,
      ) &&
      !/^['’]/.test(context.after),
  ],
  [
    '\\bapproximately(?= (?:\\d|half\\b|one\\b|two\\b|three\\b|four\\b|five\\b|six\\b|seven\\b|eight\\b|nine\\b|ten\\b|twenty\\b|a (?:dozen|third|quarter|hundred|thousand)))',
    'about',
  ],
  [
    '\\b(need|needs|require|requires|provide|provides|offer|offers|without|any|some|more|your|our|their|further|additional|seek|get|give) assistance\\b',
    '$1 help',
    (context) => /^[.,;:!?]|^ (?:with|in|to|from|for|and|or|when|if)\\b/.test(context.after),
  ],
  ['\\b(to|can|will|should|may|must) (?:assist|aid) (you|us|them|people|users)\\b', '$1 help $2'],
  [
    '\\b(to|can|will|should|may|must) obtain(?= (?:a|an|the|your|their|our|more|this|these|information|data|results|permission)\\b)',
    '$1 get',
  ],
  ['\\bensure(s)? that\\b', 'make$1 sure that', (context) => context.startsClause(context.end)],
  ['\\bensured that\\b', 'made sure that', (context) => context.startsClause(context.end)],
  ['\\bensuring that\\b', 'making sure that', (context) => context.startsClause(context.end)],
]

/** A topic, and nothing that can come to something: "when it comes to rest, the ball is white". */
const isSubjectMatter = (context: SentenceContext): boolean => {
  const topic = context.headFrom(context.end)
  if (!topic || /^(?:rest|light|life|power|an? end|blows|terms|nothing|boil)$/.test(topic.word)) return false
  return isAbstract(topic.word) || topic.plural || /ing$/.test(topic.word)
}

const strongOpenings: Row[] = [
  [`^whether you(?: are|${apostrophe}re) an? ${personas} or an? ${personas}, `, ''],
  [
    '^when it comes to (?!an? |the (?:vote|worst|crunch|boil|point)\\b)(?=[a-z])',
    'As for ',
    (context, groups) =>
      /^[^,]{2,60}, \p{L}/u.test(context.after) && leavesSentence(context, groups) && isSubjectMatter(context),
  ],
  // Joins two statements where the connector stands between them.
  // A second "but" would be read as the first.
  ['(?<=\\w); however, ', ', but ', ({ text }) => !/\bbut\b/i.test(text)],
  ['(?<=\\w); therefore, ', ', so '],
  ['(?<=\\w); (?:moreover|furthermore|additionally), ', '; '],
]

/** "…, allowing users to work" in a sentence of the present. */
const isPresent: When = ({ before, tags, start: at }) => {
  const main = tags.filter(({ end }) => end <= at)
  return !isPast(before, main) && main.some(({ pos }) => pos === 'VERB' || pos === 'AUX')
}

const tails: Row[] = [
  [
    ', (?:allowing|enabling) (you|users|people|teams|customers|readers|visitors|businesses|companies|students|employees|developers|marketers|everyone) to\\b',
    ', so $1 can',
    (context, groups) => isPresent(context, groups) && context.nextTag?.pos === 'VERB',
  ],
  [
    ', making it (easy|easier|possible|difficult|hard|harder|simple|simpler|ideal|perfect) (to|for)\\b',
    ', which makes it $1 $2',
    isPresent,
  ],
  [
    ', (?:highlighting|underscoring) the (importance|need|value|role) of\\b',
    ', which shows the $1 of',
    and(isPresent, ({ before }) => !/\bshow/i.test(before)),
  ],
]

export const phraseRules: PhraseRule[] = [
  ...rows('filler', 'light', fillers),
  ...rows('wordy', 'light', wordyLight),
  ...rows('opening', 'balanced', openings),
  ...rows('opening', 'balanced', informalOpenings).map((rule): PhraseRule => ({ ...rule, informal: true })),
  ...stockPhrases,
  ...inflatedWords,
  ...rows('wordy', 'strong', strongWordy),
  ...rows('opening', 'strong', strongOpenings),
  ...rows('stock', 'strong', tails),
]
