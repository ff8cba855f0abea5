import type { Document } from '../contract.ts'
import { templates } from '../templates.ts'

/** Problems with a template's rules, such as lengths and parts. Renders nothing if there are none. */
export function TemplateChecks({ item, markdown }: { item: Document; markdown: string }) {
  if (markdown.trim() === '') return null
  const template = templates[item.template]
  const problems = template.check(markdown, { briefing: { ...item, words: item.words_wanted } })
  if (problems.length === 0) return null
  return (
    <section aria-labelledby="form-checks">
      <h2 id="form-checks" className="subheading mb-1">
        {template.label}
      </h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem} className="border-line border-b py-1.5 text-ink-2 last:border-0">
            {problem}
          </li>
        ))}
      </ul>
    </section>
  )
}
