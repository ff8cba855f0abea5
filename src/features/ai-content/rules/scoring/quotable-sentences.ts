/** Decides which sentences of a page can be quoted: on their own, only after the previous sentence, or never. */

import { leadsAway } from '#features/reports/rules/pages/page-related-links.ts'
import { baseLanguage } from '#features/reports/rules/questions/question-templates.ts'
import { countPlainWords } from '../markdown-text.ts'

/** `follows`: can be quoted only together with the previous sentence. */
export type Liftable = 'alone' | 'follows' | 'never'

type Rules = {
  /** Starts with a word that refers back. */
  follows: RegExp
  /** The author's own voice, text about the page itself, or a sales pitch. */
  never: RegExp
}

const before = '(?<![\\p{L}\\p{N}])'
const after = '(?![\\p{L}\\p{N}])'
const opens = (words: string) => new RegExp(`^["'“„«(*_]*(?:${words})${after}`, 'iu')
const holds = (words: string) => new RegExp(`${before}(?:${words})${after}`, 'iu')

const rules: Record<string, Rules> = {
  en: {
    follows: opens(
      `it|its|it['’]s|they|they['’]re|their|them|this|that|that['’]s|these|those|he|she|his|her|hers|both|either|neither|such|here|also|another|others?|instead|however|therefore|thus|so|but|and|or|yet|then|otherwise|still|besides|moreover|furthermore|additionally|similarly|likewise|conversely|consequently|hence|meanwhile|afterwards?|next|finally|lastly|first(?:ly)?|second(?:ly)?|third(?:ly)?|after (?:that|this)|before (?:that|this)|for (?:example|instance|that|this)|in (?:contrast|addition|turn|that|this|these|those|other words|short|fact|both|either)|on the (?:other|contrary)|as (?:a result|such)|because of (?:this|that)|with (?:this|that|these|those)|at (?:this|that)|from (?:this|that)|by (?:this|that)|to (?:this|that)|one of (?:them|these|those)|most of (?:them|these|those)|some of (?:them|these|those)|none of (?:them|these|those)|all of (?:them|these|those)|the (?:same|latter|former|others?|result|difference|reason|second|third|last|rest|opposite|answer|exception|idea|point|trick)|which|whichever|not (?:all|every) of|everything else|nothing else|no other|too|again|above all|even (?:then|so)|there (?:it|they)|that single|and so|yes|no|well|of course|now|or else|\\p{L}+ (?:it|them|these|those|this)|\\p{L}+ \\p{L}+ (?:it|them)`,
    ),
    never: holds(
      `i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve|d|ll)|our|ours|my|mine|myself|ourselves|let['’]?s|let us|this (?:article|post|guide|page|blog|site|website|section|chapter|list|table|video|recipe|review|story|series|tutorial)|(?:as )?(?:mentioned|described|discussed|noted|explained|shown|seen|listed|outlined) (?:above|below|earlier|before|previously|in)|(?:see|read) (?:above|below|also|more|our|the)|the (?:table|list|chart|figure|image|photo|picture|video|amounts?|steps?|section|example)s? (?:above|below)|(?:above|below),|click|subscribe|sign up|newsletter|buy now|order now|shop now|shop our|discount|coupon|promo code|affiliate|sponsored|add to cart|free shipping|contact us|follow us|leave a comment|comment below|share this|download our|limited time|learn more|find out more|read on|keep reading|stay tuned|all rights reserved|cookies? policy|privacy policy|terms of (?:use|service)|advertisement|photo credit|updated on|posted (?:on|by)|last updated`,
    ),
  },
  de: {
    follows: opens(
      'er|sie|es|ihn|ihm|ihr|ihre[nrms]?|sein(?:e[nrms]?)?|dies(?:e[nrms]?)?|das|dabei|dadurch|dafür|dagegen|daher|damit|danach|daneben|dann|daran|darauf|daraus|darin|darüber|darum|darunter|davon|dazu|deshalb|deswegen|denn|doch|jedoch|aber|und|oder|so|somit|also|auch|außerdem|zudem|ebenso|ebenfalls|allerdings|trotzdem|dennoch|hier|hierbei|hierzu|dort|solche[nrms]?|beide[nrs]?|andere[nrs]?|anschließend|schließlich|zunächst|erstens|zweitens|drittens|zum beispiel|beispielsweise|im gegensatz|stattdessen|sonst|ansonsten|letztere[nrs]?|erstere[nrs]?|welche[nrs]?|nun|ja|nein',
    ),
    never: holds(
      'ich|wir|uns|unser(?:e[nrms]?)?|mein(?:e[nrms]?)?|mich|mir|(?:dieser?|diesem|diesen) (?:artikel|beitrag|seite|ratgeber|abschnitt|text|liste|tabelle)|wie (?:oben|bereits|schon) (?:erwähnt|beschrieben|genannt)|siehe (?:oben|unten|auch)|oben|unten stehend\\p{L}*|klick\\p{L}*|abonnier\\p{L}*|newsletter|jetzt (?:kaufen|bestellen|anmelden|sichern)|rabatt|gutschein|versandkostenfrei|weiterlesen|mehr erfahren|affiliate|werbung|anzeige|alle rechte vorbehalten|datenschutzerklärung',
    ),
  },
  fr: {
    follows: opens(
      "il|elle|ils|elles|ce|c['’]|cela|ça|ceci|cet|cette|ces|celui|celle|ceux|celles|son|sa|ses|leur|leurs|lui|y|en|mais|et|ou|donc|or|ni|car|puis|ensuite|enfin|ainsi|aussi|alors|cependant|toutefois|pourtant|néanmoins|de plus|en outre|par ailleurs|par exemple|en revanche|au contraire|sinon|d['’]abord|premièrement|deuxièmement|ici|là|tel|telle|tels|telles|les deux|l['’]autre|d['’]autres|oui|non",
    ),
    never: holds(
      "je|j['’]\\p{L}+|nous|notre|nos|mon|ma|mes|moi|cet article|ce guide|cette page|ce billet|cette section|(?:comme )?(?:mentionné|indiqué|expliqué|vu)e?s? (?:plus haut|ci-dessus|précédemment)|ci-dessus|ci-dessous|voir aussi|cliquez|abonnez|inscrivez|newsletter|achetez|commandez|code promo|livraison gratuite|en savoir plus|lire la suite|tous droits réservés",
    ),
  },
  es: {
    follows: opens(
      'él|ella|ellos|ellas|ello|esto|eso|este|esta|estos|estas|ese|esa|esos|esas|aquel|aquella|su|sus|pero|y|o|entonces|luego|después|además|también|así|por eso|por lo tanto|por ejemplo|sin embargo|no obstante|en cambio|en primer lugar|en segundo lugar|finalmente|por último|aquí|ahí|tal|tales|ambos|ambas|otro|otra|otros|otras|de lo contrario|sí|no',
    ),
    never: holds(
      'yo|nosotros|nuestr[oa]s?|mi|mis|este artículo|esta página|esta guía|esta sección|(?:como )?(?:mencionamos|hemos visto|se mencionó)|más arriba|más abajo|a continuación|haz clic|suscríbete|boletín|compra ahora|descuento|envío gratis|leer más|saber más|todos los derechos reservados',
    ),
  },
  it: {
    follows: opens(
      'esso|essa|essi|esse|lui|lei|loro|questo|questa|questi|queste|quello|quella|quelli|quelle|ciò|il suo|la sua|i suoi|le sue|ma|e|o|poi|quindi|dunque|inoltre|anche|così|perciò|per esempio|ad esempio|tuttavia|però|invece|infine|innanzitutto|qui|lì|tale|tali|entrambi|altro|altra|altri|altre|altrimenti|sì|no',
    ),
    never: holds(
      'io|noi|nostr[oaie]|mi[oae]|miei|questo articolo|questa pagina|questa guida|questa sezione|come (?:detto|visto|accennato)|qui sopra|qui sotto|clicca|iscriviti|newsletter|acquista ora|sconto|spedizione gratuita|leggi anche|scopri di più|tutti i diritti riservati',
    ),
  },
  pt: {
    follows: opens(
      'ele|ela|eles|elas|isto|isso|este|esta|estes|estas|esse|essa|esses|essas|aquele|aquela|seu|sua|seus|suas|mas|e|ou|então|depois|além disso|também|assim|por isso|portanto|por exemplo|no entanto|porém|contudo|em vez disso|finalmente|por fim|aqui|ali|tal|tais|ambos|ambas|outro|outra|outros|outras|caso contrário|sim|não',
    ),
    never: holds(
      'eu|nós|nosso|nossa|nossos|nossas|meu|minha|este artigo|esta página|este guia|esta seção|como (?:mencionado|vimos|dito)|acima|abaixo|clique|inscreva-se|newsletter|compre agora|desconto|frete grátis|leia mais|saiba mais|todos os direitos reservados',
    ),
  },
  nl: {
    follows: opens(
      'hij|zij|ze|het|dit|dat|deze|die|zijn|haar|hun|hen|maar|en|of|dus|dan|daarna|daarom|daardoor|daarnaast|daarbij|bovendien|ook|echter|toch|zo|bijvoorbeeld|daarentegen|in plaats daarvan|ten eerste|ten tweede|tot slot|hier|daar|zulke|beide|andere|anders|ja|nee',
    ),
    never: holds(
      'ik|wij|we|ons|onze|mijn|dit artikel|deze pagina|deze gids|dit hoofdstuk|zoals (?:hierboven|eerder) (?:genoemd|vermeld)|hierboven|hieronder|klik|abonneer|nieuwsbrief|koop nu|bestel nu|korting|gratis verzending|lees meer|lees ook|alle rechten voorbehouden',
    ),
  },
}

/** For languages without rules, only the sentence's form decides. */
const unknownRules: Rules = { follows: /(?!)/, never: /(?!)/ }

const endMark = /[.。．।۔։።][")”’»」』）\]]*$/u
const unmarkedScript = /\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u
const denseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** An end mark inside would split it into two sentences, one of them without a source. */
const inner = /[.!?…][")”’»\]]*\s+\S/u
const address = /https?:|www\.|\S@\S+\.\S|[{}<>|\\]|\[|\]/u
const longest = 420
const minWords = 5
const minDenseLength = 10

/** Returns how a page's sentence can be quoted. `language` is BCP 47. */
export function liftable(sentence: string, language: string): Liftable {
  const { follows, never } = rules[baseLanguage(language)] ?? unknownRules
  if (sentence.length > longest || address.test(sentence)) return 'never'
  if (!endMark.test(sentence) && !unmarkedScript.test(sentence)) return 'never'
  if (inner.test(sentence) || never.test(sentence) || leadsAway(sentence)) return 'never'
  if (baseLanguage(language) === 'en' && /(?<![\p{L}\p{N}])(?:us|me)(?![\p{L}\p{N}])/u.test(sentence)) return 'never'
  if (!denseScript.test(sentence) && /^\p{Ll}/u.test(sentence)) return 'never'
  if (denseScript.test(sentence) ? sentence.length < minDenseLength : countPlainWords(sentence) < minWords)
    return 'never'
  if (!balanced(sentence)) return 'never'
  return follows.test(sentence) ? 'follows' : 'alone'
}

function balanced(sentence: string): boolean {
  const count = (mark: RegExp) => sentence.match(mark)?.length ?? 0
  return (
    count(/\(/g) === count(/\)/g) && count(/"/g) % 2 === 0 && count(/“/g) === count(/”/g) && count(/«/g) === count(/»/g)
  )
}
