/**
 * Finds the small words that carry a sentence's claim: negations, quantifiers, modals, bounds, exceptions and conditions. Losing or
 * swapping one changes what is said, even when every name and number stays.
 */

export type ModalityFact = { key: string; start: number; end: number }

type WordClass = {
  key: string
  /** Words that have to be matched in the other text. */
  strong: RegExp
  /** Other wordings that count as a match, and need none themselves. */
  weak?: RegExp
  /** Classes that also count as a match. */
  like?: string[]
}

/** Whole words, and the verb in "shouldn't" and "cannot". */
const phrases = (list: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${list})(?:(?![\\p{L}\\p{N}_])|(?=n['’]t|not(?!\\p{L})))`, 'giu')
const no = "n['’]t"
const be = '(?:is|are|was|were|be|been|being|am)'

/** In order: a phrase of an earlier class hides its words from the later ones. */
const english: WordClass[] = [
  // Both words together: "not all" isn't "all … not".
  {
    key: 'not all',
    strong: phrases('(?:not|never) (?:all|every|each|everyone|everybody|everything|always|necessarily)'),
    weak: phrases('not (?:any|each) and every|some'),
  },
  {
    key: 'no longer',
    strong: phrases('no longer|not any ?more|anymore|any longer'),
    weak: phrases('stop(?:s|ped)?|ceased?'),
  },
  {
    key: 'must not',
    strong: phrases(
      `must not|must never|mustn['’]t|shall not|shan['’]t|(?:${be} )?(?:not (?:allowed|permitted)|forbidden|prohibited|banned)|may never`,
    ),
    weak: phrases(`may not|can ?not|can['’]t|never|do not|don['’]t`),
  },
  {
    key: 'need not',
    strong: phrases(
      `need not|needn['’]t|(?:do|does|did|would|will)(?: not|${no}) (?:have|need) to|won['’]t (?:have|need) to|(?:${be} )?(?:not|n['’]t) (?:required|necessary|obliged|needed)|(?:has|have|had) no need to`,
    ),
    weak: phrases('optional|unnecessary|free to'),
  },
  {
    key: 'except',
    strong: phrases(
      'except(?:ing)?(?: for| that| when| if)?|excluding|apart from|aside from|other than|save for|with the exception of|all but|but not|not including|exclusive of',
    ),
  },
  {
    key: 'unless',
    strong: phrases('unless'),
    weak: phrases(`if\\b[^,.;]{1,40}(?:not|${no})|without|except (?:if|when)|only if`),
  },
  {
    key: 'only if',
    strong: phrases('only if|only when|only after|only once|provided that|as long as'),
    weak: phrases('only|if|unless|until|not until'),
  },
  {
    key: 'at least',
    strong: phrases(
      `at (?:the very )?least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of|minimum(?! wage)|or (?:more|older|longer|later|over|above|higher)|and (?:up|over|above)`,
    ),
  },
  {
    key: 'at most',
    strong: phrases(
      `at (?:the very )?most|no (?:more|later|longer|greater|higher) than|not (?:more|later|longer) than|up to|a maximum of|maximum|or (?:less|fewer|younger|under|below|lower)|as (?:much|many) as`,
    ),
    weak: phrases('within|limit(?:s|ed)? to'),
  },
  {
    key: 'more than',
    strong: phrases(
      'more than|over(?= [\\p{N}$€£]| a | half)|above(?= [\\p{N}$€£])|exceed(?:s|ed|ing)?|greater than|upwards? of|in excess of|higher than|longer than',
    ),
  },
  {
    key: 'less than',
    strong: phrases('(?:less|fewer|lower|shorter) than|under(?= [\\p{N}$€£]| a | half)|below(?= [\\p{N}$€£])'),
  },
  {
    key: 'almost',
    strong: phrases('almost|nearly|virtually|practically|close to|all but'),
    weak: phrases('just (?:under|short of)'),
  },
  {
    key: 'only',
    like: ['only if'],
    strong: phrases(
      '(?<!not )(?:only|solely|exclusively)|nothing but|no one but|nobody but|alone|limited to|restricted to',
    ),
    weak: phrases('just|purely|no other|sole|merely|none but|single|reserved for'),
  },
  {
    key: 'most',
    strong: phrases(
      'most(?= of| \\p{Ll}+s\\b| people)|(?:the )?(?:vast |great |overwhelming |large )?majority(?: of)?|mostly|usually|generally|typically|normally|for the most part|mainly|primarily|as a rule|by and large',
    ),
  },
  {
    key: 'all',
    like: ['not all'],
    strong: phrases(
      'all(?! but)|every|each|always|everyone|everybody|everything|everywhere|any(?=one\\b|body\\b|thing\\b)|whole|entire(?:ly)?|completely|totally|fully',
    ),
    weak: phrases(
      `any|anyone|anybody|both|throughout|no one (?:is|was) (?:left|spared)|without exception|complete|full|total|continually|constantly`,
    ),
  },
  {
    key: 'some',
    strong: phrases(
      'some(?:one|body|thing|times|where)?|several|a few|occasionally|in some cases|partly|partially|a number of|certain(?= \\p{Ll}+s\\b)|half',
    ),
    weak: phrases('few|a handful of|part|many|now and then|at times|once in a while|part-time|a couple of|various'),
  },
  {
    key: 'many',
    strong: phrases(
      'many|numerous|a (?:large|great|significant|considerable|vast) number of|lots of|a lot of|often|frequently|much of|a great deal of|plenty of|dozens of',
    ),
    weak: phrases(
      'various|countless|several|common|commonly|regularly|much|(?:range|variety|array|selection|myriad|plethora|multitude|host|wealth) of',
    ),
  },
  {
    key: 'few',
    strong: phrases('few|little(?= \\p{Ll}+)|rarely|seldom|hardly|scarcely|barely|fewest'),
    weak: phrases(
      'not (?:many|much|often)|rare|small number|handful|unlikely|infrequent(?:ly)?|almost (?:never|none|nothing|nobody|no)',
    ),
  },
  { key: 'both', strong: phrases('both'), weak: phrases('the two|two|and|each|as well as') },
  {
    key: 'should',
    strong: phrases(
      `should|ought(?: to)?|had better|${be} supposed to|(?:${be} )?(?:recommended|advisable|advised)|(?:it['’]s|it is) best to`,
    ),
    weak: phrases('recommends?|advises?|wise to|good idea|suggests?|best|worth'),
  },
  {
    key: 'must',
    strong: phrases(
      `must|ha(?:ve|s|d) to|need(?:s|ed)? to|shall|${be} (?:required|obliged|obligated|forced|bound) to|got to|compulsory|mandatory|${be} necessary`,
    ),
    weak: phrases(
      'requires?|required|needs?|needed|necessary|essential|obligation|duty|demands?|calls? for|takes?|have got',
    ),
  },
  {
    key: 'may',
    strong: phrases(
      `may(?! \\d|,? \\d{4})|might|perhaps|maybe|possibly|potentially|probably|presumably|(?:${be} )?(?:un)?likely(?: to)?|it is possible that|conceivably|apparently|reportedly|allegedly|seems?|seemed|appears? to|appeared to|tends? to|tended to|suggests?|suggested`,
    ),
    weak: phrases('could|possible|possibility|chance|probable|can|risk|potential|likelihood'),
  },
  {
    key: 'could',
    strong: phrases('could(?! not)'),
    weak: phrases(`might|may|can|able to|possible|possibly|potential|capable|managed to|let|allow(?:s|ed)?|enabled?`),
  },
  {
    key: 'can',
    strong: phrases(
      `can(?!['’]t)|ca(?=n['’]t)|${be} able to|${be} capable of|ha(?:s|ve|d) the (?:ability|capacity) to`,
    ),
    weak: phrases(
      'lets?|allow(?:s|ed|ing)?|enables?|enabled|possible|able|ability|capable|could|permits?|so that|option|manages? to|capacity|possibility|unable|inability',
    ),
  },
  {
    key: 'before',
    strong: phrases('before|prior to|until|till|earlier than|ahead of'),
    weak: phrases('by|first|preceding|previous|earlier|then|up to|beforehand|up until|not until|ago'),
  },
  {
    key: 'after',
    strong: phrases('after|afterwards?|following|subsequent to|subsequently|since'),
    weak: phrases(`once|when|then|later|because|as|for|from|next|past|upon|on`),
  },
  {
    key: 'if',
    like: ['only if'],
    strong: phrases(`if(?! not)|in case|in the event (?:that|of)|whether`),
    weak: phrases(
      'when|should|unless|provided|depending|or|as long as|where|regardless|otherwise|once|so long as|whenever|without|had|were',
    ),
  },
]

/** Fixed phrases in which these words claim nothing. */
const idioms = phrases(
  `not (?:only|just|merely|simply)|it (?:should|must) (?:also )?be (?:noted|mentioned|remembered|pointed out|emphasi[sz]ed|stressed) that|goes without saying|whether you(?: are|['’]re)|no (?:secret|doubt|denying|question) (?:that|about)|without (?:a )?(?:doubt|question|fail)|needless to say|at all|above all|after all|all in all|all kinds of|all sorts of|once and for all|of all|(?:first|last) of all|all the (?:more|same|way|while)|if (?:only|ever|any)|as if|even if|what if|if need be|every(?:day| now and then| so often)|each other|one of the most|the most (?:of|in)|at some point|some day|no matter|one of the (?:few|many)|as (?:soon|well) as|in (?:all|some|many) (?:likelihood|probability|fairness)|after (?:that|this|which)|before(?:hand| long)|day after day|one after (?:another|the other)|so that|can(?:not|['’]t) (?:wait|stand|help)|no problem|take after|look(?:s|ed|ing)? after|name[ds]? after|in order to|more or less|whole(?: wheat| grain| milk| foods?)|full(?:-time)`,
)

const negation = phrases(`not|no|never|none|nobody|nothing|nowhere|no one|neither|nor|without|cannot|\\p{L}*n['’]t`)
/** Words that deny without one of the negation words. */
const weakNegation = phrases(
  `unable|impossible|lack(?:s|ed|ing)?|fail(?:s|ed|ing)? to|avoid(?:s|ed|ing)?|refus(?:e|es|ed|ing)|absen(?:t|ce)|free of|-free|rather than|instead of|un(?:available|necessary|likely|true|known|clear|safe|able|changed|affected|used|common|less|important|wise|certain|sure|paid|harmed|opened|aware|usual|fit|fair|even|touched|finished|seen|willing)|in(?:correct|complete|accurate|sufficient|valid|ability|visible|secure|expensive|formal|direct|frequent|eligible|sensitive|decisive|effective|dependent|soluble|edible)|im(?:proper|perfect|mature|possible)|ir(?:regular|relevant)|illegal|non-?\\p{L}+|stops?|stopped|prevent(?:s|ed|ing)?|den(?:y|ies|ied)|skip(?:s|ped|ping)?|miss(?:es|ed|ing)?|forg[eo]t(?:s|ten)?|\\p{L}+less|hardly|scarcely|barely|rarely|seldom|few|little|no longer|ban(?:s|ned)?|out of|zero|untouched|neglect(?:s|ed)?|exclud(?:e|es|ed|ing)|except|unless|minus|against|exempt`,
)

type Found = {
  strong: ModalityFact[]
  classes: Map<string, number>
  weak: (key: string) => boolean
  negations: ModalityFact[]
  text: string
}

const classByKey = new Map(english.map((each) => [each.key, each]))

function read(text: string): Found {
  const blank = (words: string) => '\u00b7'.repeat(words.length)
  let plain = text.replace(idioms, blank)
  const strong: ModalityFact[] = []
  const classes = new Map<string, number>()
  for (const { key, strong: pattern } of english) {
    plain = plain.replace(pattern, (words: string, ...rest) => {
      const start = rest.find((each) => typeof each === 'number') as number
      strong.push({ key, start, end: start + words.length })
      classes.set(key, (classes.get(key) ?? 0) + 1)
      // A phrase that holds a negation is read as a whole.
      return blank(words)
    })
  }
  const negations = [...plain.matchAll(negation)]
    // "Neither … nor" and "not … nor" deny once.
    .filter(({ 0: word }) => word.toLowerCase() !== 'nor')
    .map(({ 0: word, index }) => ({ key: 'negation', start: index, end: index + word.length }))
  return {
    strong,
    classes,
    negations,
    text,
    weak: (key) => classByKey.get(key)?.weak?.test(reset(classByKey.get(key)!.weak!, text)) ?? false,
  }
}

/** Patterns with the flag g remember where they stopped. */
function reset(pattern: RegExp, text: string) {
  pattern.lastIndex = 0
  return text
}

const denying = new Set(['not all', 'no longer', 'must not', 'need not', 'unless', 'few', 'except', 'only'])

/** Returns the claim words of `before` that `after` has no counterpart for. English only. */
export function getLostModality(before: string, after: string): ModalityFact[] {
  const [old, fresh] = [read(before), read(after)]
  // A word said twice may be said once: what counts is that none disappears.
  const lost = old.strong.filter(({ key }) => !hasClass(fresh, key))
  const missing = old.negations.length - fresh.negations.length
  if (missing > 0 && !isDeniedOtherwise(old, fresh, missing)) lost.push(old.negations.at(-1)!)
  else if (missing === 0) lost.push(...getLostPrefixes(old.text, fresh.text))
  return lost
}

/** Words that lost the prefix that denies them: "unlikely" became "likely". */
function getLostPrefixes(before: string, after: string): ModalityFact[] {
  const has = (text: string, word: string) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(text)
  return [...before.matchAll(/(?<!\p{L})(?:un|in|im|ir|dis|non)(\p{L}{4,})(?!\p{L})/giu)]
    .filter(([word, rest]) => has(after, rest!) && !has(before, rest!) && !has(after, word))
    .map(({ 0: word, index }) => ({ key: 'negation', start: index, end: index + word.length }))
}

function hasClass(found: Found, key: string): boolean {
  return (
    found.classes.has(key) ||
    (classByKey.get(key)?.like?.some((other) => found.classes.has(other)) ?? false) ||
    found.weak(key)
  )
}

/** Negations that moved into another word: "not able" and "unable", "do not" and "must not". */
function isDeniedOtherwise(old: Found, fresh: Found, missing: number): boolean {
  const count = ({ text }: Found) => [...text.matchAll(weakNegation)].length
  const inClasses = ({ classes }: Found) =>
    [...classes].reduce((sum, [key, times]) => sum + (denying.has(key) ? times : 0), 0)
  return count(fresh) - count(old) + inClasses(fresh) - inClasses(old) >= missing
}
