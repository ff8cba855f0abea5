/** Inflated words, replaced where the noun beside them shows that they are meant figuratively. */

import { isPlural } from './grammar/noun-senses.ts'
import { before, beforeAbstract, isNotNoun, isNotParticiple, isVerb } from './grammar/word-guards.ts'
import { and, type PhraseRule, type Row, rows, type When } from './phrase-rule.ts'

const noun = (list: string) => new Set(list.trim().split(/\s+/))
const experiences = noun(
  'experience integration transition process workflow communication collaboration operation onboarding checkout flow interaction journey connection navigation switch migration setup connectivity shopping payment playback way',
)
const figures = noun(
  'moment idea role part point decision factor issue question event step time year shift change stage element aspect contribution movement discovery insight finding principle',
)
const tools = noun(
  'technology tool feature solution equipment research design software platform technique method system facility device machinery science ai innovation camera hardware infrastructure algorithm computing lab laboratory',
)
const matters = noun(
  'problem issue relationship process system topic challenge plot situation question web network matter task interplay dynamics role story history subject concept connection process mechanism reality',
)
const worlds = noun(
  'world landscape market environment industry technology need demand field trend marketplace economy space sector regulation requirement',
)
const resources = noun(
  'resource tool insight advice help experience lesson information knowledge source support skill asset aid guide service data feedback opportunity guidance contribution input',
)
const works = noun(
  'research study work discovery technology idea approach method invention theory technique innovation solution product paper',
)
const feelings = noun(
  'confidence security economy defense defence support argument case credibility reputation effort growth position sale trust morale resilience competitiveness claim presence',
)
const procedures = noun(
  'process workflow operation procedure task management communication production hiring onboarding checkout collaboration payment approval reporting administration logistics access development deployment planning experience effort service',
)
const attentions = noun(
  'attention support interest praise acclaim recognition respect follower vote popularity sympathy criticism view like share engagement feedback review momentum',
)
const eased = noun(
  'process learning communication growth collaboration development exchange understanding transition discussion cooperation adoption integration innovation progress trade teamwork change dialogue decision-making',
)
const guides = noun(
  'guide overview list review analysis understanding report study plan approach set suite explanation summary look catalog account',
)
const inventions = noun(
  'solution approach idea way technology product method design technique strategy tool feature service application concept',
)
const frameworks = noun(
  'framework system security performance support growth economy demand infrastructure defense defence strategy evidence argument platform foundation market sale case protection policy partnership',
)
const communities = noun(
  'community culture city scene neighborhood neighbourhood market atmosphere nightlife street town economy conversation debate district harbor harbour square bazaar port mall airport',
)

const improved = noun(
  'quality experience performance productivity efficiency skill understanding communication security safety reliability visibility accuracy engagement satisfaction collaboration readability usability creativity knowledge credibility reputation learning health well-being wellbeing comfort mood sleep focus life workflow presence',
)

/** An adjective before one of these nouns. */
const adjective = (nouns: ReadonlySet<string>): When => and(before(nouns), ({ after }) => /^ [a-z]/.test(after))
const hasNoNegation: When = ({ text }) => !/\b(?:not|no|never|neither|nor|without|hardly|cannot)\b|n['’]t\b/i.test(text)

const inflated: Row[] = [
  [
    '\\b(?:incredibly|remarkably|extremely)(?= [a-z-]+)',
    'very',
    and(
      hasNoNegation,
      ({ nextTag, previous, next }) =>
        nextTag?.pos === 'ADJ' &&
        !/^(?:like|similar|well|close|different|identical|unique|more|less|low|high)$/.test(next) &&
        /^(?:an?|is|are|was|were|be|feels?|seems?)$/.test(previous),
    ),
  ],
  [
    '\\b(?:truly|absolutely) (?=[a-z-]+)',
    '',
    and(
      hasNoNegation,
      ({ nextTag, previous, next }) =>
        nextTag?.pos === 'ADJ' &&
        /^(?:an?|is|are|was|were|be|feels?|seems?)$/.test(previous) &&
        /^(?:unique|remarkable|amazing|great|wonderful|unforgettable|essential|exceptional|inspiring|special|useful|important|valuable|beautiful|perfect|identical|stunning|crucial|transformative|impressive|global)$/.test(
          next,
        ),
    ),
  ],
  ['\\bpivotal\\b', 'important', adjective(figures)],
  [
    '\\b(?:cutting-edge|state-of-the-art)\\b',
    'modern',
    and(adjective(tools), ({ text }) => !/\b(?:1[5-9]|20[01])\d\d\b|\b(?:was|were)\b/.test(text)),
  ],
  ['\\b(?:intricate|multifaceted)\\b', 'complex', adjective(matters)],
  ['\\b(?:ever-evolving|ever-changing)\\b', 'changing', adjective(worlds)],
  ['\\bseamless\\b', 'smooth', adjective(experiences)],
  [
    '\\b(integrates?|integrated|works?|worked|connects?|connected|runs?|transitions?|switch(?:es)?|moves?|syncs?|communicates?|fits?) seamlessly\\b',
    '$1 smoothly',
  ],
  ['\\bseamlessly (integrates?|works?|connects?|runs?|transitions?|moves?|syncs?|switch(?:es)?)\\b', 'smoothly $1'],
  ['\\bmeticulous\\b', 'careful', ({ next }) => next !== ''],
  ['\\bmeticulously\\b', 'carefully'],
  ['\\binvaluable\\b', 'valuable', adjective(resources)],
  ['\\bgroundbreaking\\b', 'new', adjective(works)],
  ['\\bfostering(?= )', 'encouraging', beforeAbstract],
  ['\\bfosters(?= )', 'encourages', and(beforeAbstract, isNotNoun)],
  ['\\bfoster(?= )', 'encourage', and(beforeAbstract, isVerb, isNotNoun)],
  [
    '\\b(?:truly|really) (stands?|matters?|makes?|helps?|shows?)\\b',
    '$1',
    and(hasNoNegation, ({ text }) => !text.includes('?')),
  ],
  ['\\bbolster(s|ed|ing)?(?= )', 'strengthen$1', and(before(feelings), isNotNoun)],
  ['\\bstreamline(?= )', 'simplify', and(before(procedures), isNotNoun)],
  ['\\bstreamlines(?= )', 'simplifies', and(before(procedures), isNotNoun)],
  ['\\bstreamlining(?= )', 'simplifying', before(procedures)],
  ['\\bgarner(s|ed|ing)?(?= )', 'gain$1', and(before(attentions), isNotNoun)],
  ['\\bshowcasing(?= (?:the|a|an|its|their|his|her|how|our|your|this|these)\\b)', 'showing'],
  [
    '\\bshowcases(?= (?:the|its|their|his|her|how|our|your|this|these)\\b)',
    'shows',
    and(isNotNoun, ({ previousTag }) => previousTag !== undefined),
  ],
  [
    '\\bempowers (you|us|them|people|users|teams|businesses|companies|individuals|organi[sz]ations) to\\b',
    'lets $1',
    ({ nextTag }) => nextTag?.pos === 'VERB',
  ],
  [
    '\\bempower (you|us|them|people|users|teams|businesses|companies|individuals|organi[sz]ations) to\\b',
    'let $1',
    ({ nextTag }) => nextTag?.pos === 'VERB',
  ],
  [
    '\\bempowering (you|us|them|people|users|teams|businesses|companies|individuals|organi[sz]ations) to\\b',
    'letting $1',
    ({ nextTag }) => nextTag?.pos === 'VERB',
  ],
  ['\\bcommence(s)?\\b', 'start$1', ({ previous }) => previous !== 'to' || true],
  ['\\bcommenced\\b', 'started', isNotParticiple],
  ['\\bcommencing\\b', 'starting'],
  [
    '\\bendeavou?rs to(?= )',
    'tries to',
    and(
      isNotNoun,
      ({ previousTag, nextTag }) =>
        ['PRON', 'NOUN', 'PROPN'].includes(previousTag?.pos ?? '') && nextTag?.pos === 'VERB',
      ({ previous }) => !isPlural(previous),
    ),
  ],
  [
    '\\b(will|would|to|must|should|i|we|they|you|always) endeavou?r to(?= )',
    '$1 try to',
    ({ nextTag }) => nextTag?.pos === 'VERB',
  ],
  [
    '\\bnumerous(?= [a-z])',
    'many',
    and(
      ({ head }) => head?.plural === true,
      ({ previous }) => !/^(?:too|so|as|very|more|most|less|a|an|how|are|is|were|was|and|or|large)$/.test(previous),
    ),
  ],
]

const stronger: Row[] = [
  ['\\benhanc(e|es|ed|ing)(?= )', 'improv$1', before(improved)],
  ['\\bcrucial(?= )', 'important', adjective(figures)],
  [
    '\\b(is|are) crucial for\\b',
    '$1 important for',
    // "Crucial for the seal to be dry" is a condition.
    ({ after }) => !/^[^,;.]* to \p{L}/u.test(after),
  ],
  ['\\bcomprehensive\\b', 'full', adjective(guides)],
  ['\\binnovative\\b', 'new', adjective(inventions)],
  ['\\brobust\\b', 'strong', adjective(frameworks)],
  ['\\bvibrant\\b', 'lively', adjective(communities)],
  ['\\bbustling\\b', 'busy', adjective(communities)],
  ['\\b(to|can|could|will|would|should|must|may|might) facilitate(?= )', '$1 help with', before(eased)],
  ['\\bfacilitates(?= )', 'helps with', before(eased)],
]

export const inflatedWords: PhraseRule[] = [
  ...rows('inflated', 'balanced', inflated),
  ...rows('inflated', 'strong', stronger),
]
