// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a section for each piece of code would be a landmark, a fieldset a lie
import type { ReactNode } from 'react'
import type { ApiCall } from '../../rules/api-reference.ts'
import { FieldsList, ShapeLink } from './api-fields-list.tsx'

/** One API call: description and fields on the left, example request and response on the right. */
export function ApiCallSection({ call }: { call: ApiCall }) {
  const { id, method, path, summary, given, answer, events, files, curl, example } = call
  return (
    <section
      id={id}
      aria-labelledby={`${id}-name`}
      className="grid gap-x-10 gap-y-5 border-line border-t py-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 id={`${id}-name`} className="text-m [overflow-wrap:anywhere]">
          <a href={`#${id}`} className="no-underline hover:underline hover:decoration-line-2 hover:underline-offset-4">
            <code className="mr-2 text-ink-3 text-xs">{method}</code>
            <code className="font-[550]">{path}</code>
          </a>
        </h2>
        <p className="mt-2 max-w-[60ch] font-serif text-[17px] leading-snug">{summary}</p>
        <Terms call={call} />
        {given.map(({ title, fields }) => (
          <Part key={title} title={title}>
            <FieldsList fields={fields} />
          </Part>
        ))}
        {answer.length > 0 && (
          <Part title="Response">
            <FieldsList fields={answer} answered />
          </Part>
        )}
        {events.length > 0 && (
          <Part title="Events">
            <ul className="border-line border-t">
              {events.map(({ name, shape, fields }) => (
                <li key={name} className="border-line border-b py-2">
                  <code className="font-[550] text-[12.5px]">{name}</code>
                  {shape && (
                    <span className="ml-2.5 text-ink-3 text-xs">
                      <ShapeLink name={shape} />
                    </span>
                  )}
                  {fields.length > 0 && (
                    <div className="mt-2 border-line-2 border-l pl-4 [&>ul>li:last-child]:border-b-0 [&>ul]:border-t-0">
                      <FieldsList fields={fields} answered />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Part>
        )}
        {files.length > 0 && (
          <Part title="Response">
            <p className="text-ink-2">
              A file:{' '}
              {files.map((type, at) => (
                <span key={type}>
                  {at > 0 && ', '}
                  <code>{type}</code>
                </span>
              ))}
              .
            </p>
          </Part>
        )}
      </div>
      <div className="min-w-0 xl:sticky xl:top-6 xl:self-start">
        <Code text={curl} label={`${method} ${path} with curl`} copied />
        {example && <Code text={example} label={`Response of ${method} ${path}`} className="mt-3" />}
      </div>
    </section>
  )
}

/** Access, scope, rate limit and status codes of a call. */
function Terms({ call: { access, tool, rate, idempotent, maxBytes, statuses } }: { call: ApiCall }) {
  const facts: [string, ReactNode][] = [['Access', sentence(access)]]
  if (tool) facts.push(['Tool', <code key="tool">{tool}</code>])
  if (rate) facts.push(['Limit', rate])
  if (idempotent)
    facts.push([
      'Retry',
      <>
        accepts <code>Idempotency-Key</code>
      </>,
    ])
  if (maxBytes && maxBytes > 1_000_000) facts.push(['Size', `up to ${Math.round(maxBytes / 1_000_000)} MB`])
  facts.push([
    'Status',
    statuses.map((status, at) => (
      <span key={status}>
        {at > 0 && ' · '}
        {Number(status) < 300 ? (
          status
        ) : (
          <a className="link" href={`/docs/api#error-${status}`}>
            {status}
          </a>
        )}
      </span>
    )),
  ])
  return (
    <dl className="mt-4 grid grid-cols-[56px_minmax(0,1fr)] gap-y-1 text-xs">
      {facts.map(([term, fact]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-3">{term}</dt>
          <dd className="text-ink-2">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

const sentence = (text: string) => text.replace(/^./, (first) => first.toUpperCase())

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-6">
    <h3 className="mb-1.5 font-[550] text-xs">{title}</h3>
    {children}
  </div>
)

export type CodeProps = { text: string; label: string; copied?: boolean; className?: string }

/** A code block that scrolls long lines and long responses. */
export const Code = ({ text, label, copied = false, className = '' }: CodeProps) => (
  <div className={`relative rounded-m border border-line bg-well ${className}`}>
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-105 overflow-auto px-4 py-3.5 font-mono text-[11.5px] leading-[1.65] max-sm:pt-9 print:max-h-none print:whitespace-pre-wrap"
    >
      {text}
    </pre>
    {copied && (
      <button
        type="button"
        hidden
        data-copy={text}
        className="absolute top-2 right-2 h-6.5 rounded-s border border-line-2 bg-panel px-2 font-sans text-ink-2 text-xs hover:border-mark hover:text-ink [[hidden]]:hidden"
      >
        Copy
      </button>
    )}
  </div>
)
