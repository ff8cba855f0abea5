import { Fragment, type ReactNode } from 'react'
import { type Reference, slug } from '../api-reference.ts'
import { ApiCallSection, Code } from './api-call.tsx'
import { FieldsList, shapeId } from './api-fields-list.tsx'

/** The full API reference: sidebar, introduction, calls by group, shapes and errors. */
export function ApiReference({ reference }: { reference: Reference }) {
  const { introduction, groups, shapes, errors, url, version } = reference
  return (
    <div className="mx-auto grid w-full max-w-[1280px] gap-x-12 px-5 sm:px-8 lg:grid-cols-[212px_minmax(0,1fr)]">
      <Index reference={reference} />
      <main className="min-w-0 pb-16">
        <h1 className="title">API reference</h1>
        <p className="mt-2 text-ink-2">
          Everything you can do in Earshot, you can do through this API. Version {version}, at <code>{url}</code>. For
          tools:{' '}
          <a className="link" href="/openapi.json">
            OpenAPI 3.1
          </a>
          . For the metrics in its answers:{' '}
          <a className="link" href="/docs/glossary">
            glossary
          </a>
          .
        </p>
        {introduction.map(({ title, paragraphs, code, after = [] }) => (
          <section key={title} id={slug(title)} aria-labelledby={`${slug(title)}-title`} className="mt-10 max-w-[68ch]">
            <h2 id={`${slug(title)}-title`} className="heading">
              {title}
            </h2>
            {paragraphs.map((text) => (
              <Paragraph key={text} text={text} />
            ))}
            {code && <Code text={code} label={`Example: ${title}`} copied className="mt-4" />}
            {after.map((text) => (
              <Paragraph key={text} text={text} />
            ))}
          </section>
        ))}
        <Errors errors={errors} />
        {groups.map(({ id, name, about, calls }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-16">
            <h2 id={`${id}-title`} className="font-serif text-[28px] leading-tight font-medium tracking-tight">
              {name}
            </h2>
            <p className="mt-1 mb-6 text-ink-2">{about}</p>
            {calls.map((call) => (
              <ApiCallSection key={call.id} call={call} />
            ))}
          </section>
        ))}
        <section id="shapes" aria-labelledby="shapes-title" className="mt-16">
          <h2 id="shapes-title" className="font-serif text-[28px] leading-tight font-medium tracking-tight">
            Types
          </h2>
          <p className="mt-1 mb-6 text-ink-2">Objects that several calls return.</p>
          <div className="grid gap-x-10 xl:grid-cols-2">
            {shapes.map(({ name, fields }) => (
              <section key={name} id={shapeId(name)} className="border-line border-t pt-5 pb-8">
                <h3 className="mb-3 text-m">
                  <code className="font-[550]">{name}</code>
                </h3>
                <FieldsList fields={fields} answered />
              </section>
            ))}
          </div>
        </section>
      </main>
    </div>
  )
}

function Index({ reference: { introduction, groups } }: { reference: Reference }) {
  const entry = (href: string, text: ReactNode) => (
    <a href={href} className="block py-0.75 text-ink-2 no-underline hover:text-ink">
      {text}
    </a>
  )
  return (
    <nav
      aria-label="On this page"
      className="text-xs max-lg:mb-8 max-lg:border-line max-lg:border-b max-lg:pb-5 lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto lg:py-2"
    >
      <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-4">
        {introduction.map(({ title }) => (
          <li key={title}>{entry(`#${slug(title)}`, title)}</li>
        ))}
        <li>{entry('#errors', 'Errors')}</li>
      </ul>
      <ul className="mt-4 max-lg:flex max-lg:flex-wrap max-lg:gap-x-4">
        {groups.map(({ id, name, calls }) => (
          <li key={id} className="lg:mb-3">
            <a href={`#${id}`} className="block py-0.75 font-[550] no-underline hover:text-accent-ink">
              {name}
            </a>
            <ul className="max-lg:hidden">
              {calls.map((call) => (
                <li key={call.id}>
                  {entry(`#${call.id}`, <code className="block truncate text-[11px]">{call.path}</code>)}
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#shapes" className="block py-0.75 font-[550] no-underline hover:text-accent-ink">
            Types
          </a>
        </li>
      </ul>
    </nav>
  )
}

const Errors = ({ errors }: Pick<Reference, 'errors'>) => (
  <section id="errors" aria-labelledby="errors-title" className="mt-10">
    <h2 id="errors-title" className="heading">
      Errors
    </h2>
    <div className="max-w-[68ch]">
      <Paragraph text="A failed call returns an `error` with a `code` for programs, a `message` for developers, the invalid `field` if there is one, `retryable` (whether the same call may work later), `details` if there is more to know, and `request_id`." />
      <Code
        label="An error"
        className="mt-4"
        text={JSON.stringify(
          {
            success: false,
            error: {
              code: 'invalid_input',
              message: 'limit may be at most 100.',
              field: 'limit',
              retryable: false,
              request_id: '5f0c0f6e-6a51-4d0e-9a0c-0d4a8f3f6a31',
            },
          },
          null,
          2,
        )}
      />
    </div>
    <dl className="mt-5 grid max-w-[860px] border-line border-t sm:grid-cols-[44px_168px_minmax(0,1fr)]">
      {errors.map(({ status, code, meaning }, at) => (
        <div
          key={code}
          id={errors[at - 1]?.status === status ? undefined : `error-${status}`}
          className="border-line border-b py-1.75 sm:col-span-3 sm:grid sm:grid-cols-subgrid"
        >
          <dt className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <span className="mr-2 text-ink-3">{status}</span>
            <code className="font-[550] text-[12.5px]">{code}</code>
          </dt>
          <dd className="text-ink-2">
            <Inline text={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const Paragraph = ({ text }: { text: string }) => (
  <p className="mt-3 text-m leading-relaxed text-ink-2">
    <Inline text={text} />
  </p>
)

/** Renders text in backticks as code. */
const Inline = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="text-ink text-[0.92em] [overflow-wrap:anywhere]">
        {part}
      </code>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
