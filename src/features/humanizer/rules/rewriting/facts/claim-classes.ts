/**
 * The small words that carry a sentence's claim, in classes: negations, exceptions, quantifiers, modals, comparisons and conditions.
 * English only.
 */

/** What a word says about a statement. The fact check names these. */
export type ClaimKind = 'negation' | 'exception' | 'quantifier' | 'modal' | 'comparison' | 'condition'

export type WordClass = {
  key: string
  kind: ClaimKind
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
/** What follows a "but" that means "except": a noun or a number, while a clause would open with a pronoun. */
const excepted =
  '(?:\\p{N}|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|a|an|the|his|her|its|my|our|your|their|this|that|these|those|some|him|me|us|them)(?!\\p{L})|[\\ue000-\\uf8ff])'
const be = '(?:is|are|was|were|be|been|being|am)'

/** In order: a phrase of an earlier class hides its words from the later ones. */
export const claimClasses: WordClass[] = [
  // Both words together: "not all" isn't "all … not".
  {
    key: 'not all',
    kind: 'quantifier',
    strong: phrases('(?:not|never) (?:all|every|each|everyone|everybody|everything|always|necessarily)'),
    weak: phrases('not (?:any|each) and every|some'),
  },
  {
    key: 'no longer',
    kind: 'negation',
    strong: phrases('no longer|not any ?more|anymore|any longer'),
    weak: phrases('stop(?:s|ped)?|ceased?'),
  },
  {
    key: 'must not',
    kind: 'modal',
    strong: phrases(
      `must not|must never|mustn['’]t|shall not|shan['’]t|(?:${be} )?(?:not (?:allowed|permitted)|forbidden|prohibited|banned)|may never`,
    ),
    weak: phrases(`may not|can ?not|can['’]t|never|do not|don['’]t`),
  },
  {
    key: 'need not',
    kind: 'modal',
    strong: phrases(
      `need not|needn['’]t|(?:do|does|did|would|will)(?: not|${no}) (?:have|need) to|won['’]t (?:have|need) to|(?:${be} )?(?:not|n['’]t) (?:required|necessary|obliged|needed)|(?:has|have|had) no need to`,
    ),
    weak: phrases('optional|unnecessary|free to'),
  },
  {
    key: 'no choice but',
    kind: 'exception',
    strong: phrases('no (?:choice|option|alternative|way|other way) but(?: to)?'),
    weak: phrases('must|ha(?:ve|s|d) to|needs? to|needed to|forced|obliged|no other|could only|can only|only option'),
  },
  {
    key: 'anything but',
    kind: 'exception',
    strong: phrases('anything but'),
    weak: phrases(`not|n['’]t|by no means|far from|hardly|never`),
  },
  {
    key: 'yet to',
    kind: 'negation',
    strong: phrases(`(?:ha(?:ve|s|d)|${be}) yet to`),
    weak: phrases(`not|n['’]t|no|never|still|not yet`),
  },
  {
    key: 'fails',
    kind: 'negation',
    strong: phrases(
      'fail(?:s|ed|ing)? to|refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|lack(?:s|ed|ing)?|declin(?:e|es|ed|ing) to|neglect(?:s|ed|ing)? to',
    ),
    weak: phrases(
      `not|n['’]t|no|never|without|none|nothing|unable|missing|absent|absence|reject(?:s|ed)?|won['’]t|short of|unavailable|too few|too little|devoid`,
    ),
  },
  {
    key: 'expected',
    kind: 'modal',
    strong: phrases(
      `${be} (?:expected|projected|forecast|predicted|scheduled|estimated|thought|believed|rumou?red|said|claimed|alleged|supposed|planned) to|expects? to|hopes? to|plans? to|intends? to|aims? to|wants? to`,
    ),
    weak: phrases(
      `should|may|might|could|expect(?:s|ed|ations?)?|plan(?:s|ned)?|likely|would|forecasts?|project(?:ed|ions?)|predict(?:s|ed|ions?)|hop(?:e|es|ing)|intend(?:s|ed)?|intention|goal|aim(?:s|ed|ing)?|want(?:s|ed)?|tr(?:y|ies|ying)|designed|meant|due|schedul(?:e|ed)|reportedly|allegedly|apparently|estimates?|seems?|in order to|said|say|think|believe`,
    ),
  },
  {
    key: 'would have',
    kind: 'modal',
    strong: phrases(`would have(?= \\p{L}+(?:ed|en|t|e|n|d|g|m)(?!\\p{L}))`),
    weak: phrases('would|could|might|if|had'),
  },
  {
    key: 'used to',
    kind: 'modal',
    strong: phrases('(?<=(?:^|(?<!\\p{L}))(?:i|he|she|we|they|you|it|who|people) )used to'),
    weak: phrases(
      'once|former(?:ly)?|previous(?:ly)?|no longer|in the past|earlier|then|back then|years ago|would|was|were|had',
    ),
  },
  {
    key: 'last but one',
    kind: 'exception',
    strong: phrases('(?:last|next|first)(?: \\p{L}+)? but (?:one|two|three)|penultimate|(?:second|next)[- ]to[- ]last'),
  },
  {
    key: 'none other than',
    kind: 'exception',
    strong: phrases('(?:none|no one|nobody|nothing) other than'),
    weak: phrases('itself|himself|herself|themselves|no less|nothing but|only'),
  },
  {
    key: 'except',
    kind: 'exception',
    strong: phrases(
      `except(?:ing)?(?: for| that| when| if)?|excluding|apart from|aside from|other than|save for|all save|with the exception of|barring|but not|but for|not including|exclusive of|(?<=all )but(?= ${excepted})|(?<=(?:everyone|everybody|everything|anyone|anybody|everywhere) )but(?! (?:it|they|he|she|we|you|i|nobody|no|not|also|then|there|only|still)(?!\\p{L}))|(?<=(?:every|any|all) \\p{L}+ )but(?= (?:one|two|three|four|five|the|his|her|its|my|our|your|their)(?![\\p{L}]))`,
    ),
  },
  {
    key: 'unless',
    kind: 'exception',
    strong: phrases('unless'),
    weak: phrases(`if\\b[^,.;]{1,40}(?:not|${no})|without|except (?:if|when)|only if`),
  },
  {
    key: 'even if',
    kind: 'condition',
    strong: phrases('even (?:if|though|when)'),
    weak: phrases('although|though|regardless|despite|whether|no matter|in spite'),
  },
  {
    key: 'only if',
    kind: 'condition',
    strong: phrases('only if|only when|only after|only once|provided that|as long as'),
    weak: phrases('only|(?<!even )if|unless|until|not until'),
  },
  {
    key: 'at least',
    kind: 'comparison',
    strong: phrases(
      `at (?:the very )?least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of|minimum(?! wage)|or (?:more|older|longer|later|over|above|higher)|and (?:up|over|above)`,
    ),
  },
  {
    key: 'at most',
    kind: 'comparison',
    strong: phrases(
      `at (?:the very )?most|no (?:more|later|longer|greater|higher) than|not (?:more|later|longer) than|up to|a maximum of|maximum|or (?:less|fewer|younger|under|below|lower)|as (?:much|many) as`,
    ),
    weak: phrases('within|limit(?:s|ed)? to'),
  },
  {
    key: 'more than',
    kind: 'comparison',
    strong: phrases(
      'more than|over(?= [\\p{N}$€£]| a | half)|above(?= [\\p{N}$€£])|exceed(?:s|ed|ing)?|greater than|upwards? of|in excess of|higher than|longer than',
    ),
  },
  {
    key: 'less than',
    kind: 'comparison',
    strong: phrases('(?:less|fewer|lower|shorter) than|under(?= [\\p{N}$€£]| a | half)|below(?= [\\p{N}$€£])'),
  },
  {
    key: 'as … as',
    kind: 'comparison',
    strong: phrases('as (?!(?:an?|the|well|soon|long|far|such|much|many|it|if)\\b)\\p{L}+(?: \\p{L}+)? as'),
    weak: phrases(
      'than|equal(?:s|ly)?|same|match(?:es|ed)?|alike|rivals?|like|similar(?:ly)?|no (?:more|less|\\p{L}+er)',
    ),
  },
  {
    key: 'than',
    kind: 'comparison',
    strong: phrases('(?:(?!rather)\\p{L}{2,}er|more|less|worse)(?: \\p{L}+){0,2} than'),
    weak: phrases(
      'compared|outperform\\p{L}*|exceed\\p{L}*|beats?|surpass\\p{L}*|unlike|versus|over|above|below|prefer\\p{L}*|outweigh\\p{L}*|than|not as|the \\p{L}+est|most|least',
    ),
  },
  {
    key: 'almost',
    kind: 'quantifier',
    strong: phrases('almost|nearly|virtually|practically|close to|all but'),
    weak: phrases('just (?:under|short of)'),
  },
  {
    key: 'only',
    kind: 'quantifier',
    like: ['only if'],
    strong: phrases(
      '(?<!not )(?:only|solely|exclusively)|nothing but|no one but|nobody but|alone|limited to|restricted to',
    ),
    weak: phrases('just|purely|no other|sole|merely|none but|single|reserved for'),
  },
  {
    key: 'most',
    kind: 'quantifier',
    strong: phrases(
      'most(?= of| \\p{Ll}+s\\b| people)|(?:the )?(?:vast |great |overwhelming |large )?majority(?: of)?|mostly|usually|generally|typically|normally|for the most part|mainly|primarily|as a rule|by and large',
    ),
  },
  {
    key: 'all',
    kind: 'quantifier',
    like: ['not all'],
    strong: phrases(
      'all|every|each|always|everyone|everybody|everything|everywhere|any(?=one\\b|body\\b|thing\\b)|whole|entire(?:ly)?|completely|totally|fully',
    ),
    weak: phrases(
      `any|anyone|anybody|both|throughout|no one (?:is|was) (?:left|spared)|without exception|complete|full|total|continually|constantly`,
    ),
  },
  {
    key: 'some',
    kind: 'quantifier',
    strong: phrases(
      'some(?:one|body|thing|times|where)?|several|a few|occasionally|in some cases|partly|partially|a number of|certain(?= \\p{Ll}+s\\b)|half',
    ),
    weak: phrases('few|a handful of|part|many|now and then|at times|once in a while|part-time|a couple of|various'),
  },
  {
    key: 'many',
    kind: 'quantifier',
    strong: phrases(
      'many|numerous|a (?:large|great|significant|considerable|vast) number of|lots of|a lot of|often|frequently|much of|a great deal of|plenty of|dozens of',
    ),
    weak: phrases(
      'various|countless|several|common|commonly|regularly|much|(?:range|variety|array|selection|myriad|plethora|multitude|host|wealth) of',
    ),
  },
  {
    key: 'few',
    kind: 'quantifier',
    strong: phrases('few|little(?= \\p{Ll}+)|rarely|seldom|hardly|scarcely|barely|fewest'),
    weak: phrases(
      'not (?:many|much|often)|rare|small number|handful|unlikely|infrequent(?:ly)?|almost (?:never|none|nothing|nobody|no)',
    ),
  },
  { key: 'both', kind: 'quantifier', strong: phrases('both'), weak: phrases('the two|two|and|each|as well as') },
  {
    key: 'should',
    kind: 'modal',
    strong: phrases(
      `should|ought(?: to)?|had better|${be} supposed to|(?:${be} )?(?:recommended|advisable|advised)|(?:it['’]s|it is) best to`,
    ),
    weak: phrases('recommends?|advises?|wise to|good idea|suggests?|best|worth'),
  },
  {
    key: 'must',
    kind: 'modal',
    strong: phrases(
      `must|ha(?:ve|s|d) to|need(?:s|ed)? to|shall|${be} (?:required|obliged|obligated|forced|bound) to|got to|compulsory|mandatory|${be} necessary`,
    ),
    weak: phrases(
      'requires?|required|needs?|needed|necessary|essential|obligation|duty|demands?|calls? for|takes?|have got',
    ),
  },
  {
    key: 'may',
    kind: 'modal',
    strong: phrases(
      `may(?! \\d|,? \\d{4})|might|perhaps|maybe|possibly|potentially|probably|presumably|(?:${be} )?(?:un)?like(?:ly|lier)(?: to)?|it is possible that|conceivably|apparently|reportedly|allegedly|seems?|seemed|appears? to|appeared to|tends? to|tended to|suggests?|suggested`,
    ),
    weak: phrases('could|possible|possibility|chance|probable|can|risk|potential|likelihood'),
  },
  {
    key: 'could',
    kind: 'modal',
    strong: phrases('could(?! not)'),
    weak: phrases(`might|may|can|able to|possible|possibly|potential|capable|managed to|let|allow(?:s|ed)?|enabled?`),
  },
  {
    key: 'can',
    kind: 'modal',
    strong: phrases(
      `can(?!['’]t)|ca(?=n['’]t)|${be} able to|${be} capable of|ha(?:s|ve|d) the (?:ability|capacity) to`,
    ),
    weak: phrases(
      'lets?|allow(?:s|ed|ing)?|enables?|enabled|possible|able|ability|capable|could|permits?|so that|option|manages? to|capacity|possibility|unable|inability|easier',
    ),
  },
  {
    key: 'before',
    kind: 'condition',
    strong: phrases('before|prior to|until|till|earlier than|ahead of'),
    weak: phrases('by|first|preceding|previous|earlier|then|up to|beforehand|up until|not until|ago'),
  },
  {
    key: 'after',
    kind: 'condition',
    strong: phrases('after|afterwards?|following|subsequent to|subsequently|since'),
    weak: phrases(`once|when|then|later|because|as|for|from|next|past|upon|on`),
  },
  {
    key: 'if',
    kind: 'condition',
    like: ['only if'],
    strong: phrases(`if(?! not)|in case|in the event (?:that|of)|whether`),
    weak: phrases(
      'when|should|unless|provided|depending|or|as long as|where|regardless|otherwise|once|so long as|whenever|without|had|were',
    ),
  },
]

/** Fixed phrases in which these words claim nothing. */
export const idioms = phrases(
  `not (?:only|just|merely|simply)|it (?:should|must) (?:also )?be (?:noted|mentioned|remembered|pointed out|emphasi[sz]ed|stressed) that|goes without saying|whether you(?: are|['’]re)|no (?:secret|doubt|denying|question) (?:that|about)|without (?:a )?(?:doubt|question|fail)|needless to say|at all|above all|after all|all in all|all kinds of|all sorts of|once and for all|of all|(?:first|last) of all|all the (?:more|same|way|while)|if (?:only|ever|any)|as if|what if|if need be|every(?:day| now and then| so often)|each other|one of the most|the most (?:of|in)|at some point|some day|no matter|one of the (?:few|many)|as (?:soon|well) as|in (?:all|some|many) (?:likelihood|probability|fairness)|after (?:that|this|which)|before(?:hand| long)|day after day|one after (?:another|the other)|so that|can(?:not|['’]t) (?:wait|stand|help)|no problem|take after|look(?:s|ed|ing)? after|name[ds]? after|in order to|more or less|whole(?: wheat| grain| milk| foods?)|full(?:-time)`,
)

export const negation = phrases(
  `not|no|never|none|nobody|nothing|nowhere|no one|neither|nor|without|cannot|\\p{L}*n['’]t`,
)
/** Words that deny without one of the negation words. */
export const weakNegation = phrases(
  `less(?= \\p{L}+ than)|unable|impossible|lack(?:s|ed|ing)?|fail(?:s|ed|ing)? to|avoid(?:s|ed|ing)?|refus(?:e|es|ed|ing)|absen(?:t|ce)|free of|-free|rather than|instead of|un(?:available|necessary|likely|true|known|clear|safe|able|changed|affected|used|common|less|important|wise|certain|sure|paid|harmed|opened|aware|usual|fit|fair|even|touched|finished|seen|willing)|in(?:correct|complete|accurate|sufficient|valid|ability|visible|secure|expensive|formal|direct|frequent|eligible|sensitive|decisive|effective|dependent|soluble|edible)|im(?:proper|perfect|mature|possible)|ir(?:regular|relevant)|illegal|non-?\\p{L}+|stops?|stopped|prevent(?:s|ed|ing)?|den(?:y|ies|ied)|skip(?:s|ped|ping)?|miss(?:es|ed|ing)?|forg[eo]t(?:s|ten)?|\\p{L}+less|hardly|scarcely|barely|rarely|seldom|few|little|no longer|ban(?:s|ned)?|out of|zero|untouched|neglect(?:s|ed)?|exclud(?:e|es|ed|ing)|except|unless|minus|against|exempt`,
)
