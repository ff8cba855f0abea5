/** The shape of a template: what a person fills in, what is asked of the writer, and what is checked afterwards. */
import type { TemplateName } from '../contract.ts'
import type { WritingContext } from '../generation-context.ts'

export const templateFields = [
  'title',
  'keywords',
  'report',
  'outline',
  'text',
  'audience',
  'tone',
  'words',
  'instructions',
] as const
export type TemplateField = (typeof templateFields)[number]

export type FormField = {
  field: TemplateField
  label: string
  /** An example of what to type; empty for fields that are picked. */
  placeholder: string
  help: string
  required: boolean
}

export type Template = {
  name: TemplateName
  label: string
  /** One sentence for the person who chooses. */
  description: string
  /** In the order of the form. Fields not named are not used. */
  fields: FormField[]
  /** At least one of these is needed to write anything; empty when `required` says it all. */
  requiresAny: TemplateField[]
  /** `article`: section by section from the outline. `single`: in one go. */
  shape: 'article' | 'single'
  /** Length when the person names none, in words. */
  words: number
  /** Whether sentences are followed by `[^n]`: texts that are pasted elsewhere are not. */
  cited: boolean
  /** What is to be written, in English, whatever the language of the text. Holds nothing from pages or questions. */
  task(context: WritingContext, words: number): string
  /** What is wrong with a finished text, in sentences; empty when nothing is. Works in every language. */
  check(text: string, context: Pick<WritingContext, 'briefing'>): string[]
}

const known: Record<TemplateField, Omit<FormField, 'field' | 'required'>> = {
  title: { label: 'Title or topic', placeholder: 'How long does cold brew last?', help: 'What the text is about.' },
  keywords: {
    label: 'Keywords',
    placeholder: 'cold brew, shelf life',
    help: 'Search terms to use where they fit.',
  },
  report: { label: 'Report', placeholder: '', help: 'Used for sources and questions to answer.' },
  outline: {
    label: 'Outline',
    placeholder: '',
    help: 'One section per heading. Leave empty to use an outline from the report.',
  },
  text: { label: 'Text', placeholder: 'Paste the text here', help: 'The text to work on.' },
  audience: { label: 'Audience', placeholder: 'People who brew at home', help: 'Who will read the text.' },
  tone: { label: 'Tone', placeholder: 'Plain and friendly', help: 'How the text should sound.' },
  words: { label: 'Length', placeholder: '1500', help: 'Approximate number of words.' },
  instructions: {
    label: 'Instructions',
    placeholder: 'Use litres and grams',
    help: 'Anything else the writer should know.',
  },
}

/** Form fields by name, in order; `!` marks a required one; a help text of the template's own may follow in `own`. */
export function form(
  names: string,
  own: Partial<Record<TemplateField, Partial<Omit<FormField, 'field' | 'required'>>>> = {},
): FormField[] {
  return names.split(' ').map((name) => {
    const required = name.endsWith('!')
    const field = (required ? name.slice(0, -1) : name) as TemplateField
    return { field, required, ...known[field], ...own[field] }
  })
}
