/**
 * The small words that carry a claim in languages other than English: a rewrite that gains or loses a kind of them says something
 * else. Coarser than the English rules, which know more wordings: the original is kept when in doubt.
 */
import type { ClaimKind } from './claim-classes.ts'
import type { ModalityFact } from './modality-facts.ts'

type ForeignClass = {
  key: string
  kind: ClaimKind
  pattern: RegExp /** Other wordings that count as a match. */
  weak?: RegExp
}

const words = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'giu')

/** Per line: key, kind, words, and after a second bar other wordings. */
const read = (lines: string): ForeignClass[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', kind = '', list = '', weak] = line.split(/ {2,}/)
      return { key, kind: kind as ClaimKind, pattern: words(list), ...(weak ? { weak: words(weak) } : {}) }
    })

const classes: Record<string, ForeignClass[]> = {
  de: read(`
negation  negation  nicht|kein(?:e[nrms]?)?|nie(?:mals)?|niemand\\p{L}*|nichts|nirgends|weder|ohne|kaum  un(?:möglich|nötig|wahrscheinlich|klar|sicher|bekannt|gern|geeignet|zulässig|gültig)\\p{L}*|fehlt|fehlen|verboten
only  exception  nur|lediglich|ausschließlich|bloß  allein\\p{L}*|erst|einzig\\p{L}*
except  exception  außer|ausgenommen|mit Ausnahme|es sei denn  bis auf|nur
all  quantifier  alle[nrsm]?|jede[rsnm]?|sämtliche\\p{L}*|immer|stets  überall|ganz\\p{L}*|beide\\p{L}*|ausnahmslos
most  quantifier  meiste\\p{L}*|meist(?:ens)?|mehrheit|überwiegend|größtenteils  in der Regel|normalerweise|üblicherweise|gewöhnlich
some  quantifier  einige\\p{L}*|manche\\p{L}*|manchmal|gelegentlich|teilweise|mehrere\\p{L}*  etliche|ein paar|zum Teil|bestimmte\\p{L}*|viele\\p{L}*
few  quantifier  wenige\\p{L}*|selten|kaum  nicht viele|nicht oft
must  modal  muss|müssen|musst|müsst|musste\\p{L}*  haben? zu|ist zu|sind zu|erforderlich|nötig|notwendig|pflicht\\p{L}*|unbedingt
should  modal  soll(?:en|te|ten|test|tet)?  empfehl\\p{L}+|empfohlen|empfiehlt|ratsam|am besten
can  modal  kann|können|kannst|könnt|konnte\\p{L}*  lässt sich|lassen sich|möglich|imstande|in der Lage|fähig
may  modal  könnte\\p{L}*|vielleicht|möglicherweise|womöglich|eventuell|wahrscheinlich|vermutlich|wohl|angeblich|dürfte\\p{L}*  scheint|scheinen|kann|können|wohl
allowed  modal  darf|dürfen|darfst  erlaubt|zulässig|kann|können
more  comparison  mehr als|über(?= \\d)|mindestens|wenigstens  ab
less  comparison  weniger als|unter(?= \\d)|höchstens|maximal  bis zu
before  condition  vor|bevor|bis  ehe|zuvor
after  condition  nach|nachdem|seit  danach|sobald|wenn`),
  fr: read(`
negation  negation  ne|n(?=['’])|non|sans|aucune?|jamais|rien|personne ne  impossible|inutile|incapable|interdit\\p{L}*|manque\\p{L}*
only  exception  seulement|uniquement|ne (?:\\p{L}+ ){1,3}que|n['’]\\p{L}+ que  seule?s?|exclusivement
except  exception  sauf|excepté|hormis|à l['’]exception  à part|autre que
all  quantifier  tous|toutes|tout|toute|chaque|toujours  l['’]ensemble|partout|systématiquement|les deux
most  quantifier  la plupart|plupart|la majorité|majorité|généralement|en général  souvent|habituellement|d['’]ordinaire
some  quantifier  certain(?:e?s)|quelques|quelques-uns|parfois|plusieurs|partiellement  en partie|de temps en temps|divers
few  quantifier  peu|rarement|à peine  ne \\p{L}+ guère|pas beaucoup
must  modal  doit|doivent|dois|devons|devez|il faut|faut  obligatoire|nécessaire|est tenu\\p{L}*|obligé\\p{L}*
should  modal  devrait|devraient|devrais|devriez|il faudrait  conseill\\p{L}+|recommand\\p{L}+|mieux vaut
can  modal  peut|peuvent|peux|pouvez|pouvons  permet\\p{L}*|possible|capable\\p{L}*|en mesure
may  modal  pourrait|pourraient|peut-être|probablement|sans doute|éventuellement  risque\\p{L}*|semble\\p{L}*|peut|peuvent|il est possible
more  comparison  plus de|au moins|plus que  supérieur\\p{L}*|davantage
less  comparison  moins de|au plus|moins que|jusqu['’]à  inférieur\\p{L}*|au maximum
before  condition  avant  jusqu\\p{L}*
after  condition  après|depuis  une fois|dès|ensuite`),
  es: read(`
negation  negation  no|nunca|jamás|nadie|nada|ningun[oa]s?|ningún|sin|tampoco|ni  imposible|incapaz|prohibid[oa]|falta
only  exception  sólo|solo|solamente|únicamente  exclusivamente|únic[oa]s?
except  exception  excepto|salvo|menos(?= (?:los|las|el|la))|a excepción  aparte de
all  quantifier  todos|todas|todo|toda|cada|siempre  ambos|ambas|en su totalidad
most  quantifier  la mayoría|mayoría|generalmente|por lo general  normalmente|suele\\p{L}*
some  quantifier  algun[oa]s?|algún|a veces|vari[oa]s|parcialmente  en parte|ciert[oa]s|unos|unas
few  quantifier  poc[oa]s?|rara vez|apenas  raramente
must  modal  debe|deben|debes|debemos|hay que|tiene que|tienen que|tienes que  obligatori[oa]|necesari[oa]
should  modal  debería|deberían|deberías  conviene|recomend\\p{L}+|aconsej\\p{L}+
can  modal  puede|pueden|puedes|podemos  permite\\p{L}*|posible|capaz|capaces
may  modal  podría|podrían|quizás?|tal vez|probablemente|posiblemente|acaso  parece\\p{L}*|puede|pueden|es posible
more  comparison  más de|al menos|por lo menos  superior\\p{L}*
less  comparison  menos de|como máximo|a lo sumo|hasta(?= \\d)  inferior\\p{L}*
before  condition  antes  hasta
after  condition  después|desde|tras  una vez|luego`),
  it: read(`
negation  negation  non|mai|nessun[oa]?|niente|nulla|senza|né|neanche|nemmeno  impossibile|incapace|vietat[oa]|manca\\p{L}*
only  exception  solo|soltanto|solamente|unicamente  esclusivamente|sol[oaie]
except  exception  tranne|eccetto|salvo|a parte  ad eccezione
all  quantifier  tutt[oaie]|ogni|ognun[oa]|sempre  entramb[ie]|ciascun[oa]
most  quantifier  la maggior parte|maggior parte|la maggioranza|maggioranza|generalmente|in genere  di solito|solitamente
some  quantifier  alcun[ie]|qualche|talvolta|a volte|divers[ie]|parzialmente  in parte|certi|certe
few  quantifier  poch[ie]|poc[oa]|raramente|appena  di rado
must  modal  deve|devono|devi|dobbiamo|bisogna|occorre  obbligatori[oa]|necessari[oa]|va|vanno
should  modal  dovrebbe|dovrebbero|dovresti  consigli\\p{L}+|conviene|meglio
can  modal  può|possono|puoi|possiamo  permette\\p{L}*|possibile|in grado|capac[ei]
may  modal  potrebbe|potrebbero|forse|probabilmente|magari  sembra\\p{L}*|può|possono|è possibile
more  comparison  più di|almeno|oltre(?= \\d)  superiore
less  comparison  meno di|al massimo|fino a(?= \\d)  inferiore
before  condition  prima  fino a
after  condition  dopo|da quando|in seguito  una volta|poi`),
  pt: read(`
negation  negation  não|nunca|jamais|ninguém|nada|nenhuma?|sem|nem|tampouco  impossível|incapaz|proibid[oa]|falta
only  exception  só|somente|apenas|unicamente  exclusivamente|únic[oa]s?
except  exception  exceto|salvo|menos(?= (?:os|as|o|a))|com exceção  fora|além de
all  quantifier  todos|todas|tudo|todo|toda|cada|sempre  ambos|ambas
most  quantifier  a maioria|maioria|a maior parte|geralmente|em geral  normalmente|costuma\\p{L}*
some  quantifier  algu(?:m|ns|ma|mas)|às vezes|vári[oa]s|parcialmente  em parte|cert[oa]s|uns|umas
few  quantifier  pouc[oa]s?|raramente|mal  quase nunca
must  modal  deve|devem|tem que|têm que|tem de|precisa|precisam|é preciso  obrigatóri[oa]|necessári[oa]
should  modal  deveria|deveriam|convém  recomend\\p{L}+|aconselh\\p{L}+
can  modal  pode|podem|podemos  permite\\p{L}*|possível|capaz|capazes|consegue\\p{L}*
may  modal  poderia|poderiam|talvez|provavelmente|possivelmente  parece\\p{L}*|pode|podem
more  comparison  mais de|pelo menos|no mínimo  superior\\p{L}*
less  comparison  menos de|no máximo|até(?= \\d)  inferior\\p{L}*
before  condition  antes  até
after  condition  depois|desde|após  uma vez|logo que`),
  nl: read(`
negation  negation  niet|geen|nooit|niemand|niets|nergens|zonder|noch  on(?:mogelijk|nodig|waarschijnlijk|duidelijk|bekend|veilig)\\p{L}*|verboden|ontbre\\p{L}+
only  exception  alleen|slechts|enkel|uitsluitend  pas|maar
except  exception  behalve|uitgezonderd|tenzij|op .{1,20} na  met uitzondering
all  quantifier  alle|allemaal|elke?|iedere?|iedereen|altijd  beide|overal
most  quantifier  de meeste|meeste|meestal|meerderheid|grotendeels  doorgaans|gewoonlijk
some  quantifier  sommige|enkele|soms|verschillende|gedeeltelijk  een paar|deels|bepaalde
few  quantifier  weinig|zelden|nauwelijks  niet veel|niet vaak
must  modal  moet|moeten|moest|moesten  verplicht|nodig|noodzakelijk
should  modal  zou moeten|zouden moeten|zou|hoort te|behoort te  aan te raden|beter|aanbevolen
can  modal  kan|kunnen|kunt|kon|konden  mogelijk|in staat|laat zich
may  modal  misschien|mogelijk|waarschijnlijk|wellicht|zou kunnen|vermoedelijk  lijkt|lijken|kan|kunnen
allowed  modal  mag|mogen  toegestaan|kan|kunnen
more  comparison  meer dan|minstens|ten minste  minimaal
less  comparison  minder dan|hooguit|hoogstens|maximaal  tot(?= \\d)
before  condition  voor(?:dat)?|tot(?:dat)?  eerder|alvorens
after  condition  na|nadat|sinds  daarna|zodra|wanneer`),
}

export const hasForeignClaims = (language: string): boolean => getBase(language) in classes

const getBase = (language: string) => language.toLowerCase().split(/[-_]/, 1)[0]!

/** Returns the claim words of each text that the other has no counterpart for. */
export function compareForeignClaims(before: string, after: string, language: string) {
  const own = classes[getBase(language)] ?? []
  const getLost = (old: string, fresh: string): ModalityFact[] =>
    own.flatMap(({ key, kind, pattern, weak }) => {
      const found = [...old.matchAll(pattern)]
      const first = found[0]
      if (!first) return []
      const others = [...fresh.matchAll(pattern)].length
      const loose = weak ? [...fresh.matchAll(weak)].length : 0
      // Two negations may become one with a word that denies, so they are counted.
      const isLost = key === 'negation' ? others + loose < found.length : others + loose === 0
      return isLost ? [{ key, kind, start: first.index, end: first.index + first[0].length }] : []
    })
  return { lost: getLost(before, after), added: getLost(after, before) }
}
