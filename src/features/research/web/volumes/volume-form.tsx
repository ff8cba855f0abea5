import { FileUp } from 'lucide-react'
import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { keywordLines } from '#features/keywords/rules/keyword-lines.ts'
import type { InputOf } from '#kit/endpoint.ts'
import type { ErrorBody } from '#kit/errors.ts'
import { checkInput } from '#kit/input-issues.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getErrorText, toErrorBody } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { countries, languages, rememberLocale } from '#web/components/locales.ts'
import { useFileDrop } from '#web/components/use-file-drop.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'
import { maxVolumeKeywords, researchContract } from '../../contract.ts'
import { researchErrorTexts } from '../error-texts.ts'
import { LookupCost } from '../lookup-cost.tsx'

export type VolumeFormProps = { keywords: string[]; country: string; language: string; autoFocus: boolean }

const largestFile = 5_000_000

/** Keywords by paste or file, what they take, and the button. */
export function VolumeForm(props: VolumeFormProps) {
  const signedIn = useSignedIn()
  const navigate = useNavigate()
  const call = useCall()
  const [text, setText] = useState(props.keywords.join('\n'))
  const [country, setCountry] = useState(props.country)
  const [language, setLanguage] = useState(props.language)
  const [fileWords, setFileWords] = useState<{ good: boolean; sentence: string } | null>(null)
  const [tried, setTried] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const quiet = useDeferredValue(text)
  const keywords = useMemo(() => keywordLines(quiet), [quiet])
  const input = { workspace_id: signedIn.workspace._id, keywords, country, language }
  const problem = getProblem(input)
  const { estimate, error } = useDryRun(researchContract.volumes, problem ? null : input)
  const verdict = checkOwnLimit(signedIn, 'sv', estimate?.units ?? Math.max(1, keywords.length))
  const limit = verdict.ok ? null : verdict.message

  const read = async (given: File | undefined) => {
    if (!given) return
    if (file.current) file.current.value = ''
    if (given.size > largestFile)
      return setFileWords({
        good: false,
        sentence: `${given.name} is larger than 5 MB. Import it on the Imports page instead.`,
      })
    if (/\.(xlsx?|zip)$/i.test(given.name))
      return setFileWords({
        good: false,
        sentence: `${given.name} isn’t a text file. Save it as CSV or import it on the Imports page.`,
      })
    const [{ default: Papa }, { keywordsOfTable }] = await Promise.all([
      import('papaparse'),
      import('#features/keywords/rules/keyword-table.ts'),
    ])
    const { data } = Papa.parse<string[]>(await given.text(), { skipEmptyLines: true })
    const found = keywordsOfTable(data)
    setFileWords(
      found.length > 0
        ? { good: true, sentence: `${plural(found.length, 'keyword')} read from ${given.name}.` }
        : { good: false, sentence: `${given.name} has no keywords.` },
    )
    if (found.length > 0) setText((old) => [...keywordLines(old), ...found].join('\n'))
  }
  const { over, zone } = useFileDrop((dropped) => void read(dropped))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const now = { ...input, keywords: keywordLines(text) }
    if (getProblem(now)) return field.current?.focus()
    if (limit) return document.getElementById('limit-notice')?.focus()
    void call.run(async () => {
      rememberLocale({ country, language })
      const { lookup_id } = await api(researchContract.volumes, now)
      await navigate(`/app/volumes?lookup=${lookup_id}`)
    })
  }
  return (
    <form onSubmit={onSubmit} className="grid gap-4" noValidate>
      <div {...zone} className={cx('max-w-180 rounded-l', over && 'outline-2 outline-accent outline-offset-4')}>
        <Field
          label="Keywords, one per line"
          error={problem && (tried || keywords.length > 0) ? getErrorText(problem, researchErrorTexts) : undefined}
          hint={
            keywords.length > 0
              ? `${formatCount(keywords.length)} of ${formatCount(maxVolumeKeywords)} keywords. Duplicates count once.`
              : 'Paste keywords, or drop a CSV, TSV or text file here.'
          }
        >
          <Textarea
            ref={field}
            rows={8}
            autoFocus={props.autoFocus}
            value={text}
            spellCheck={false}
            onChange={(event) => {
              setTried(false)
              setText(event.target.value)
            }}
          />
        </Field>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <input
            ref={file}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            className="sr-only"
            tabIndex={-1}
            aria-label="Keyword file"
            onChange={(event) => void read(event.target.files?.[0])}
          />
          <Button size="s" icon={<FileUp size={13} aria-hidden />} onClick={() => file.current?.click()}>
            From file
          </Button>
          {text !== '' && (
            <Button
              size="s"
              variant="quiet"
              onClick={() => {
                setText('')
                setFileWords(null)
                field.current?.focus()
              }}
            >
              Clear
            </Button>
          )}
          <span className={cx('text-xs', fileWords?.good === false ? 'text-bad' : 'text-ink-3')} role="status">
            {fileWords?.sentence}
          </span>
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label="Country" className="w-52 max-sm:w-full">
          <Select value={country} onChange={(event) => setCountry(event.target.value)} options={countries} />
        </Field>
        <Field label="Language" className="w-44 max-sm:w-full">
          <Select value={language} onChange={(event) => setLanguage(event.target.value)} options={languages} />
        </Field>
        <Button type="submit" variant="solid" busy={call.busy}>
          Look up volumes
        </Button>
      </div>
      <LookupCost kind="sv" estimate={estimate} limit={limit} />
      {!limit && estimate && <p className="-mt-2 text-ink-3 text-xs">Keywords without data don’t use credits.</p>}
      <CallError error={call.error ?? error} texts={researchErrorTexts} />
    </form>
  )
}

/** What the contract says of it, before anything is sent. */
function getProblem(input: InputOf<typeof researchContract.volumes>): ErrorBody | null {
  try {
    checkInput(researchContract.volumes.input, input)
    return null
  } catch (error) {
    return toErrorBody(error)
  }
}
