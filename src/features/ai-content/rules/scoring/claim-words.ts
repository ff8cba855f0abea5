/** Words that make a sentence a claim, by language: superlatives, causes, comparisons, attributions and numbers in words. */
import { baseLanguage } from '#features/reports/rules/questions/question-templates.ts'

export type ClaimWords = {
  superlative: RegExp
  cause: RegExp
  comparison: RegExp
  attribution: RegExp
  /** Numbers and shares in words. */
  number: RegExp
}

const holds = (words: string, flags = 'iu') => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, flags)

const english: ClaimWords = {
  superlative: holds(
    'no other|nothing else|unmatched|unrivall?ed|unparalleled|unbeatable|more than any|than any other',
  ),
  cause: holds(
    'as a result|(?:linked|contribut\\p{L}+|related|tied) to|associated with|responsible for|gives? rise to|makes? it (?:easier|harder|possible|impossible)|stops?(?= (?:the|a|an|\\p{L}+s)(?!\\p{L}))|damages?|harms?|worsens?|speeds? up|slows? down',
  ),
  comparison: holds('outperform\\p{L}*|outlast\\p{L}*|outsell\\p{L}*|outweigh\\p{L}*|surpass\\p{L}*|exceed\\p{L}*'),
  attribution: holds(
    '(?:said|says|told|claims|argues|warns|reports|reported|believes|estimates|announced) (?:that|\\p{L}+ that)|analysts?|economists?|historians?|officials?',
  ),
  number: holds(
    '(?:a|one|two|by a|by one) (?:third|thirds|quarter|quarters|fifth|fifths)|doubl(?:e[ds]?|ing)|tripl(?:e[ds]?|ing)|quadrupl\\p{L}+|halv(?:e[ds]?|ing)|(?:dozens|hundreds|thousands|millions|billions) of|twofold|threefold|tenfold',
  ),
}

const words: Record<string, ClaimWords> = {
  en: english,
  de: {
    // Lower case: "die Kiste" is a noun.
    superlative: holds(
      '[Aa]m \\p{Ll}+sten|(?:[Dd](?:er|ie|as|en|em|es)|[Zz]u[rm]|[Ii]m|[Ee]ine?[rsnm]? der) \\p{Ll}*ste[nrsm]?|(?:[Dd](?:er|ie|as|en|em)) einzige[nrsm]?|[Ii]mmer|[Nn]ie(?:mals)?|[Aa]lle[nrsm]?|[Jj]ede[rsnm]?|[Kk]eine?[rsnm]?|[Nn]iemand',
      'u',
    ),
    cause: holds(
      'verursach\\p{L}*|führ(?:t|en|te|ten) (?:\\p{L}+ ){0,3}zu[rm]?|weil|deshalb|daher|dadurch|aufgrund|wegen|senk(?:t|en|te)|erhöh(?:t|en|te)|verhinder\\p{L}*|heil(?:t|en)|reduzier\\p{L}*|verbesser(?:t|n|te)|bewirk\\p{L}*|steiger(?:t|n|te)|schütz(?:t|en|te)|förder(?:t|n|te)|stärk(?:t|en|te)|schwäch(?:t|en|te)|tötet|töten',
    ),
    comparison: holds(
      '\\p{L}{3,}er als|(?:mehr|weniger|besser) als|(?:mehr|weniger) \\p{L}+ als|(?:doppelt|halb|dreimal|zweimal) so|(?:eben)?so \\p{L}+ wie',
    ),
    attribution: holds(
      'laut|zufolge|nach Angaben|studien?|forscher\\p{L}*|forschung\\p{L}*|experten?|expertin(?:nen)?|wissenschaftler\\p{L}*|umfragen?|ärzte|ärztin(?:nen)?|professor\\p{L}*|universität\\p{L}*|sagt(?:e)?|behauptet|erklärt(?:e)?',
    ),
    number: holds(
      '(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend) \\p{L}+|millionen|milliarden|die hälfte|ein (?:drittel|viertel|fünftel)|zwei drittel|drei viertel|verdoppel\\p{L}*|verdreifach\\p{L}*|halbier\\p{L}*|dutzende|hunderte|tausende',
    ),
  },
  fr: {
    superlative: holds(
      "(?:le|la|les|l['’]\\p{L}+|\\p{L}+ (?:le|la|les)) (?:plus|moins|mieux|meilleure?s?|pires?|seule?s?|premi(?:er|ère)s?)|toujours|jamais|tous|toutes|aucune?|meilleure?s?|personne ne",
    ),
    cause: holds(
      'provoqu\\p{L}+|caus(?:e|ent|é|ée)|parce que|parce qu|entraîn\\p{L}+|rédui(?:t|sent|re)|augment(?:e|ent|é)|amélior(?:e|ent|é)|empêch\\p{L}+|guéri\\p{L}*|grâce à|à cause d\\p{L}*|en raison d\\p{L}*|protèg\\p{L}+|favoris\\p{L}+|élimin\\p{L}+',
    ),
    comparison: holds(
      "(?:plus|moins|aussi|mieux|pire|autant)(?: \\p{L}+){0,2} (?:que|qu['’]\\p{L}+)|deux fois (?:plus|moins)",
    ),
    attribution: holds(
      "selon|d['’]après|études?|chercheu(?:r|rs|se|ses)|scientifiques?|experte?s?|sondages?|médecins?|professeure?s?|université|affirm\\p{L}+|déclar\\p{L}+|estim(?:e|ent)",
    ),
    number: holds(
      '(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|quarante|cinquante|cent|mille) \\p{L}+|millions?|milliards?|la moitié|un (?:tiers|quart|cinquième)|le double|doubl(?:é|ée|ent)|tripl(?:é|e|ent)|des (?:dizaines|centaines|milliers)',
    ),
  },
  es: {
    superlative: holds(
      '(?:el|la|los|las|lo) (?:\\p{L}+ ){0,2}(?:más|menos|mejor(?:es)?|peor(?:es)?|únic[oa]s?|primer[oa]?s?)|siempre|nunca|jamás|todos|todas|ningún|ningun[oa]|nadie',
    ),
    cause: holds(
      'causan?|provoca\\p{L}*|porque|debido a|gracias a|reduce\\p{L}*|aumenta\\p{L}*|mejora[nr]?|previene\\p{L}*|evita[nr]?|cura[nr]?|conduce\\p{L}* a|protege\\p{L}*|elimina[nr]?|favorece\\p{L}*|disminuye\\p{L}*',
    ),
    comparison: holds('(?:más|menos|mejor|peor|mayor|menor)(?: \\p{L}+){0,2} que|tan \\p{L}+ como|el doble'),
    attribution: holds(
      'según|estudios?|investigador\\p{L}*|científic[oa]s?|expert[oa]s?|encuestas?|médic[oa]s?|profesor\\p{L}*|universidad|afirma\\p{L}*|dijo|declar[óa]\\p{L}*',
    ),
    number: holds(
      '(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|cuarenta|cincuenta|cien|mil) \\p{L}+|millones|la mitad|un (?:tercio|cuarto|quinto)|duplic\\p{L}+|triplic\\p{L}+|decenas|cientos|miles',
    ),
  },
  it: {
    superlative: holds(
      "(?:il|la|lo|i|gli|le|l['’]\\p{L}+) (?:\\p{L}+ ){0,2}(?:più|meno|miglior[ei]?|peggior[ei]?|unic[oaie]|prim[oaie])|sempre|mai|tutti|tutte|nessun[oa]?",
    ),
    cause: holds(
      'causan?o?|provoca\\p{L}*|perché|grazie a\\p{L}*|a causa d\\p{L}+|riduc\\p{L}+|aument(?:a|ano)|miglior(?:a|ano)|previen\\p{L}+|evitan?o?|cura(?:no)?|protegg\\p{L}+|elimin(?:a|ano)|favorisc\\p{L}+',
    ),
    comparison: holds(
      "(?:più|meno|meglio|peggio)(?: \\p{L}+){0,2} (?:di|del|della|dei|degli|delle|dello|che)|(?:più|meno) \\p{L}+ dell['’]\\p{L}+|il doppio",
    ),
    attribution: holds(
      'secondo (?:un[oa]?|il|la|lo|gli|i|le|alcuni|molti)|stud[io]o?|ricercat\\p{L}+|scienziat[oaie]|espert[oaie]|sondaggi[o]?|medic[oi]|professor\\p{L}*|università|afferma\\p{L}*|ha detto|dichiar\\p{L}+',
    ),
    number: holds(
      '(?:due|tre|quattro|cinque|sette|otto|nove|dieci|dodici|quindici|venti|trenta|quaranta|cinquanta|cento|mille) \\p{L}+|milion[ei]|miliard[oi]|la metà|un (?:terzo|quarto|quinto)|raddoppi\\p{L}+|dimezz\\p{L}+|decine|centinaia|migliaia',
    ),
  },
  pt: {
    superlative: holds(
      '(?:[oa]s?) (?:\\p{L}+ ){0,2}(?:mais|menos|melhor(?:es)?|pior(?:es)?|únic[oa]s?|primeir[oa]s?)|sempre|nunca|jamais|todos|todas|nenhuma?|ninguém',
    ),
    cause: holds(
      'causam?|provoca\\p{L}*|porque|devido a\\p{L}*|graças a\\p{L}*|reduz\\p{L}*|aumentam?|melhoram?|previne\\p{L}*|evitam?|curam?|protege\\p{L}*|eliminam?|favorece\\p{L}*|diminui\\p{L}*',
    ),
    comparison: holds(
      '(?:mais|menos|melhor|pior|maior|menor)(?: \\p{L}+){0,2} (?:que|do que)|tão \\p{L}+ quanto|o dobro',
    ),
    attribution: holds(
      'segundo|de acordo com|estudos?|pesquisador\\p{L}*|pesquisas?|cientistas?|especialistas?|médic[oa]s?|professor\\p{L}*|universidade|afirma\\p{L}*|disse|declar\\p{L}+',
    ),
    number: holds(
      '(?:dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|quarenta|cinquenta|cem|mil) \\p{L}+|milhões|bilhões|a metade|um (?:terço|quarto|quinto)|dobr(?:ou|aram)|triplic\\p{L}+|dezenas|centenas|milhares',
    ),
  },
  nl: {
    superlative: holds(
      '(?:de|het|een van de) \\p{L}+ste|(?:de|het) (?:enige|beste|eerste|meest \\p{L}+)|altijd|nooit|alle|iedereen|niemand|geen enkele?',
    ),
    cause: holds(
      'veroorza\\p{L}+|lei(?:dt|den) tot|omdat|doordat|daardoor|daarom|vanwege|dankzij|verlaagt|verlagen|verhoogt|verhogen|verminder\\p{L}*|verbeter(?:t|en|de)|voorkom(?:t|en)|gene(?:est|zen)|bescherm(?:t|en)|doodt|doden',
    ),
    comparison: holds(
      '\\p{L}{3,}er dan|(?:meer|minder|beter) (?:\\p{L}+ )?dan|(?:even|net zo) \\p{L}+ als|twee keer zo',
    ),
    attribution: holds(
      'volgens|onderzoek(?:en|ers?)?|studies?|wetenschappers?|experts?|deskundigen?|enquêtes?|artsen|professor\\p{L}*|universiteit|zegt|zei|beweert',
    ),
    number: holds(
      '(?:twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|vijftien|twintig|dertig|veertig|vijftig|honderd|duizend) \\p{L}+|miljoen|miljard|de helft|een (?:derde|kwart|vijfde)|verdubbel\\p{L}*|halveer\\p{L}*|tientallen|honderden|duizenden',
    ),
  },
}

/** English ones for other languages, whose words don't occur there. */
export const getClaimWords = (language: string): ClaimWords => words[baseLanguage(language)] ?? english
