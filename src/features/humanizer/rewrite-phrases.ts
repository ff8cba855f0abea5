/** Wordy English phrases and their plain versions. A pattern includes the following words when the grammar depends on them. */
import type { Strength } from './contract.ts'

export type PhraseRule = {
  /** Lowest strength that applies the rule. */
  from: Strength
  /** Written without flags and matched without case. `^` is the start of the sentence. */
  pattern: string
  /** May use `$1`; empty deletes the phrase. */
  to: string
  kind: 'filler' | 'wordy' | 'stock' | 'opening' | 'inflated'
  /** Too informal for a formal text. */
  informal?: true
}

const rules = (kind: PhraseRule['kind'], from: Strength, list: [pattern: string, to: string][]): PhraseRule[] =>
  list.map(([pattern, to]) => ({ kind, from, pattern, to }))

const apostrophe = "['’]"
const noted =
  'note|remember|mention|recogni[sz]e|understand|acknowledge|consider|reali[sz]e|point out|highlight|emphasi[sz]e|bear in mind|keep in mind'
const noting = 'noting|remembering|mentioning|considering|pointing out|highlighting|emphasi[sz]ing|acknowledging'
/** Start of a sentence or clause, where an opener can be cut. */
const start = '(?:^|(?<=(?:, and|, but|;|:) ))'
/** Skips "will have the ability to", which already has a verb. */
const notAfterVerb = `(?<!\\b(?:will|would|to|can|could|may|might|should|must|not|never|\\w+n${apostrophe}t) )\\b`
const plural = '((?:[a-z-]+ )?(?!(?:this|his|its|as|is|was|has|us|thus|plus|less|news)\\b)[a-z-]*[^\\W\\d_s]s)\\b'

const weighty =
  '(?:crucial|vital|key|pivotal|critical|significant|important|essential|central|major|fundamental|instrumental)'
const goal = '(?= (?:[a-z-]+ )?(?:journey|adventure|career|quest|mission|project|tour|campaign|study|path)\\b)'
const buzz =
  '(?:ever|fast|rapidly|increasingly|constantly|highly|modern|digital|competitive|busy|hectic|interconnected|complex|dynamic|global|globali[sz]ed|technological|evolving|changing|paced|growing|ever-[a-z]+|fast-[a-z]+|data-driven|hyper-[a-z]+)(?:,? and |, | )'
const age = '(?:world|age|era|landscape|environment|society|market|marketplace|economy|climate|times)'

export const phraseRules: PhraseRule[] = [
  ...rules('filler', 'light', [
    [
      `${start}it(?: is|${apostrophe}s) (?:also )?(?:(?:important|essential|crucial|vital|useful|helpful|interesting|necessary|worthwhile|imperative) to (?:${noted})|worth (?:${noting}))(?: here)? that `,
      '',
    ],
    [
      `${start}it (?:should|must) (?:also )?be (?:noted|mentioned|remembered|pointed out|emphasi[sz]ed|stressed) that `,
      '',
    ],
    [`${start}it goes without saying that `, ''],
    [`${start}needless to say,? `, ''],
    [`${start}the (?:fact|truth) of the matter is(?: that)? `, ''],
    [`^as (?:we|you) (?:all )?(?:probably )?know, `, ''],
    [`^as (?:previously |already )?mentioned(?: above| earlier| before| previously)?, `, ''],
    [`${start}there is no (?:doubt|denying|question) that `, ''],
    [`${start}it is (?:clear|evident|obvious|apparent|no secret) that `, ''],
    [`${start}it${apostrophe}s (?:clear|evident|obvious|apparent|no secret) that `, ''],
  ]),
  ...rules('wordy', 'light', [
    ['\\b(?:due to|owing to|because of|in light of|given) the fact that\\b', 'because'],
    ['\\b(?:in spite of|despite) the fact that\\b', 'although'],
    ['\\b(?:in order|so as) to\\b', 'to'],
    ['\\bwith the (?:aim|goal|intention|purpose) of ([a-z]+ing)\\b', 'for $1'],
    ['\\bfor the purposes? of ([a-z]+ing)\\b', 'for $1'],
    ['\\bin the event that\\b', 'if'],
    ['\\b(?:at this point in time|at the present time|at this moment in time)\\b', 'now'],
    ['\\bprior to\\b', 'before'],
    ['\\bsubsequent to\\b', 'after'],
    ['\\bin (?:regards?|relation) to\\b', 'about'],
    ['\\bwith regards? to\\b', 'about'],
    ['\\b(is|are|was|were|been|be) in the process of ([a-z]+ing)\\b', '$1 $2'],
    [`${notAfterVerb}(?:has|have) the (?:ability|capacity|capability) to\\b`, 'can'],
    [`${notAfterVerb}(?:is|are) able to\\b`, 'can'],
    ['\\bthe vast majority of\\b', 'most'],
    ['\\ba majority of\\b', 'most'],
    [`\\ba (?:large|significant|great|considerable|vast) number of\\b`, 'many'],
    [
      `\\b(?:a (?:wide|vast|broad|diverse|rich) (?:range|array|variety|selection) of|a (?:myriad|plethora|multitude|host|wealth) of) ${plural}`,
      'many $1',
    ],
    ['\\beach and every\\b', 'every'],
    ['\\bfirst and foremost\\b', 'first'],
    ['\\bin close proximity to\\b', 'near'],
    ['\\bon a (daily|weekly|monthly|yearly) basis\\b', '$1'],
    ['\\bon a regular basis\\b', 'regularly'],
    ['\\b(can|could|may|might) (?:potentially|possibly)\\b', '$1'],
    ['\\butili([sz])e(s|d)?\\b', 'use$2'],
    ['\\butili[sz]ing\\b', 'using'],
    ['\\bthe utili[sz]ation of\\b', 'the use of'],
  ]),
  ...rules('opening', 'balanced', [
    [`^in today${apostrophe}s (?:${buzz})+${age}(?: of [a-z]+)?, `, ''],
    [`^in (?:today${apostrophe}s|the modern|this modern|our modern) (?:world|age|era|landscape)(?: of [a-z]+)?, `, ''],
    [`^in (?:an?|the|this|our) (?:${buzz})+(?:world|age|era|landscape|environment)(?: of [a-z]+)?, `, ''],
    [
      '^(?:in conclusion|to conclude|in summary|to summari[sz]e|to sum (?:it )?up|in closing|all in all|in essence|in a nutshell), ',
      '',
    ],
    ['^(?:overall|ultimately|essentially|at the end of the day|when all is said and done|simply put), ', ''],
    [`^(?:moreover|furthermore|additionally|in addition|what${apostrophe}s more|on top of that|not to mention), `, ''],
    [
      '^(?:notably|importantly|interestingly|significantly|undoubtedly|without a doubt|indeed|certainly|clearly|crucially|of course|as such), ',
      '',
    ],
  ]),
  ...(
    [
      ['^(?:however|nevertheless|nonetheless|that being said|having said that), ', 'But '],
      ['^(?:consequently|thus|hence|accordingly|as a (?:result|consequence)|therefore), ', 'So '],
      ['^(?:subsequently), ', 'Then '],
    ] as const
  ).map(([pattern, to]): PhraseRule => ({ kind: 'opening', from: 'balanced', pattern, to, informal: true })),
  ...rules('stock', 'balanced', [
    [
      '\\bplays (?:an? )?(?:crucial|vital|key|pivotal|critical|significant|important|essential|central|major|fundamental|instrumental) (?:role|part) in\\b',
      'matters for',
    ],
    [
      '\\bplay (?:an? )?(?:crucial|vital|key|pivotal|critical|significant|important|essential|central|major|fundamental|instrumental) (?:roles?|parts?) in\\b',
      'matter for',
    ],
    [`\\bplayed (?:an? )?${weighty} (?:roles?|parts?) in(?= [a-z]+ing\\b)`, 'played a big part in'],
    [`\\bplayed (?:an? )?${weighty} (?:roles?|parts?) in(?! [a-z]+ing\\b)`, 'mattered for'],
    ['\\b(?:stands|serves|is) (?:as )?a testament to\\b', 'shows'],
    ['\\b(?:stand|serve|are) (?:as )?(?:a )?testaments? to\\b', 'show'],
    ['\\bserves as (an?|the|its|their|our|your)\\b', 'is $1'],
    ['\\bunderscores (the|how|why|that|a|an)\\b', 'shows $1'],
    ['\\bunderscore (the|how|why|that|a|an)\\b', 'show $1'],
    ['\\bdelve(s)? (?:deep(?:er)? )?into\\b', 'look$1 into'],
    ['\\bdelving (?:deep(?:er)? )?into\\b', 'looking into'],
    ['\\bdelved (?:deep(?:er)? )?into\\b', 'looked into'],
    ['\\bdive(s)? deep(?:er)? into\\b', 'look$1 closely at'],
    ['\\bnavigate(s)? the (?:complex(?:ities| world| landscape)|intricacies|challenges) of\\b', 'deal$1 with'],
    ['\\bnavigating the (?:complex(?:ities| world| landscape)|intricacies|challenges) of\\b', 'dealing with'],
    [`\\bembark(s)? (?:up)?on (a|an|the|your|their|our)${goal}`, 'begin$1 $2'],
    [`\\bembarking (?:up)?on (a|an|the|your|their|our)${goal}`, 'beginning $1'],
    [`\\bembarked (?:up)?on (a|an|the|your|their|our)${goal}`, 'began $1'],
    ['\\bharness(?:es)? the (?:full )?(?:power|potential) of\\b', 'use'],
    ['\\bharnessing the (?:full )?(?:power|potential) of\\b', 'using'],
    ['\\bunlock(s)? the (?:full |true )?(?:power|potential) of\\b', 'make$1 full use of'],
    ['\\bunlocking the (?:full |true )?(?:power|potential) of\\b', 'making full use of'],
    ['\\bleveraging\\b', 'using'],
    [
      '\\b(to|can|could|will|would|should|must|may|might|we|you|they|companies|businesses|teams|marketers) leverage\\b',
      '$1 use',
    ],
    ['\\bleverages (a|an|the|its|their|our|your)\\b', 'uses $1'],
    ['\\bboasts (a|an|the|its|over|more|some)\\b', 'has $1'],
    ['\\bboast (a|an|the|their|over|more|some)\\b', 'have $1'],
    ['\\bin the (?:realm|world) of ([a-z]+)\\b(?! (?:of|the))', 'in $1'],
    ['\\b(?:a|the) (?:rich |vibrant |intricate |complex )?tapestry of\\b', 'a mix of'],
    // Not at the start of a sentence, where it inverts the word order: "Not only does it".
    ['(?<=[a-z,] )not only ([^,;:.?!]{3,70}?),? but (?:also )?', '$1 and '],
    ['\\b(?:is|remains) paramount\\b', 'matters most'],
    ['\\bare paramount\\b', 'matter most'],
  ]),
  ...rules('inflated', 'balanced', [
    ['\\b(an?) (?:truly|incredibly|absolutely|extremely|remarkably) ([a-z-]+)\\b', 'ARTICLE $2'],
    ['\\b(is|are|was|were|be|been|feels?|seems?) (?:truly|incredibly|absolutely|remarkably) ([a-z-]+)\\b', '$1 $2'],
    ['\\b(an?) (?:pivotal|paramount)\\b', 'ARTICLE important'],
    ['\\bpivotal\\b', 'important'],
    ['\\b(an?) (?:cutting-edge|state-of-the-art|next-generation)\\b', 'ARTICLE modern'],
    ['\\b(?:cutting-edge|state-of-the-art|next-generation)\\b', 'modern'],
    ['\\b(an?) (?:intricate|multifaceted)\\b', 'ARTICLE complex'],
    ['\\b(?:intricate|multifaceted)\\b', 'complex'],
    ['\\b(an?) (?:ever-evolving|ever-changing)\\b', 'ARTICLE changing'],
    ['\\b(?:ever-evolving|ever-changing)\\b', 'changing'],
    ['\\bseamless\\b', 'smooth'],
    ['\\bseamlessly\\b', 'smoothly'],
    ['\\bmeticulous\\b', 'careful'],
    ['\\bmeticulously\\b', 'carefully'],
    ['\\b(an?) invaluable\\b', 'ARTICLE useful'],
    ['\\binvaluable\\b', 'useful'],
    ['\\bgroundbreaking\\b', 'new'],
    ['\\bfostering\\b', 'encouraging'],
    ['\\bfosters\\b', 'encourages'],
    ['(, )foster (?!care\\b|famil|parent|child|home)', '$1encourage '],
    ['\\b(?:truly|really) (stands?|matters?|makes?|helps?|works?|feels?|shows?)\\b', '$1'],
    [
      '\\b(to|can|could|will|would|should|must|may|might|and) foster (?!care\\b|famil|parent|child|home)',
      '$1 encourage ',
    ],
    ['\\bbolster(s|ed|ing)?\\b', 'strengthen$1'],
    ['\\bstreamline\\b', 'simplify'],
    ['\\bstreamlines\\b', 'simplifies'],
    ['\\bstreamlining\\b', 'simplifying'],
    ['\\bgarner(s|ed|ing)?\\b', 'gain$1'],
    ['\\bshowcasing\\b', 'showing'],
    ['\\bshowcases\\b', 'shows'],
    ['\\bempowers (you|us|them|people|users|teams|businesses|companies|individuals|organi[sz]ations) to\\b', 'lets $1'],
    ['\\bempower (you|us|them|people|users|teams|businesses|companies|individuals|organi[sz]ations) to\\b', 'let $1'],
    [
      '\\bempowering (you|us|them|people|users|teams|businesses|companies|individuals|organi[sz]ations) to\\b',
      'letting $1',
    ],
    ['\\bcommence(s)?\\b', 'start$1'],
    ['\\bcommenced\\b', 'started'],
    ['\\bcommencing\\b', 'starting'],
    ['\\bendeavou?rs to\\b', 'tries to'],
    ['\\bendeavou?r to\\b', 'try to'],
    ['\\bnumerous\\b', 'many'],
  ]),
  ...rules('wordy', 'strong', [
    ['\\benables (you|us|them|people|users|teams|businesses|companies|individuals) to\\b', 'lets $1'],
    ['\\benable (you|us|them|people|users|teams|businesses|companies|individuals) to\\b', 'let $1'],
    ['\\b(to|can|could|will|would|should|must|may|might) facilitate\\b', '$1 help with'],
    ['\\bfacilitates\\b', 'helps with'],
    ['\\bindividuals\\b', 'people'],
    ['\\bapproximately\\b', 'about'],
    ['\\bassistance\\b', 'help'],
    ['\\b(to|can|will|should|may|must) (?:assist|aid) (you|us|them|people|users)\\b', '$1 help $2'],
    ['\\b(to|can|will|should|may|must) obtain\\b', '$1 get'],
  ]),
  ...rules('opening', 'strong', [
    [`^whether you(?: are|${apostrophe}re) [^,]{3,80}, `, ''],
    ['^(?:when it comes to) ([a-z]+ing(?: [a-z]+){0,3}|[a-z]+(?: [a-z]+){0,3}), ', 'With $1, '],
  ]),
]
