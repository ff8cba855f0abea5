/** Fixed labels and phrases of the built-in writer. Unknown languages get English. */
import { baseLanguage } from '#features/reports/question-templates.ts'

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
}

const english: BuiltinWords = {
  noSource: 'No page of the report says enough about this, so nothing is written here.',
  noReport:
    'No report was chosen and no language model is set up. What is not in the briefing has no source here and is left out.',
  noAnswer: 'The pages of the report answer none of the questions in sentences that can be quoted.',
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
  },
}

/** Returns the labels and phrases for a BCP 47 language. */
export function builtinWords(language: string): BuiltinWords {
  return byLanguage[baseLanguage(language)] ?? english
}
