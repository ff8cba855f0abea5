/**
 * What models say to the person who asked, before and after the text itself. Only lines that can't be part of the text are
 * recognized: "Here is what matters:" stays.
 */

/** Lower-case beginnings of lines before a text. */
const openers = [
  'sure',
  'certainly',
  'of course',
  'absolutely',
  'okay',
  'ok',
  'got it',
  'understood',
  'gladly',
  'no problem',
  'happy to help',
  'here is',
  "here's",
  'here are',
  'below is',
  'below are',
  "i've",
  'i have',
  'as requested',
  'as an ai',
  'gerne',
  'natürlich',
  'klar',
  'selbstverständlich',
  'hier ist',
  'hier sind',
  'bien sûr',
  'voici',
  'claro',
  'por supuesto',
  'aquí',
  'certo',
  'certamente',
  'ecco',
  'com certeza',
  'aqui está',
  'natuurlijk',
  'hier is',
]

const interjection =
  /^(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|got it|understood|gladly|no problem|happy to help|gerne|natürlich|klar|selbstverständlich|bien sûr|¡?claro(?: que sí)?|¡?por supuesto|certo|certamente|com certeza|natuurlijk)\s*[!.,:—–-]+\s*/iu

/** An announcement up to its colon or period: "Here is the introduction you asked for:". */
const announcement =
  /^(?:here(?:'s| is| are)|below (?:is|are)|i(?:'ve| have) (?:written|prepared|rewritten|drafted|created|put together|revised|shortened|expanded|translated)|as requested[,:]?|hier (?:ist|sind|is)|voici|aquí (?:tienes|está|están)|ecco|aqui (?:está|estão))(?!\p{L})[^.!?:\n]{0,200}[:.!]\s*/iu

/** Names of what was asked for. A list or an answer may be announced by the text itself, so they aren't here. */
const piece =
  /(?<!\p{L})(?:intro(?:duction)?|section|article|blog post|draft|rewrite|rewritten|revised|revision|shortened|expanded|outline|meta (?:title|description|tags?)|product description|ad copy|video script|translation|translated|passage|requested|you asked|einleitung|abschnitt|artikel|entwurf|fassung|überarbeit\p{L}*|übersetzung|introducción|sección|artículo|borrador|traducción|brouillon|traduction|introduzione|sezione|articolo|bozza|traduzione|introdução|seção|artigo|rascunho|tradução|inleiding|vertaling)(?!\p{L})/iu
/** After "Sure!" anything that is announced was asked for. */
const anything = /./u

const aboutItself = /^as an ai(?: language)? model\b[^.!?\n]*[.!?]\s*/iu

/** Lower-case beginnings of lines after a text. */
const closers = [
  'let me know',
  'please let me know',
  'i hope',
  'hope this',
  'feel free',
  'would you like me',
  'do you want me',
  'if you',
  'is there anything',
  'word count',
  '(word count',
  '**word count',
  'lass mich wissen',
  'sag mir',
  'gib mir',
  'ich hoffe',
  'wenn du möchtest',
  'wenn sie möchten',
  'möchten sie, dass ich',
  'soll ich',
  "n'hésitez pas",
  'faites-moi savoir',
  "j'espère que",
  'souhaitez-vous que je',
  'avísame',
  'hazme saber',
  'espero que',
  'si quieres, puedo',
  '¿quieres que',
  'fammi sapere',
  'spero che',
  'me avise',
  'se quiser, posso',
  'laat me weten',
]

const closing = [
  /^(?:please )?let me know (?:if|whether|how|what)\b.*\b(?:me to|changes|edits|adjust\w*|revis\w*|tweak\w*|anything else|any questions|more (?:sections|details|options|variations)|expand|refine|another version)\b/iu,
  /^(?:i )?hope (?:this|that|it|these) (?:helps?|meets|works|fits|is what you|gives you)\b/iu,
  /^feel free to (?:ask|adjust|modify|edit|tweak|let me know|reach out)\b/iu,
  /^(?:would you like|do you want) me to\b/iu,
  /^if you(?:'d| would)? (?:like|want|need|prefer)\b.*\b(?:me to|i can|i could|i'd be|let me know|just (?:ask|let me know|say))\b/iu,
  /^is there anything else\b/iu,
  /^\W*word count\W/iu,
  /^(?:lass mich wissen|gib mir bescheid|sag mir (?:gerne |einfach )?bescheid)\b/iu,
  /^ich hoffe, (?:das|dieser|diese|der|die)\b.*\b(?:hilft|hilfreich|gefällt|entspricht)\b/iu,
  /^wenn (?:du|sie) möchte(?:st|n),? (?:kann|schreibe|passe|überarbeite) ich\b/iu,
  /^(?:möchten sie, dass ich|soll ich)\b/iu,
  /^n'hésitez pas à (?:me|demander|m')/iu,
  /^faites-moi savoir\b/iu,
  /^j'espère que (?:cela|ce texte|cette)\b/iu,
  /^souhaitez-vous que je\b/iu,
  /^(?:avísame|hazme saber) si\b/iu,
  /^espero que (?:esto|este texto|isso|ajude|te sirva|sea útil)\b/iu,
  /^(?:si quieres|se quiser), (?:puedo|posso)\b/iu,
  /^¿quieres que\b/iu,
  /^fammi sapere se\b/iu,
  /^spero che (?:questo|ti|sia)\b/iu,
  /^me avise se\b/iu,
  /^laat me weten (?:of|als)\b/iu,
]

const plain = (line: string) =>
  line
    .slice(0, 60)
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/^[¡\s]+/, '')

const begins = (phrases: string[], line: string) => {
  const start = plain(line)
  return phrases.some(
    (phrase) => phrase.startsWith(start) || (start.startsWith(phrase) && !/^\p{L}/u.test(start.slice(phrase.length))),
  )
}

/** Whether a line that starts like this may turn out to be said before the text. */
export const mayIntroduce = (start: string) => begins(openers, start)
/** Whether a line that starts like this may turn out to be said after the text. */
export const mayClose = (start: string) => begins(closers, start)

/** The line without what is said to the person who asked; unchanged if it holds nothing of that. */
export function withoutIntroduction(line: string): string {
  const text = line.trim().replace(/[‘’]/g, "'")
  const itself = aboutItself.exec(text)?.[0].length ?? 0
  const called = interjection.exec(text.slice(itself))?.[0].length ?? 0
  const from = itself + called
  const found = announcement.exec(text.slice(from))?.[0]
  if (found && (called > 0 ? anything : piece).test(found)) return line.trim().slice(from + found.length)
  if (itself > 0) return line.trim().slice(itself)
  return called === text.length && called > 0 && !/,\s*$/.test(text) ? '' : line
}

export function isClosing(line: string): boolean {
  const text = line.trim().replace(/[‘’]/g, "'")
  return closing.some((pattern) => pattern.test(text))
}
