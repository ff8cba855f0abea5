/** Defines templates: form fields, the writer's task and checks of the finished text. */
import type { TemplateName } from '../../contract.ts'
import type { WritingContext } from '../generation/generation-context.ts'

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
  /** Example input. Empty for fields with options. */
  placeholder: string
  help: string
  required: boolean
}

export type Template = {
  name: TemplateName
  label: string
  /** One sentence for the template picker. */
  description: string
  /** Fields of the form, in order. Other fields aren't used. */
  fields: FormField[]
  /** At least one of these is needed to write. Empty if `required` is enough. */
  requiresAny: TemplateField[]
  /** `article`: written section by section from the outline. `single`: written at once. */
  shape: 'article' | 'single'
  /** Default length in words. */
  words: number
  /** Whether sentences get citations (`[^n]`). Texts that are pasted elsewhere don't. */
  cited: boolean
  /** The writer's task, in English for every language. Never contains text from pages or questions. */
  task(context: WritingContext, words: number): string
  /** Returns problems of a finished text as sentences, in any language. Empty if there are none. */
  check(text: string, context: Pick<WritingContext, 'briefing'>): string[]
}

const known: Record<TemplateField, Omit<FormField, 'field' | 'required'>> = {
  title: { label: 'Title or topic', placeholder: 'How long does cold brew last?', help: 'What the text is about.' },
  keywords: {
    label: 'Keywords',
    placeholder: 'Separated by commas',
    help: 'Search terms to use where they fit.',
  },
  report: { label: 'Report', placeholder: '', help: 'Used for sources and questions to answer.' },
  outline: {
    label: 'Outline',
    placeholder: '',
    help: 'One section per heading. Leave empty to use an outline from the report.',
  },
  text: { label: 'Text', placeholder: 'Paste the text here', help: 'The text to work on.' },
  audience: { label: 'Audience', placeholder: 'First-time buyers', help: 'Who will read the text.' },
  tone: { label: 'Tone', placeholder: 'Plain and friendly', help: 'How the text should sound.' },
  words: { label: 'Length', placeholder: '1500', help: 'Approximate number of words.' },
  instructions: {
    label: 'Instructions',
    placeholder: 'Use metric units',
    help: 'Anything else the writer should know.',
  },
}

/** Builds form fields from names, in order. `!` marks a required field. `own` has the template's own help texts. */
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
