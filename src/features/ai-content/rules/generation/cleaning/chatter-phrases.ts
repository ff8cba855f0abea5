/**
 * What models say to the person who asked, before and after the text itself. Only lines that can't be part of the text are
 * recognized: "Here is what matters:" stays.
 */

/** Lower-case beginnings of lines before a text. */
const openers = `
  sure|certainly|of course|absolutely|definitely|okay|ok|alright|got it|understood|gladly|no problem|no worries|you got it|great|good|excellent
  happy to help|thank|thanks|i'd|i'm|i'll|i will|i can|i've|i have|let me|let's
  here is|here's|here are|here you|below is|below are|below you|as requested|as an ai|as you requested|based on|using|drawing on|following|per your
  output|response|draft|revised|rewritten|final
  gerne|natürlich|klar|selbstverständlich|hier ist|hier sind|hier kommt|anbei|nachfolgend
  bien sûr|avec plaisir|voici|voilà|d'accord
  claro|por supuesto|con gusto|aquí|desde luego|certo|certamente|volentieri|ecco|com certeza|claro que|aqui está|aqui estão
  natuurlijk|zeker|hier is|graag|oczywiście|jasne|oto|självklart|här är|selvfølgelig|her er|конечно|вот|хорошо|tabii|elbette|işte`
  .trim()
  .split(/[|\n]\s*/)

const interjection =
  /^(?:sure(?: thing)?|certainly|of course|absolutely|definitely|okay|ok|alright|got it|understood|gladly|no problem|no worries|you got it|happy to help|gerne|natürlich|klar|selbstverständlich|bien sûr|avec plaisir|d'accord|¡?claro(?: que sí)?|¡?por supuesto|¡?con gusto|desde luego|certo|certamente|volentieri|com certeza|natuurlijk|zeker|graag|oczywiście|jasne|självklart|selvfølgelig|конечно|хорошо|tabii|elbette)\s*[!.,:—–-]+\s*|^(?:もちろんです|承知しました|かしこまりました|はい|当然(?:可以)?|好的|没问题|물론입니다|네)[！!。，,、]+\s*/iu

const compliment =
  /^(?:(?:what a |that's a )?(?:great|good|excellent|interesting) (?:question|topic|choice)|thank(?:s| you)(?: so much| very much)? for (?:providing|sharing|asking|(?:the|your|all the|these) (?:\p{L}+ )?(?:details|information|info|brief|outline|sources|context|request|question|prompt|material|input|facts|text|passages))(?!\p{L})[^.!?:\n]{0,80})[!.]+\s*/iu

/** "I'd be glad to help with that.", "Let me write this section for you." */
const willing =
  /^(?:i'd (?:be (?:happy|glad|delighted) to|love to)|i'm (?:happy|glad) to|i(?:'ll| will| can)(?: certainly| gladly| now)?|let me|let's) (?:(?:help|assist)(?: you)?(?: with (?:that|this|it))?|(?:write|draft|create|prepare|provide|put together|craft|rewrite|revise|translate|shorten|expand|generate|get started on) (?:(?:that|this|it)(?: up)?(?: for you)?(?: now)?|[^.!?:\n]{0,60}(?:intro(?:duction)?|section|article|blog post|draft|product description|post|email|text|version|copy|faqs?|for you|you asked|requested)[^.!?:\n]{0,60}))\s*[!.:]+\s*/iu

/** "Based on the passages provided," before an announcement. */
const basis =
  '(?<basis>(?:based on|using|drawing on|following|per|from) (?:the|your|these|those)[^.!?:\\n]{0,100}(?:provided|given|passages?|sources?|outline|brief|instructions?|request|guidelines|information|material|facts|keywords)[^.!?:\\n]{0,40}, )'

/** An announcement up to its colon or period: "Here is the introduction you asked for:". */
const announcement = new RegExp(
  `^${basis}?(?:here(?:'s| is| are)|here you (?:go|are)|below (?:is|are|you'll find|you will find)|i(?:'ve| have) (?:written|prepared|rewritten|drafted|created|put together|revised|shortened|expanded|translated)|as (?:you )?requested[,:]?|hier (?:ist|sind|kommt|is)|anbei|nachfolgend|voici|voilà|aquí (?:tienes|tiene|está|están|va)|ecco|aqui (?:está|estão|vai)|oto|här är|her er|вот|işte)(?!\\p{L})[^.!?:\\n]{0,200}[:.!]+\\s*|^(?:以下が|以下は|以下是|这是|這是|こちらが|다음은)[^。！？：:\\n]{0,80}[：:。]\\s*`,
  'iu',
)

/** Names of what was asked for. A list or an answer may be announced by the text itself, so they aren't here. */
const piece =
  /(?<!\p{L})(?:intro(?:duction)?|section|article|blog post|draft|rewrite|rewritten|revised|revision|shortened|expanded|outline|meta (?:title|description|tags?)|product description|ad copy|video script|translation|translated|passage|requested|you asked|einleitung|abschnitt|artikel|entwurf|fassung|überarbeit\p{L}*|übersetzung|introducción|sección|artículo|borrador|traducción|brouillon|traduction|introduzione|sezione|articolo|bozza|traduzione|introdução|seção|artigo|rascunho|tradução|inleiding|vertaling|artykuł|wstęp|szkic|введение|статья|черновик|перевод)(?!\p{L})|記事|文章|导语|引言|导言|導入|본문|서론/iu
/** Names that the text may use too, for something of its own: only at the end of a line that announces nothing else. */
const loosePiece =
  /(?<!\p{L})(?:text|content|email|e-mail|post|response|reply|version|paragraph|copy|faqs?(?: section)?|headlines?|titles?|description|summary|caption|tweet|newsletter|it|go|texte|introduction|section|description|résumé|courriel|descripción|texto|resumen|correo|testo|descrizione|riassunto|descrição|resumo|tekst|opis|beschreibung|zusammenfassung|text|e-mail|текст|описание|metin)(?: (?:you (?:need|wanted)|for (?:you|your)\b[^:]*|in markdown(?: format)?|with (?:citations|sources)|based on[^:]*|below|as requested|of (?:your|the (?:passage|text|article))\b[^:]*|about[^:]*|on your[^:]*|de produit|del producto|del prodotto|do produto))?\s*[:.!]+\s*$/iu
const label =
  /^(?:(?:final |revised |rewritten )?(?:output|response|draft|text|version|answer)|(?:final|revised|rewritten))\s*:$/iu
/** After "Sure!" anything that is announced was asked for. */
const anything = /./u

const aboutItself = /^as an ai(?: language)? model\b[^.!?\n]*[.!?]\s*/iu

/** Lower-case beginnings of lines after a text. */
const closers = `
  let me know|please let me know|please feel free|i hope|hope this|hope that|hope it|feel free|would you like|do you want|do you need|want me to|should i|shall i
  if you|if any|if there|is there anything|is this|does this|i can|i could|i'm happy|i'd be|happy to|i've kept|i kept|i used
  word count|approximate word count|total word count|this draft|this text|this article|this section|this post|this version|this piece|note:|note that i|please note|end of|(|[
  lass mich|lassen sie mich|sag mir|sag bescheid|sagen sie|gib mir|geben sie mir|ich hoffe|wenn du|wenn sie|falls du|falls sie|möchten sie|möchtest du|soll ich|bei fragen
  n'hésitez pas|n'hésite pas|faites-moi|fais-moi|dites-moi|dis-moi|j'espère|souhaitez-vous|voulez-vous que je|si vous|si tu
  avísame|hazme saber|dime|espero que|si quieres|si necesitas|si desea|¿quieres|¿te gustaría|¿necesitas
  fammi sapere|fatemi sapere|spero che|se vuoi|se hai bisogno|vuoi che|me avise|avise-me|diga-me|posso ajustar|se quiser|se precisar|quer que eu|gostaria que eu
  laat me weten|laat het me weten|ik hoop|wil je dat ik|daj mi znać|daj znać|jeśli chcesz|mam nadzieję|дайте знать|дай знать|если нужно|если хотите|надеюсь`
  .trim()
  .split(/[|\n]\s*/)

/** What a model would change in the text it wrote. */
const ofText =
  '(?:it|this|that|them|any (?:part|of it)|the (?:text|draft|tone|content|wording|copy|post|email|section|length|style|article|version|placeholders?))'
const work =
  '(?:me to|changes?|edits?|adjust\\w*|revis\\w*|tweak\\w*|anything else|any questions|more (?:sections|details|options|variations|sources)|expand|refine|another (?:version|section)|shorter|longer|works for you|meets your|looks good)'

const closing = [
  new RegExp(
    `^(?:please )?let me know (?:if|whether|how|what|when)\\b(?!.*\\bcomments\\b).*\\b(?:${work}|you (?:think|need|prefer)\\b[^.!?]{0,20}[.!]?$)`,
    'iu',
  ),
  /^(?:i )?hope (?:this|that|it|these) (?:helps?|meets|works|fits|is (?:what you|helpful|useful)|gives you)\b/iu,
  new RegExp(
    `^(?:please )?feel free to (?:(?:ask|let me know|reach out|request)\\b(?! (?:to )?(?:us|our|your)\\b)|(?:adjust|modify|edit|tweak|customi[sz]e|personali[sz]e|adapt|change|use) ${ofText}\\b)`,
    'iu',
  ),
  /^(?:would you like|do you want|want) me to\b/iu,
  /^(?:would you like|do you (?:want|need)) (?:a|an|any|another|more|further|some|to see)\b.*\b(?:version|changes|edits|revisions|adjustments|draft|section|tone|variation)s?\b.*\?/iu,
  /^(?:should|shall) i (?:continue|proceed|go on|keep going|write|expand|revise|adjust|shorten|translate)\b/iu,
  /^(?:does|is) this (?:meet|match|work|look|fit|what you|okay|ok)\b.*\?/iu,
  /^if (?:you(?:'d| would)? (?:like|want|need|prefer|have)|any(?:thing)? (?:needs|else)|there(?:'s| is) anything)\b.*\b(?:me to|i can|i could|i'd be|let me know|feel free to ask|just (?:ask|let me know|say)|hesitate to (?:ask|let me))\b/iu,
  /^is there anything (?:else|(?:that )?you(?:'d| would| want| need))\b/iu,
  /^i (?:can|could)(?: also)? (?:provide|write|create|add|adjust|expand|shorten|revise|tailor|make|turn|rewrite|translate)\b.*\b(?:if you|for you|version|tone|draft|section|text)\b/iu,
  /^(?:i'm |i'd be )?(?:happy|glad) to (?:revise|adjust|edit|help|expand|tweak|make|provide|continue|refine)\b/iu,
  /^\W*(?:approximate |total )?word count\W/iu,
  /^[[(*_]+\s*(?:~|about |approx\S* |word count:? )?\p{N}[\p{N},.]* words?\s*[\])*_.]+$/iu,
  /^this (?:draft|text|article|section|post|version|piece) (?:is|has|comes to|runs|contains) (?:at )?(?:approximately |about |roughly |around |~)?\p{N}[\p{N},]* words(?: long| in length)?\W*$/iu,
  /^\W*(?:please )?note(?: that|:) (?:i(?:'ve| have)? (?:used|followed|kept|included|avoided|left|omitted|based|relied|did|tried|aimed|added|removed|wrote|assumed|cited|stuck)\b|(?:all|this|the) [^.]{0,60}\b(?:based on|taken from|drawn from|limited to) (?:the )?(?:provided|given|supplied|passages|sources|text|outline))/iu,
  /^\W*end of (?:the )?(?:section|draft|article|text|post|document|part)\W*$/iu,
  /^(?:lass(?:en sie)? mich (?:gerne? )?wissen|gib mir bescheid|geben sie mir bescheid|sag(?:en sie)? (?:mir )?(?:gerne? |einfach )?bescheid)(?!\p{L})/iu,
  /^ich hoffe, (?:das|dieser|diese|der|die)(?!\p{L}).*(?:hilft|hilfreich|gefällt|entspricht|nützlich)(?!\p{L})/iu,
  /^(?:wenn|falls) (?:du|sie) (?:möchte(?:st|n)|weitere|noch|änderungen|anpassungen)(?!\p{L}).*(?<!\p{L})(?:ich|bescheid)(?!\p{L})/iu,
  /^(?:möchten sie, dass ich|möchtest du, dass ich|soll ich)(?!\p{L})/iu,
  /^n'hésitez? pas à (?:me|demander|m')/iu,
  /^(?:faites|fais|dites|dis)-moi (?:savoir )?(?:si|ce que)(?!\p{L})/iu,
  /^j'espère que (?:cela|ce texte|cette|ça)(?!\p{L})/iu,
  /^(?:souhaitez|voulez)-vous que je(?!\p{L})/iu,
  /^si (?:vous|tu) (?:souhaite|voule|veux|ave|as|désire)\p{L}*.*(?<!\p{L})(?:je peux|dites-moi|dis-moi|n'hésite|faites-moi)/iu,
  /^(?:avísame|hazme saber|dime) si(?!\p{L})/iu,
  /^espero que (?:esto|este|isso|este texto|ajude|te sirva|sea útil|o texto)(?!\p{L}).*(?:útil|sirva|ayude|ajude|guste|goste)|^espero que (?:esto|este texto|isso|ajude|te sirva|sea útil)(?!\p{L})/iu,
  /^(?:si quieres|se quiser), (?:puedo|posso)(?!\p{L})/iu,
  /^(?:si (?:quieres|necesitas|desea\p{L}*)|se (?:quiser|precisar|vuoi|hai bisogno))(?!\p{L}).*(?<!\p{L})(?:dímelo|dime|avísame|puedo|posso|me avise|é só|fammi sapere)(?!\p{L})/iu,
  /^¿(?:quieres|te gustaría) que(?!\p{L})|^¿necesitas (?:algún|otro|más)(?!\p{L})/iu,
  /^(?:fammi|fatemi) sapere (?:se|cosa)(?!\p{L})|^vuoi che (?:io )?\p{L}/iu,
  /^spero che (?:questo|ti|sia)(?!\p{L})/iu,
  /^(?:me avise|avise-me|diga-me) se(?!\p{L})|^posso (?:ajustar|alterar|reescrever|encurtar)(?!\p{L}).*se (?:quiser|preferir)|^(?:quer|gostaria) que eu(?!\p{L})/iu,
  /^laat (?:het )?me weten (?:of|als|wat)(?!\p{L})|^wil je dat ik(?!\p{L})/iu,
  /^daj (?:mi )?znać(?!\p{L})|^mam nadzieję, że (?:to|ten tekst)(?!\p{L})/iu,
  /^дай(?:те)? знать(?!\p{L})|^надеюсь, (?:это|текст)(?!\p{L})|^если (?:нужно|хотите),? .*я (?:могу|сделаю)/iu,
  /^(?:ご要望|修正|変更|ご質問).{0,40}(?:お知らせください|お申し付けください)|^(?:如果|如需|若需).{0,30}(?:告诉我|告訴我|请告知)|^(?:希望(?:这|對你|对你|以上)).{0,20}(?:帮助|幫助)/u,
]

const plain = (line: string) =>
  line
    .slice(0, 60)
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/^[¡\s*_]+/, '')

const begins = (phrases: string[], line: string) => {
  const start = plain(line)
  return phrases.some(
    (phrase) =>
      phrase.startsWith(start) ||
      (start.startsWith(phrase) && !(/\p{L}$/u.test(phrase) && /^\p{L}/u.test(start.slice(phrase.length)))),
  )
}

const cjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const mayIntroduceCjk = /^(?:も|承|か|は|当|好|没|물|네|以|这|這|こ|다)/u
const mayCloseCjk = /^(?:ご|修|変|如|若|希)/u

/** Whether a line that starts like this may turn out to be said before the text. */
export const mayIntroduce = (start: string) => (cjk.test(start) ? mayIntroduceCjk.test(start) : begins(openers, start))
/** Whether a line that starts like this may turn out to be said after the text. */
export const mayClose = (start: string) => (cjk.test(start) ? mayCloseCjk.test(start) : begins(closers, start))

/** The line without what is said to the person who asked; unchanged if it holds nothing of that. */
export function withoutIntroduction(line: string): string {
  const text = line.trim().replace(/[‘’]/g, "'")
  // "**Here is the section:**"
  const emphasized = /^([*_]{1,3})(.+)\1$/u.exec(text)?.[2]
  if (emphasized) return withoutIntroduction(emphasized) === '' ? '' : line
  if (label.test(text)) return ''
  const passed = passTalk(text)
  const from = passed.end
  const announced = announcement.exec(text.slice(from))
  const found = announced?.[0]
  const isLast = found !== undefined && from + found.length === text.length
  // The outline that "Based on the outline" names isn't what follows.
  const named = found?.slice(announced?.groups?.basis?.length ?? 0) ?? ''
  if (found && ((passed.isPolite ? anything : piece).test(named) || (isLast && loosePiece.test(named)))) {
    return line.trim().slice(from + found.length)
  }
  if (passed.isCertain) return line.trim().slice(passed.certainEnd)
  return from === text.length && from > 0 && !/,\s*$/.test(text) ? '' : line
}

type Talk = {
  end: number
  /** Something was said that leads to an announcement: "Sure!" */
  isPolite: boolean
  /** What can't begin a text was said, up to `certainEnd`. */
  isCertain: boolean
  certainEnd: number
}

/** Passes sentences that are said to the person who asked. */
function passTalk(text: string): Talk {
  const talk: Talk = { end: 0, isPolite: false, isCertain: false, certainEnd: 0 }
  for (;;) {
    const rest = text.slice(talk.end)
    const certain = (aboutItself.exec(rest) ?? compliment.exec(rest) ?? willing.exec(rest))?.[0].length ?? 0
    const polite = certain > 0 ? 0 : (interjection.exec(rest)?.[0].length ?? 0)
    if (certain + polite === 0) return talk
    talk.end += certain + polite
    talk.isPolite ||= polite > 0 || !aboutItself.test(rest)
    if (certain > 0) {
      talk.isCertain = true
      talk.certainEnd = talk.end
    }
  }
}

export function isClosing(line: string): boolean {
  const text = line
    .trim()
    .replace(/[‘’]/g, "'")
    .replace(/^([*_]{1,3})(.+)\1$/u, '$2')
  return closing.some((pattern) => pattern.test(text))
}
