/** The fourteen templates. Data and checks only: the form, the prompts, the writer and the screens all read them here. */
import type { TemplateName } from './contract.ts'
import type { WritingContext } from './generation-context.ts'
import { blogPost, brief, faq, intro, meta, outline, section, summary, videoScript } from './templates/long-texts.ts'
import { adCopy, email, productDescription, rewrite, socialPost } from './templates/short-texts.ts'
import type { Template, TemplateField } from './templates/template.ts'

export type { FormField, Template, TemplateField } from './templates/template.ts'

export const templates: Record<TemplateName, Template> = {
  blog_post: blogPost,
  outline,
  intro,
  section,
  faq,
  meta,
  brief,
  product_description: productDescription,
  rewrite,
  summary,
  social_post: socialPost,
  email,
  ad_copy: adCopy,
  video_script: videoScript,
}

/** What a person has filled in; a report counts by its id, even before its pages are read. */
export type FilledIn = Partial<{
  title: string | null
  keywords: string[]
  outline: unknown[]
  text: string | null
  report_id: string | null
}>

export type MissingField = {
  field: TemplateField
  /** Where one of several fields is enough: all of them. */
  alternatives: TemplateField[] | null
  /** One sentence for developers. */
  message: string
}

/** The first field a template still needs before anything can be written; null when nothing is missing. */
export function missingField(name: TemplateName, filled: FilledIn): MissingField | null {
  const template = templates[name]
  const has: Record<TemplateField, boolean> = {
    title: Boolean(filled.title?.trim()),
    keywords: Boolean(filled.keywords?.some((keyword) => keyword.trim())),
    outline: Boolean(filled.outline?.length),
    text: Boolean(filled.text?.trim()),
    report: Boolean(filled.report_id),
    audience: true,
    tone: true,
    words: true,
    instructions: true,
  }
  const missing = template.fields.find(({ field, required }) => required && !has[field])
  if (missing)
    return {
      field: missing.field,
      alternatives: null,
      message: `${toWireField(missing.field)} is missing. The template ${name} needs it.`,
    }
  if (template.requiresAny.length === 0 || template.requiresAny.some((field) => has[field])) return null
  const choices = template.requiresAny.map(toWireField)
  const list = choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : choices[0]
  return {
    field: template.requiresAny[0]!,
    alternatives: template.requiresAny,
    message: `${list} is missing. The template ${name} needs one of them.`,
  }
}

/** The field's name in the API. */
export const toWireField = (field: TemplateField) => (field === 'report' ? 'report_id' : field)

/** The length to write, in words: what the person asked for, or the template's own. Outlines and briefs name the article's. */
export function getTargetWords({ template, briefing }: Pick<WritingContext, 'template' | 'briefing'>): number {
  const { words } = templates[template]
  return template === 'outline' || template === 'brief' || template === 'meta' || template === 'ad_copy'
    ? words
    : (briefing.words ?? words)
}
