/**
 * Phrases that link to other pages, such as "Read also", in the most common languages. Checks only the start of short lines,
 * because real sentences that start like this are longer.
 */
const awayPhrases = [
  // English
  'read (?:more|also|next|on|the full)',
  'also read',
  'see also',
  'related(?: (?:posts?|articles?|stories|content|reading|topics|links|news))?$',
  '(?:you|readers) (?:may|might) (?:also )?(?:like|enjoy|be interested)',
  'more (?:from|on this|stories|like this)',
  'recommended(?: for you| reading| articles| stories)?$',
  'sign up (?:for|to)',
  'subscribe (?:to|now|for)',
  'follow (?:us|me|the \\S+) on',
  'share (?:this|on|with|via)',
  'click here (?:to|for)',
  '(?:tags?|tagged|categories|topics|filed under|posted (?:in|by|on|under))\\b ?:',
  '(?:last )?(?:updated|modified)(?: on)? ?:',
  'all rights reserved',
  'leave a (?:comment|reply)',
  'copyright ',
  '© ?',
  'advertisement$',
  'photo(?: by| credit)? ?:',
  'we use cookies',
  // German
  'lesen sie (?:auch|mehr|hier|dazu|weiter)',
  'auch (?:interessant|lesen)',
  'lies (?:auch|mehr|hier|dazu)',
  '(?:mehr|weiteres) (?:zum thema|themen|zu diesem thema|dazu|artikel|beiträge)',
  'weitere (?:beiträge|artikel|themen|meldungen|links|nachrichten|aktuelle)',
  'das (?:könnte|dürfte) (?:sie|dich|euch|ihnen)',
  'das thema könnte',
  '(?:ähnliche|verwandte|empfohlene|passende) (?:beiträge|artikel|themen|produkte)',
  'zum weiterlesen',
  'zurück (?:zur|zum)',
  '(?:artikel|beitrag|seite) (?:teilen|drucken|empfehlen|merken)',
  '(?:schlagworte|schlagwörter|stichworte|kategorien?|themen|quelle|foto|bild|bildquelle|fotos)(?:/\\S+)? ?:',
  'zuletzt (?:aktualisiert|geändert)',
  'letzte (?:änderung|aktualisierung)',
  'anzeige(?:$|:| -)',
  'werbung(?:$|:)',
  'alle rechte vorbehalten',
  'folge[n]? (?:sie )?uns',
  'abonnieren sie',
  '(?:jetzt |zum )?newsletter (?:abonnieren|anmelden|bestellen)',
  // French
  '(?:à )?lire (?:aussi|également|la suite)',
  'à lire',
  'en savoir plus$',
  'sur le même (?:sujet|thème)',
  'articles? (?:liés?|similaires?|associés?)',
  'partage[rz]',
  'tous droits réservés',
  // Spanish
  '(?:lea|lee|leer|ver|vea|mira) (?:también|más|además)',
  '(?:le|te) (?:puede|podría) interesar',
  '(?:contenido|artículos?|noticias?|notas?) relacionad[oa]s?',
  'compart[ei]r?',
  's[íi]guenos',
  'temas ?:',
  'todos los derechos reservados',
  // Italian, Portuguese
  'leggi (?:anche|tutto)',
  'potrebbe(?:ro)? interessarti',
  'condividi',
  'leia (?:também|mais)',
  'veja (?:também|mais)',
  'compartilhe',
  'assine ',
  // Dutch, Polish, Swedish, Turkish, Russian
  'lees (?:ook|meer|verder)',
  '(?:czytaj|zobacz|sprawdź|przeczytaj) (?:też|także|również|więcej|dalej)',
  'udostępnij',
  'läs (?:också|mer|även)',
  'ayrıca (?:bkz|oku)',
  '(?:читайте|смотрите) (?:также|ещё|еще)',
]

const away = new RegExp(`^[\\s\\p{P}\\p{S}]*(?:${awayPhrases.join('|')})`, 'iu')
const maxAwayLength = 150

/** Matches "Read also: …", "Related posts", "Tags: …". */
export function leadsAway(text: string): boolean {
  return text.length <= maxAwayLength && away.test(text)
}
