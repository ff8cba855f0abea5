import { Fragment, type ReactNode } from 'react'
import { type Reference, slug } from '../../rules/api-reference.ts'
import { ApiCallSection, Code } from './api-call.tsx'
import { FieldsList, shapeId } from './api-fields-list.tsx'

type Group = Reference['groups'][number]
type Heading = { id: string; text: ReactNode }

/** What all calls share, with a list of all calls by group. */
export function ApiOverview({ reference }: { reference: Reference }) {
  const { introduction, groups, errors, url, version } = reference
  const headings = [
    ...introduction.map(({ title }) => ({ id: slug(title), text: title })),
    { id: 'errors', text: 'Errors' },
    { id: 'calls', text: 'Calls' },
  ]
  return (
    <Page reference={reference} here={null} headings={headings}>
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
      <section id="calls" aria-labelledby="calls-title" className="mt-16">
        <h2 id="calls-title" className="font-serif text-[28px] leading-tight font-medium tracking-tight">
          Calls
        </h2>
        {getAreas(groups).map(([area, ofArea]) => (
          <section key={area} aria-label={area} className="mt-6">
            <h3 className="heading">{area}</h3>
            <div className="mt-3 grid gap-x-10 gap-y-8 md:grid-cols-2">
              {ofArea.map((group) => (
                <GroupSummary key={group.id} group={group} />
              ))}
            </div>
          </section>
        ))}
      </section>
    </Page>
  )
}

/** A group in the list of all calls. The ids are those of the calls on the group's page, so older links still lead here. */
const GroupSummary = ({ group: { id, name, about, calls } }: { group: Group }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="border-line border-t pt-3">
    <h4 id={`${id}-title`} className="text-m">
      <a className="link font-[550]" href={getPath(id)}>
        {name}
      </a>
    </h4>
    <p className="mt-0.5 text-ink-2">{about}</p>
    <ul className="mt-2">
      {calls.map((call) => (
        <li key={call.id} id={call.id} className="py-0.5">
          <a className="text-ink-2 no-underline hover:text-ink hover:underline" href={`${getPath(id)}#${call.id}`}>
            <code className="text-xs [overflow-wrap:anywhere]">
              {call.method} {call.path}
            </code>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

/** The calls of one group. */
export function ApiGroupPage({ reference, group }: { reference: Reference; group: Group }) {
  const headings = group.calls.map(({ id, path }) => ({
    id,
    text: <code className="block truncate text-[11px]">{path}</code>,
  }))
  return (
    <Page reference={reference} here={group.id} headings={headings}>
      <h1 className="title">{group.name}</h1>
      <p className="mt-1 mb-6 text-ink-2">{group.about}</p>
      {group.calls.map((call) => (
        <ApiCallSection key={call.id} call={call} />
      ))}
    </Page>
  )
}

/** The objects that several calls return. */
export const ApiTypes = ({ reference }: { reference: Reference }) => (
  <Page
    reference={reference}
    here="types"
    headings={reference.shapes.map(({ name }) => ({ id: shapeId(name), text: name }))}
  >
    <h1 className="title">Types</h1>
    <p className="mt-1 mb-6 text-ink-2">Objects that several calls return.</p>
    <div className="grid gap-x-10 xl:grid-cols-2">
      {reference.shapes.map(({ name, fields }) => (
        <section key={name} id={shapeId(name)} className="border-line border-t pt-5 pb-8">
          <h2 className="mb-3 text-m">
            <code className="font-[550]">{name}</code>
          </h2>
          <FieldsList fields={fields} answered />
        </section>
      ))}
    </div>
  </Page>
)

const getPath = (id: string | null) => (id === null ? '/docs/api' : `/docs/api/${id}`)

const getAreas = (groups: Group[]): [string, Group[]][] => [...Map.groupBy(groups, ({ area }) => area).entries()]

type PageProps = { reference: Reference; here: string | null; headings: Heading[]; children: ReactNode }

function Page({ reference: { groups }, here, headings, children }: PageProps) {
  const pages = [
    { id: null, name: 'Overview' },
    ...groups.map(({ id, name }) => ({ id, name })),
    { id: 'types', name: 'Types' },
  ]
  return (
    <div className="mx-auto grid w-full max-w-[1280px] gap-x-12 px-5 sm:px-8 lg:grid-cols-[212px_minmax(0,1fr)]">
      <nav
        aria-label="API reference"
        className="text-xs max-lg:mb-8 max-lg:border-line max-lg:border-b max-lg:pb-5 lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto lg:py-2"
      >
        <ul className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-4">
          {pages.map(({ id, name }) => (
            <li key={name}>
              <a
                href={getPath(id)}
                aria-current={id === here ? 'page' : undefined}
                className="block py-0.75 text-ink-2 no-underline hover:text-ink aria-[current=page]:font-[550] aria-[current=page]:text-ink"
              >
                {name}
              </a>
              {id === here && (
                <ul className="mb-3 border-line-2 border-l pl-3 max-lg:hidden">
                  {headings.map((heading) => (
                    <li key={heading.id}>
                      <a href={`#${heading.id}`} className="block py-0.75 text-ink-2 no-underline hover:text-ink">
                        {heading.text}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <main className="min-w-0 pb-16">{children}</main>
    </div>
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
              message: 'limit can be up to 100.',
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
