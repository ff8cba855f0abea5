/** Fixed labels and phrases of the built-in writer. Unknown languages get English. */
import { baseLanguage } from '#features/reports/rules/questions/question-templates.ts'

export type BuiltinWords = {
  noSource: string
  noReport: string
  noAnswer: string
  title: string
  description: string
  subject: string
  headlines: string
  descriptions: string
  onScreen: string
  goal: string
  outline: string
  questions: string
  terms: string
  facts: string
  sources: string
  words: string
  readers: string
  /**
   * The note under a draft.
   * @param requested how many words were asked for, if the draft is shorter; written as the language does
   */
  draft(requested: string | null): string
}

const english: BuiltinWords = {
  noSource: 'No page of the report answers this, so nothing is written here.',
  noReport: 'There’s no report to take facts from. This draft only uses the briefing.',
  noAnswer: 'The report’s pages answer none of these questions.',
  title: 'Title',
  description: 'Description',
  subject: 'Subject',
  headlines: 'Headlines',
  descriptions: 'Descriptions',
  onScreen: 'On screen',
  goal: 'Aim',
  outline: 'Outline',
  questions: 'Questions to answer',
  terms: 'Terms to use',
  facts: 'Facts with their sources',
  sources: 'Pages read',
  words: 'Length in words',
  readers: 'Readers',
  draft: (requested) =>
    `Sourced research draft: ${requested ? `shorter than the ${requested} words asked for, because the pages say no more on these headings.` : 'every sentence is quoted from a cited page.'}`,
}

const byLanguage: Record<string, BuiltinWords> = {
  en: english,
  de: {
    noSource: 'Keine Seite des Berichts sagt genug dazu, deshalb steht hier nichts.',
    noReport:
      'Es ist kein Bericht gewählt und kein Sprachmodell eingerichtet. Was nicht im Briefing steht, hat hier keine Quelle und fehlt.',
    noAnswer: 'Die Seiten des Berichts beantworten keine der Fragen in Sätzen, die sich zitieren lassen.',
    title: 'Titel',
    description: 'Beschreibung',
    subject: 'Betreff',
    headlines: 'Überschriften',
    descriptions: 'Beschreibungen',
    onScreen: 'Im Bild',
    goal: 'Ziel',
    outline: 'Gliederung',
    questions: 'Zu beantwortende Fragen',
    terms: 'Begriffe',
    facts: 'Fakten mit Quellen',
    sources: 'Gelesene Seiten',
    words: 'Länge in Wörtern',
    readers: 'Leser',
    draft: (requested) =>
      `Rechercheentwurf mit Quellen: ${requested ? `kürzer als die gewünschten ${requested} Wörter, mehr sagen die Seiten dazu nicht.` : 'Jeder Satz ist von einer genannten Seite zitiert.'}`,
  },
  fr: {
    noSource: 'Aucune page du rapport n’en dit assez, rien n’est donc écrit ici.',
    noReport:
      'Aucun rapport n’est choisi et aucun modèle de langue n’est configuré. Ce que le briefing ne contient pas est ici sans source et omis.',
    noAnswer: 'Les pages du rapport ne répondent à aucune des questions par des phrases citables.',
    title: 'Titre',
    description: 'Description',
    subject: 'Objet',
    headlines: 'Titres',
    descriptions: 'Descriptions',
    onScreen: 'À l’écran',
    goal: 'But',
    outline: 'Plan',
    questions: 'Questions à traiter',
    terms: 'Termes à employer',
    facts: 'Faits et sources',
    sources: 'Pages lues',
    words: 'Longueur en mots',
    readers: 'Lecteurs',
    draft: (requested) =>
      `Dossier sourcé : ${requested ? `plus court que les ${requested} mots demandés, les pages n’en disent pas plus.` : 'chaque phrase est citée d’une page indiquée.'}`,
  },
  es: {
    noSource: 'Ninguna página del informe dice lo suficiente sobre esto, así que aquí no se escribe nada.',
    noReport:
      'No se eligió ningún informe y no hay ningún modelo de lenguaje configurado. Lo que no está en el encargo no tiene fuente y se omite.',
    noAnswer: 'Las páginas del informe no responden a ninguna de las preguntas con frases citables.',
    title: 'Título',
    description: 'Descripción',
    subject: 'Asunto',
    headlines: 'Titulares',
    descriptions: 'Descripciones',
    onScreen: 'En pantalla',
    goal: 'Objetivo',
    outline: 'Esquema',
    questions: 'Preguntas por responder',
    terms: 'Términos',
    facts: 'Datos con sus fuentes',
    sources: 'Páginas leídas',
    words: 'Extensión en palabras',
    readers: 'Lectores',
    draft: (requested) =>
      `Borrador con fuentes: ${requested ? `más corto que las ${requested} palabras pedidas, las páginas no dicen más.` : 'cada frase se cita de una de las páginas indicadas.'}`,
  },
}

/** Returns the labels and phrases for a BCP 47 language. */
export function builtinWords(language: string): BuiltinWords {
  return byLanguage[baseLanguage(language)] ?? english
}

let noteStarts: string[] | null = null

/** True for a line of Markdown that the built-in writer wrote about its text, in any language. */
export function isWriterNote(line: string): boolean {
  if (!line.startsWith('> ')) return false
  noteStarts ??= Object.values(byLanguage).flatMap(({ noSource, noReport, noAnswer, draft }) => [
    noSource,
    noReport,
    noAnswer,
    draft(null).replace(/:.*/s, ':'),
  ])
  return noteStarts.some((start) => line.startsWith(start, 2))
}
