/** Tells what kind of answer a heading or search asks for, and whether a sentence is of that kind. English so far. */

export type QuestionKind =
  | 'definition'
  | 'quantity'
  | 'frequency'
  | 'steps'
  | 'comparison'
  | 'yes-no'
  | 'reason'
  | 'occasion'
  | 'place'
  | 'person'
  | 'choice'
  /** What a thing is good for: "what to do with sourdough discard". */
  | 'use'
  /** Any sentence on the subject. */
  | 'topic'

/** `isExact`: a question in so many words. A search such as "desk size" may be answered without a figure. */
export type QuestionType = { kind: QuestionKind; unit: Unit | null; isExact: boolean }

type Unit = 'time' | 'length' | 'distance' | 'volume' | 'mass' | 'money' | 'temperature' | 'sound' | 'ratio' | 'any'

const number = String.raw`(?:\d[\d.,:/]*|half|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|dozen|several|a few|an?)`
const withUnit = (units: string) =>
  new RegExp(`(?<![\\p{L}])${number}[ -]+(?:(?!square|cubic)[\\p{L}]+ )?(?:${units})(?![\\p{L}])`, 'iu')
const units: Record<Unit, RegExp> = {
  time: withUnit('seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?|charges|cycles'),
  length: withUnit(
    'millimet(?:re|er)s?|mm|centimet(?:re|er)s?|cm|met(?:re|er)s?|m|inch(?:es)?|feet|foot|ft|yards?|percent',
  ),
  distance: withUnit('kilomet(?:re|er)s?|km|miles?|(?:centi)?met(?:re|er)s?|cm|inch(?:es)?|feet|foot'),
  volume: withUnit('(?:milli)?lit(?:re|er)s?|ml|gallons?|quarts?|pints?|cups?|fluid ounces?'),
  mass: withUnit('grams?|g|kilograms?|kilos?|kg|pounds?|lbs?|ounces?|oz|tons?|tonnes?|milligrams?|mg'),
  money:
    /[$€£¥]\s?\d|(?<![\p{L}])(?:\d[\d.,]*|few|hundred|thousand|million) (?:dollars?|euros?|pounds?|cents?|francs?)(?!\p{L})|(?<!\p{L})(?:(?:half|third|quarter|fifth|tenth|\d ?%|\d percent) of (?:the|its) (?:\p{L}+ )?(?:price|cost|amount|value)|costs? (?:about|around|between|(?:less|more) than|a (?:few|lot|fortune|couple)|next|twice|nearly|up to|\d)|times as much|cheaper|free)/iu,
  temperature: /\d ?°|\d[\d.]* ?(?:and|to|or|–|-)? ?\d*[\d.]* ?degrees|degrees (?:celsius|fahrenheit)/iu,
  sound:
    /\d ?(?:db(?:a)?|decibels?)(?!\p{L})|(?<!\p{L})(?:as (?:loud|quiet) as|no louder than|quieter than|louder than|silent(?:ly)?)(?!\p{L})/iu,
  ratio: /\d ?: ?\d|\d to \d|(?:one|two|three|four|five|equal|\d+) (?:parts?|buckets?|cups?)|percent/iu,
  any: /\d|(?<!\p{L})(?:half|twice|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|dozen|hundred|thousand|equal|nothing|none|double|no (?:\p{L}+ )?limit|as \p{L}+ as|the size of)(?!\p{L})/iu,
}

const quantities: [RegExp, Unit][] = [
  [/^how (?:long|soon|quick(?:ly)?)\b/, 'time'],
  [/^how (?:loud|noisy|quiet)\b|\bnoise level$/, 'sound'],
  [/^how (?:bright|strong)\b/, 'any'],
  [/^how (?:high|tall|deep|wide|thick|big|large)\b/, 'length'],
  [/^how (?:far|fast)\b/, 'distance'],
  [/^how much weight\b|^how heavy\b|^how much (?:does|do|should) .*\bweigh\b|\bweight$/, 'mass'],
  [/^how (?:much (?:does|do|is|are|should|would|will) .*\b(?:cost|spend|pay|worth)|expensive)\b/, 'money'],
  [/\b(?:price|prices|pricing|cost|costs)$/, 'money'],
  [/^how (?:hot|cold|warm)\b|\btemperature\b/, 'temperature'],
  [/^how (?:much|many) .*\bhold\b|\bcapacity\b/, 'volume'],
  [/\bratio\b/, 'ratio'],
  [/\b(?:shelf life|lifespan|duration)\b|\btime$/, 'time'],
  [/\b(?:thickness|height|width|depth|dimensions)\b/, 'length'],
  [/\bwhat size\b/, 'length'],
  [/\bsize\b/, 'any'],
  [/^how (?:many|much|old)\b/, 'any'],
  [/\b(?:limit|amount|dose|dosage|capacity|number)\b/, 'any'],
]

/** @param language BCP 47 */
export function getQuestionType(text: string, language: string): QuestionType {
  if (!/^en(?:-|$)/i.test(language)) return { kind: 'topic', unit: null, isExact: false }
  const query = text
    .toLowerCase()
    .replace(/[?.!]+$/, '')
    .trim()
  const of = (kind: QuestionKind, unit: Unit | null = null) => ({
    kind,
    unit,
    isExact: /^(?:how|what|which)\b/.test(query),
  })
  if (/^how (?:often|frequently)\b|\bfrequency$/.test(query)) return of('frequency')
  if (/\b(?:vs|versus|compared (?:to|with))\b|\bdifferences?\b|\bdifferent from\b/.test(query)) return of('comparison')
  if (/^(?:is|are|does|do|should)\b.*\b(?:better|worse|stronger|cheaper|healthier|faster)\b/.test(query))
    return of('comparison')
  for (const [pattern, unit] of quantities) if (pattern.test(query)) return of('quantity', unit)
  if (/^how (?:(?:to|do you|can you|do i|can i) )?(?:tell|know|recognize|see)\b/.test(query)) return of('topic')
  if (/^how (?:does|do|did|is|are)\b.*\b(?:work|made|taste|differ|look)\b/.test(query)) return of('topic')
  if (/^what (?:to|can (?:you|i)|(?:do|should) (?:you|i)) (?:do|make) with\b|\buses? (?:for|of)\b/.test(query))
    return of('use')
  if (/^how\b|^what to (?:do|put|add|make)\b|\b(?:steps|instructions|tutorial)\b/.test(query)) return of('steps')
  if (/^why\b|\b(?:reasons?|causes?)\b/.test(query)) return of('reason')
  if (/^when\b/.test(query)) return of('occasion')
  if (/^who (?:should|can|needs?|must)\b/.test(query)) return of('choice')
  if (/^who\b/.test(query)) return of('person')
  if (/^where\b|\bnear me$/.test(query)) return of('place')
  if (/^(?:which|what)\b.*\b(?:best|better|right|good for)\b|\bbest\b/.test(query)) return of('choice')
  if (/^(?:is|are|can|could|do|does|did|will|would|should|has|have|may|must)\b/.test(query)) return of('yes-no')
  if (
    /^what (?:is|are|does .* mean)\b/.test(query) &&
    !/\b(?:to|of|in|on|from|like)$|\b(?:used|for|with|about|benefits?|advantages|disadvantages|pros|cons)\b/.test(query)
  )
    return of('definition')
  return of('topic')
}

const frequencies =
  /(?<!\p{L})(?:(?:once|twice|(?:two|three|four|five|several|\d+) times) (?:an?|in|between|during|over|each|per) \p{L}+|once or twice|every (?:[\p{L}\d-]+ ){0,4}?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|time|meal|wash|use|ride|batch)|each (?:time|day|week|month|year|hour|spring|autumn)|daily|weekly|monthly|yearly|annually|nightly)(?!\p{L})/iu
const reasons =
  /(?<!\p{L})(?:because|since|so that|due to|means? that|mean|means|caused? by|comes? from|come from|usually|reason|signs? of|as a result|keeps?|without|makes?|too (?:much|little|few|many|cold|hot|wet|dry|young|old|thin|fine|long|short))(?!\p{L})/iu
const cues =
  /(?<!\p{L})(?:can|cannot|can['’]t|could|may|must|should|shouldn['’]t|never|not|no|none|safe|unsafe|dangerous|harmless|fine|allowed|legal|illegal|works?|well|suits?|worth|needs?|needed|necessary|good|bad|better|worse|usually|possible|yes|depends?|only|enough|belongs?|qualif(?:y|ies)|deduct|replaces?|survives?|kills?|support|helps?|less|more|similar|if|harm(?:s|ful)?|toxic|poisonous|avoid|suit|rarely|often|always|sometimes|leave)(?!\p{L})/iu
const locations = /(?<!\p{L})(?:in|at|on|under|near|beside|next to|from|close to|behind)(?!\p{L})/iu
const names = /\p{Ll}.* \p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u
const people =
  /(?<!\p{L})(?:people|person|anyone|everyone|those|adults?|children|women|men|users?|beginners?|owners?|households?|patients?)(?!\p{L})/iu
const choices =
  /^(?:choose|buy|use|look for)(?!\p{L})|(?<!\p{L})(?:best|better|right(?! away| now| after| before)|ideal|prefer|suits?|suited|for most|recommend(?:ed)?|works? well|ideal(?:ly)?|safest|people (?:with|who)|anyone|needs?|wants?)(?!\p{L})/iu
const uses =
  /(?<!\p{L})(?:works? (?:(?:very|quite|just as) )?well|suits?|suited|useful|good for|goes (?:into|in|on)|turns? into|(?:use|used|uses) (?:(?:it|them|up) )?(?:in|for|as|to|instead)|replaces?|feeds?|makes?(?! sure)|becomes?)(?!\p{L})/iu
const comparing =
  /(?<!\p{L})(?:than|whereas|while|both|unlike|instead|more|less|fewer|better|worse|same|differs?|difference|but|never|cheaper|faster|stronger|quieter|\p{L}+er)(?!\p{L})/iu

/** Verbs that instructions begin with. */
const imperative =
  /^(?:(?:first|then|next|finally|now|gently|slowly|carefully|always|never|don['’]t|do not),? )?(?:add|adjust|aim|allow|apply|arrange|ask|attach|avoid|bake|beat|begin|blend|block|boil|bring|brush|build|bury|buy|calculate|carry|centre|center|change|charge|check|chill|choose|clean|close|coat|collect|combine|compare|connect|cook|cool|count|cover|create|cut|decide|dilute|dip|divide|download|drain|draw|drill|drink|dry|dust|empty|enter|feed|fill|filter|find|fit|fix|fold|follow|fork|freeze|fry|get|give|go|grind|hang|heat|hold|improve|insert|install|keep|knead|lay|learn|leave|let|lift|line|link|load|look|loosen|lower|make|mark|measure|melt|mix|mount|move|multiply|name|open|order|pack|paint|pick|place|plan|plant|plug|pour|practise|practice|press|pull|push|put|raise|read|reconnect|remove|repeat|replace|rest|ride|rinse|roll|rub|run|save|scoop|scrape|screw|scrub|seal|select|separate|serve|set|shake|sift|sit|soak|spray|spread|sprinkle|squeeze|stand|start|stay|steep|stir|stop|store|strain|switch|take|tap|tear|test|thaw|throw|tie|tighten|trim|turn|unplug|use|wait|warm|wash|watch|water|weigh|whisk|wipe|work|wrap|write|scour|season|preheat|reheat|soften|introduce|slide|scatter|prune|unscrew|sand|glue|nail|hammer|trace|mist|groom|massage|sweep|vacuum|dab|blot|polish|sharpen|oil|grease|lubricate|pair|type|delete|upload|register|sign|submit|call|email|research|note|list|describe|inspect|examine|ensure|consider|assess|track|record|monitor|review|update|reset|restart|unpack|label|stack|sort|chop|slice|peel|grate|simmer|roast|toast|stretch|bend|breathe|relax|walk|reward|praise|ignore|reduce|increase|tilt|swap|exchange|split|tuck|pinch|sterilize|disinfect|secure|fasten|anchor|hook|level|dig|rake|mow|mulch|sow|transplant|repot|harvest|scatter)(?!\p{L})/iu

export const isInstruction = (text: string) => imperative.test(text)
const byDoing =
  /(?<!\p{L})(?:by \p{L}+ing|(?:is|are) (?:made|built|done)|(?:has to|have to|should|must|can) be \p{L}+|the (?:easiest|best|simplest|quickest|surest) (?:fix|way|method|cure))(?!\p{L})|(?<!\p{L})(?:means \p{L}+ing|keeps?|prevents?)(?!\p{L})/iu
/** Says what something is and not how it's done. */
const describes = /(?<!\p{L})(?:is|are) (?!made|built|done)/iu
const occasions =
  /(?<!\p{L})(?:when|once|after|before|until|as soon as|in (?:spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december))(?!\p{L})/iu

/** Returns how well a sentence's form fits the question, 0 to 1. 0 means that it can't be the answer by its form. */
export function fitsForm(type: QuestionType, question: string, sentence: string): number {
  switch (type.kind) {
    case 'quantity': {
      const [found] = units[type.unit ?? 'any'].exec(sentence) ?? []
      if (found === undefined) return type.isExact ? 0 : 0.6
      return /^(?:several|a few|an?)(?!\p{L})/iu.test(found) ? 0.85 : 1
    }
    case 'frequency':
      return frequencies.test(sentence) ? 1 : 0
    case 'definition':
      return 0.2
    case 'steps':
      return isInstruction(sentence) ? 1 : byDoing.test(sentence) ? 0.9 : describes.test(sentence) ? 0 : 0.2
    case 'reason':
      return reasons.test(sentence) ? 1 : 0.2
    case 'occasion':
      return occasions.test(sentence) ? 1 : 0.3
    case 'yes-no':
      return cues.test(sentence) ? 1 : isInstruction(sentence) ? 0.2 : 0.5
    case 'comparison':
      return comparing.test(sentence) ? 1 : 0.5
    case 'place':
      return locations.test(sentence) ? 0.8 : 0
    case 'person':
      return names.test(sentence) ? 0.6 : 0
    case 'choice':
      if (/^who\b/i.test(question) && !people.test(sentence)) return 0
      return choices.test(sentence) ? 1 : 0.4
    case 'use':
      return uses.test(sentence) ? 1 : /(?<!\p{L})(?:is|are) (?:an?|the)(?!\p{L})/iu.test(sentence) ? 0 : 0.2
    default:
      return 0.6
  }
}
