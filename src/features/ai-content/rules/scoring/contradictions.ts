/**
 * Says what makes a sentence claim something else than the page's sentence with the same words and figures: an opposite, an
 * absolute, another role of the money, another subject, places changed.
 */
import { compareModality } from '#features/humanizer/rules/rewriting/facts/modality-facts.ts'
import { getSwap, readWords } from '#features/humanizer/rules/rewriting/facts/role-facts.ts'

const holds = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')

const rising =
  /(?<!\p{L})(?:rais|increas|lengthen|higher|longer|faster|strengthen|widen|grow(?!th)|grew|expand|improv|gain|speed|accelerat|doubl|erhöh|steiger|verbesser|verlänger|beschleunig|augment|amélior|allong|aument|mejor(?:a|e)|miglior(?:a|e)|melhor(?:a|e)|verhoog|verbeter)/iu
const falling =
  /(?<!\p{L})(?:lower|reduc|shorten|decreas|shrink|shrank|slow|weaken|narrow|worsen|drop|fell|fall(?!\s+asleep)|los(?:e|t)(?!\p{L})|halv|cut(?!\p{L})|senk(?:t|en)|verringer|verkürz|verschlecht|verlangsam|rédui|diminu|baiss|disminu|reduz|riduc|verlaag|verminder)/iu

/** Whether one says up and the other down. */
function isOtherDirection(sentence: string, own: string): boolean {
  const [up, down] = [rising.test(sentence), falling.test(sentence)]
  const [ownUp, ownDown] = [rising.test(own), falling.test(own)]
  return (up && !down && ownDown && !ownUp) || (down && !up && ownUp && !ownDown)
}

const opposites: [RegExp, RegExp][] = (
  [
    ['before|prior to', 'after|following'],
    ['with', 'without'],
    ['start\\p{L}*|begin\\p{L}*|began', 'end(?:s|ed|ing)?|finish\\p{L}*|stop\\p{L}*'],
    ['minimum|at least', 'maximum|at most'],
    ['cheap(?:er|est)?|inexpensive', 'expensive|costly|pricier|dearer'],
    ['easy|easier|easily|simple', 'difficult|harder|hard'],
    ['allow(?:s|ed)?|permit(?:s|ted)?|legal', 'forbid\\p{L}*|forbad\\p{L}*|ban(?:s|ned)?|prohibit\\p{L}*|illegal'],
    ['safe(?:ly|r)?|harmless', 'unsafe|dangerous|harmful|hazardous|toxic'],
    ['buy(?:s|ing)?|bought', 'sell(?:s|ing)?|sold'],
    ['win(?:s|ning)?|won', 'lose(?:s)?|lost'],
    ['summer|summers', 'winter|winters'],
    ['morning', 'evening|night'],
    ['hot(?:ter)?|warm(?:er)?', 'cold(?:er)?|cool(?:er)?'],
    ['dry|drier', 'wet|wetter|moist'],
    ['inside|indoors?', 'outside|outdoors?'],
    ['first|earliest', 'last|latest'],
    ['accept(?:s|ed)?|approv(?:e|es|ed)', 'reject(?:s|ed)?|refus(?:e|es|ed)|den(?:y|ies|ied)'],
    ['more', 'less|fewer'],
    ['often|frequently|usually|commonly', 'rarely|seldom|hardly ever|never'],
    ['good|well', 'poor(?:ly)?|bad(?:ly)?'],
    ['high(?:er|est)?', 'low(?:er|est)?'],
    ['large(?:r|st)?|big(?:ger|gest)?', 'small(?:er|est)?'],
    ['strong(?:er|est)?', 'weak(?:er|est)?'],
    ['fast(?:er|est)?|quick(?:er|est|ly)?', 'slow(?:er|est|ly)?'],
    ['new(?:er|est)?', 'old(?:er|est)?|existing'],
  ] as const
).map(([one, other]) => [holds(one), holds(other)])

const comparing = holds('than')

/**
 * Whether the sentence says the opposite of the page's, or what does what to what the other way around: "pine costs more than
 * cedar" for "cedar costs more than pine". Both at once say the same again. Roles are read in English only.
 */
export function isReversed(sentence: string, own: string, language: string): boolean {
  const hasChangedPlaces = /^en\b/.test(language) && getSwap(own, sentence) !== null
  const isComparison = comparing.test(sentence) && comparing.test(own)
  return isOpposite(sentence, own) ? !(hasChangedPlaces && isComparison) : hasChangedPlaces
}

/** Words without which a sentence claims more: "may lower", "some dentists". */
const limiting = new Set(['may', 'could', 'some', 'few', 'expected', 'would have', 'used to'])

/**
 * Whether the sentence leaves out what limits the page's claim, or takes another modal: "lowers" for "may lower", "must" for
 * "should". English only.
 */
export function isSurer(sentence: string, own: string): boolean {
  const { lost, added } = compareModality(own, sentence)
  const stems = new Set(readWords(sentence).map(({ stem }) => stem))
  // What the word belongs to, which the sentence may not be about.
  const isMeant = ({ end }: { end: number }) =>
    stems.has(readWords(own.slice(end)).find(({ kind }) => kind === 'content')?.stem ?? '')
  const isModal = ({ kind }: { kind: string }) => kind === 'modal'
  return lost.some((fact) => isMeant(fact) && (limiting.has(fact.key) || (isModal(fact) && added.some(isModal))))
}

/** Whether one says the opposite of the other: "after the frost" for "before the frost". */
function isOpposite(sentence: string, own: string): boolean {
  return (
    isOtherDirection(sentence, own) ||
    opposites.some(([one, other]) => {
      const [a, b, ownA, ownB] = [one.test(sentence), other.test(sentence), one.test(own), other.test(own)]
      return (a && !b && ownB && !ownA) || (b && !a && ownA && !ownB)
    })
  )
}

const absolutes = [
  'complete(?:ly)?|entire(?:ly)?|total(?:ly)?|whol(?:e|ly)|full(?:y)?',
  'permanent(?:ly)?|forever',
  'instant(?:ly)?|immediate(?:ly)?|overnight',
  'more than any(?: other)?|than any other|unlike any|unmatched|unrivall?ed|unbeatable|second to none',
  'stops?|stopped|ends?|ended|prevents?|prevented|blocks?',
]
  .map(holds)
  .concat(/100\s?%/)

/** What is said of more than the page says: of most, or of the whole world. */
const wider: [RegExp, RegExp][] = [
  [
    holds('most(?! (?:\\p{L}+(?:ed|ing|ive|ous|al|ar|ant|ent|ful|ble|ly|e))(?!\\p{L}))|(?:the|a) majority'),
    holds(
      'most(?:ly)?|majority|usual(?:ly)?|typical(?:ly)?|general(?:ly)?|more than half|(?:nearly|almost) all|percent|often|tend|common(?:ly)?|mainly|primarily|in many|many|people|all|every',
    ),
  ],
  [holds('in the world|worldwide|globally|on earth'), /world|global|international|earth|planet/iu],
]

/** Whether the sentence goes all the way where the page doesn't: "stops algae completely". */
export function goesFurther(sentence: string, own: string, text: string): boolean {
  if (wider.some(([claimed, meant]) => claimed.test(sentence) && !meant.test(own) && !/%/.test(own))) return true
  const claimed = absolutes.filter((pattern) => pattern.test(sentence))
  // "The series ends in May" is no effect, so the last kind counts only beside a weaker one on the page.
  return claimed.some((pattern) =>
    pattern === absolutes[4] ? weaker.test(text) && !prevention.test(text) : !pattern.test(text),
  )
}
const weaker = /(?<!\p{L})(?:slow|reduc|lower|limit|lessen|eas(?:e|es|ed)(?!\p{L})|help)/iu
const prevention = /(?<!\p{L})(?:stop|end(?:s|ed)?(?!\p{L})|prevent|block|keep|avoid|protect)/iu

/** What money is: a price, what is taken off one, a penalty, what is earned. */
const moneyRoles = [
  'costs?|prices?|priced|pays?(?! (?:back|off))|paid|sells? for|sold for|charges?|charged|fees?|spend\\p{L}*|spent|worth',
  'rebates?|discounts?|sav(?:e|es|ed|ings?)|refunds?|grants?|subsid(?:y|ies)|vouchers?|credits?|off',
  'fines?|penalt(?:y|ies)|losses|lost|lose(?:s)?|tax(?:es|ed)?',
  'earn(?:s|ed|ings)?|salar(?:y|ies)|wages?|revenues?|income|profits?|makes?|raised',
].map(holds)

/** Whether money has another role than on the page: "costs $25" for "a rebate of $25". */
export function isOtherMoney(sentence: string, own: string): boolean {
  const roles = (text: string) => moneyRoles.flatMap((pattern, role) => (pattern.test(text) ? [role] : []))
  const [claimed, stated] = [roles(sentence), roles(own)]
  return claimed.length > 0 && stated.length > 0 && !claimed.some((role) => stated.includes(role))
}

/** Words that speak for others or stand for the subject, which the page may name otherwise. */
const generic =
  /^(?:this|that|it|there|here|what|which|who|he|she|they|we|you|i|one|each|every|some|most|many|all|both|another|any|no|nobody|everyone|someone|something|nothing|everything|the|a|an|in|on|at|for|with|by|from|to|if|when|while|because|since|after|before|as|and|but|or|so|not|only|even|just|also|then|now|today|its|their|your|our|his|her|my|using|research|evidence|data|science|information|experience)$/i
const verb =
  /^(?:is|was|has|does|can|may|might|will|must|should|could|gives|takes|makes|keeps|holds|costs|offers|pays|\p{Ll}{2,}(?:[^s\W]s))$/u

/**
 * Whether the sentence begins with a subject that the page never names: "Seattle gives a rebate".
 * @param words all words of the page, as in `PageSentences`
 */
export function hasOtherSubject(sentence: string, words: string): boolean {
  const [, first = '', next = ''] = /^["“„«(]?(\p{Lu}[\p{L}'’-]+) ([\p{L}'’-]+)/u.exec(sentence) ?? []
  if (first === '' || generic.test(first) || !verb.test(next)) return false
  const stem = first
    .toLowerCase()
    .replace(/['’]s$/, '')
    .slice(0, Math.max(4, first.length - 2))
  return !words.includes(` ${stem}`)
}

const measured =
  /\p{N}[\p{N}.,]*\s?(?:%|percent|\p{L}+) of (?!(?:the|a|an|all|its|their|this|these|those|our|your|his|her|it|them|each|every|any)\s)(\p{L}{3,})/giu

/** Whether a figure counts something that the page never names: "200 liters of oil". */
export const countsOther = (sentence: string, words: string): boolean =>
  [...sentence.matchAll(measured)].some(
    ([, counted]) => !words.includes(` ${counted!.toLowerCase().slice(0, Math.max(3, counted!.length - 2))}`),
  )

const stem = (word: string) => word.toLowerCase().slice(0, Math.max(4, word.length - 2))
const share =
  /(\p{N}[\p{N}.,]*)\s?(?:%|percent) (?:of (?:the |all |its |their )?((?:(?!(?:in|on|at|who|that|which|with|from|for|and|or|had|have|has|is|are|was|were)(?!\p{L}))[\p{L}'’-]+ ?){1,3})|(on|off|more|less|fewer|faster|slower|higher|lower|cheaper)(?!\p{L}))/giu

/** Whether a percentage is one of something else than on the page: "14 % of gardeners" for "14 % of households". */
export function isOtherShare(sentence: string, own: string): boolean {
  const theirs = new Map([...own.matchAll(share)].map(([, figure, of]) => [figure!, of]))
  return [...sentence.matchAll(share)].some(([, figure, of]) => {
    const stated = theirs.get(figure!)
    if (!theirs.has(figure!) || (!of && !stated)) return false
    if (!of || !stated) return true
    const known = stated.trim().split(' ').map(stem)
    return !of
      .trim()
      .split(' ')
      .map(stem)
      .some((word) => known.includes(word))
  })
}

const opening = /^["“„«(]?(?:(?:The|A|An) )?(\p{L}[\p{L}'’-]+) (\p{L}[\p{L}'’-]+)/u
const attributes =
  /^(?:most|many|some|all|few|several|these|those|our|its|each|every|typical|usual|common|average|usually|often|prices?|costs?|rates?|fees?)$/i

/** Whether both begin with the same noun of another kind: "Plastic barrels" for "Cedar barrels". */
export function isOtherKind(sentence: string, own: string): boolean {
  const [, kind = '', noun = ''] = opening.exec(sentence) ?? []
  const [, ownKind = '', ownNoun = ''] = opening.exec(own) ?? []
  if (noun === '' || ownNoun === '' || stem(noun) !== stem(ownNoun)) return false
  const isKind = (word: string) => !attributes.test(word) && !generic.test(word)
  const isIn = (word: string, all: string) => all.toLowerCase().includes(stem(word))
  return isKind(kind) && isKind(ownKind) && !isIn(kind, own) && !isIn(ownKind, sentence)
}

const month =
  /(?<!\p{L})(?:(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|tember|t|ober|ember)?|(May)(?= \p{N}))(?!\p{L})/gu

/** Whether the sentence names a month that the page's doesn't. */
export const isOtherMonth = (sentence: string, text: string): boolean =>
  [...sentence.matchAll(month)].some(([, name, may]) => !new RegExp(`(?<!\\p{L})${name ?? may}`, 'u').test(text))
