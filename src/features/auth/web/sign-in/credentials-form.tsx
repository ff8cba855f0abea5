import type { ReactNode } from 'react'
import type { Row } from '#features/reports/contract.ts'
import { QuestionWheel } from '#features/reports/web/report/questions/question-wheel.tsx'
import { groupId } from '#features/reports/web/report/questions/wheel-drawing.tsx'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { Wordmark } from '#web/public-pages/public-frame.tsx'
import { PublicScript } from '#web/public-pages/public-script.tsx'
import { authErrorTexts } from '../error-texts.ts'

export type CredentialsFormProps = {
  title: string
  intro?: ReactNode
  error?: ErrorBody | null
  /** Without one there is nothing to send. */
  submit?: string
  /** The button while the form is on its way. */
  busy?: string
  children: ReactNode
  /** Another way in, under the form. */
  other?: ReactNode
  footer?: ReactNode
  /** A report shown next to the form on wide screens. */
  example?: SignInExample
}

export type SignInExample = { topic: string; rows: Row[]; lit: string }

/** The form of the sign-in pages. Works as plain HTML without scripts. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { title, intro, error, submit, busy, children, other, footer, example } = props
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(400px,2fr)_minmax(0,3fr)]">
      <main className="flex flex-col px-6 py-8 sm:px-12">
        <a href="/" className="w-fit no-underline">
          <Wordmark />
        </a>
        <div className="mx-auto my-auto w-full max-w-[360px] py-10">
          <h1 className="title">{title}</h1>
          {intro && <p className="mt-2 text-m text-ink-2">{intro}</p>}
          <form method="post" noValidate className="mt-7 flex flex-col gap-4">
            {error && !error.field && <ErrorNote>{getErrorText(error, authErrorTexts)}</ErrorNote>}
            {children}
            {submit && (
              <Button type="submit" variant="solid" className="mt-2 h-10" data-busy={busy}>
                {submit}
              </Button>
            )}
          </form>
          {other}
          {footer && <p className="mt-6 text-s text-ink-2 [&_a]:link [&_a]:text-ink">{footer}</p>}
        </div>
      </main>
      {example && <ExampleReport {...example} />}
      <PublicScript />
    </div>
  )
}

function ExampleReport({ topic, rows, lit }: SignInExample) {
  return (
    <aside
      className="relative hidden overflow-hidden border-l border-line bg-well lg:grid lg:place-items-center [&_svg]:[--paper:var(--well)]"
      aria-label="Example report"
    >
      <figure className="w-full max-w-[820px] px-8">
        <QuestionWheel
          seed={topic}
          rows={rows}
          lit={lit}
          legend={false}
          getHref={(group) => `/demo?q=${encodeURIComponent(topic)}#${groupId(group)}`}
        />
        <figcaption className="mt-2 text-center text-xs text-ink-3">
          {plural(rows.length, 'question')} about {topic}. Sample data.
        </figcaption>
      </figure>
    </aside>
  )
}
