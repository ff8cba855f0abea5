import { FileText } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import type { BrandVoice } from '#features/ai-content/contract.ts'
import { countWords } from '#features/ai-content/rules/markdown-text.ts'
import type { Engine } from '#features/ai-content/web/content-labels.ts'
import { unlimited } from '#features/plans/contract-tools.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import type { ErrorParams } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDay, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'
import { maxTextLength } from '../contract.ts'
import { humanizerErrorTexts } from './error-texts.ts'
import { exampleText } from './example-text.ts'
import { RewriteSettings } from './rewrite-settings.tsx'
import type { HumanizerInput } from './use-humanizer.ts'

const DocumentPicker = lazy(() => import('./document-picker.tsx').then((file) => ({ default: file.DocumentPicker })))

export type TextFormProps = {
  engine: Engine
  voices: BrandVoice[]
  /** Initial values. */
  given: HumanizerInput
  onSubmit(input: HumanizerInput): void
}

const getTextError = (reason: string, params?: ErrorParams) =>
  getErrorText({ code: 'invalid_input', field: 'text', reason, params }, humanizerErrorTexts)

/** Form with the text and the rewrite settings. */
export function TextForm({ engine, voices, given, onSubmit }: TextFormProps) {
  const signedIn = useSignedIn()
  const [input, setInput] = useState(given)
  const [freeze, setFreeze] = useState(given.freeze.join('\n'))
  const [textError, setTextError] = useState<string | null>(null)
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const set = (next: Partial<HumanizerInput>) => {
    setInput((old) => ({ ...old, ...next }))
    setTextError(null)
  }
  const { text } = input
  const limit = checkOwnLimit(signedIn, 'humanizer', 1)
  const tooLong = text.length > maxTextLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem =
      text.trim() === ''
        ? getTextError('missing')
        : tooLong
          ? getTextError('too_long', { max: maxTextLength, length: text.length })
          : null
    if (problem) {
      setTextError(problem)
      field.current?.focus()
      return
    }
    const terms = freeze
      .split(/[\n,]/)
      .map((term) => term.trim())
      .filter(Boolean)
    onSubmit({ ...input, freeze: [...new Set(terms)].slice(0, 100) })
  }
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0">
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <Button size="s" icon={<FileText size={14} aria-hidden />} onClick={() => setPicking(true)}>
            Open document
          </Button>
          {text === '' ? (
            <Button size="s" variant="quiet" onClick={() => set({ text: exampleText, source: null })}>
              Try example
            </Button>
          ) : (
            <Button size="s" variant="quiet" onClick={() => set({ text: '', source: null })}>
              Clear
            </Button>
          )}
          {input.source && (
            <span className="min-w-0 truncate text-ink-2">From “{input.source.title || 'Untitled'}”</span>
          )}
          <span className={tooLong ? 'ml-auto text-bad text-xs' : 'ml-auto text-ink-3 text-xs'}>
            {plural(countWords(text), 'word')} · {formatCount(text.length)} of {formatCount(maxTextLength)} characters
          </span>
        </div>
        <Field label="Text" labelHidden error={textError ?? undefined}>
          <Textarea
            ref={field}
            autoFocus={given.text === ''}
            grow
            rows={16}
            className="max-h-[70dvh] min-h-100 font-serif text-l! leading-relaxed! max-sm:min-h-70"
            placeholder="Paste a text. Markdown is kept; code, headings, tables and quotations aren’t changed."
            value={text}
            onChange={(event) => set({ text: event.target.value, source: input.source })}
          />
        </Field>
      </div>
      <div className="grid gap-5 lg:sticky lg:top-7">
        <RewriteSettings
          input={input}
          words={freeze}
          engine={engine}
          voices={voices}
          onChange={set}
          onWordsChange={setFreeze}
        />
        {!limit.ok && <LimitNotice message={limit.message} tool="humanizer" />}
        <div>
          <Button type="submit" variant="solid" className="w-full">
            Humanize
          </Button>
          <Cost />
        </div>
      </div>
      {picking && (
        <Suspense>
          <DocumentPicker
            onClose={() => setPicking(false)}
            onPick={({ text: content, language, source }) => {
              set({ text: content, language, source })
              setPicking(false)
            }}
          />
        </Suspense>
      )}
    </form>
  )
}

/** The credits a run uses and how many are left. */
function Cost() {
  const { user, workspace } = useSignedIn()
  const allowance = Number(user.plan.humanizer)
  const left = Math.max(0, allowance - user.usage.humanizer)
  const known = workspace.role === 'owner' && allowance < unlimited
  return (
    <p className="mt-2 text-ink-3 text-xs">
      Uses 1 humanizer credit
      {known && `; ${formatCount(left)} of ${formatCount(allowance)} left until ${formatDay(user.usage.resets_at)}`}.
      Refunded if no sentence changes.
    </p>
  )
}
