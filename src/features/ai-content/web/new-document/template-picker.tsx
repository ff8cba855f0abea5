import { cx } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { type TemplateName, templateNames } from '../../contract.ts'
import { templates } from '../../rules/templates/templates.ts'

const groups: { title: string; names: TemplateName[] }[] = [
  { title: 'Articles', names: ['blog_post', 'outline', 'brief'] },
  { title: 'Page sections', names: ['intro', 'section', 'faq', 'meta', 'product_description'] },
  { title: 'Edit existing text', names: ['rewrite', 'summary'] },
  { title: 'Email, social and ads', names: ['social_post', 'email', 'ad_copy', 'video_script'] },
]
/** What most people come for stands out from the smaller texts. */
const isMain = (title: string) => title === groups[0]!.title
const shown = new Set(groups.flatMap(({ names }) => names))
const rest = templateNames.filter((name) => !shown.has(name))

export type TemplatePickerProps = {
  /** URL parameters to keep, such as report and title. */
  carriedParams: URLSearchParams
}

/** The templates, each as a link to its form. */
export function TemplatePicker({ carriedParams }: TemplatePickerProps) {
  return (
    <div className="grid max-w-240 gap-8">
      {[...groups, ...(rest.length > 0 ? [{ title: 'Other', names: rest }] : [])].map(({ title, names }) => (
        <section key={title} aria-label={title}>
          <h2 className="subheading mb-2">{title}</h2>
          <ul className={cx('grid sm:grid-cols-2 lg:grid-cols-3', isMain(title) ? 'gap-4' : 'gap-x-8')}>
            {names.map((name) => (
              <li
                key={name}
                className={cx(
                  'relative border-line hover:border-ink-3',
                  isMain(title) ? 'rounded-l border bg-panel p-4' : 'border-t py-3.5',
                )}
              >
                <Link
                  href={`/app/content/new?${new URLSearchParams([...carriedParams, ['template', name]])}`}
                  className={cx(
                    "no-underline after:absolute after:inset-0 after:content-['']",
                    isMain(title) ? 'font-serif text-l' : 'font-[550]',
                  )}
                >
                  {templates[name].label}
                </Link>
                <p className="mt-0.5 text-ink-2">{templates[name].description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
