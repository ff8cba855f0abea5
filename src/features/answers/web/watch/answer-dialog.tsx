import { useEffect, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { formatUsd } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { toErrorBody } from '#web/calls/error-texts.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import { answersContract, type PromptResult, type StoredAnswer } from '../../contract.ts'
import { shortEngineNames } from '../answer-labels.ts'
import { answerErrorTexts } from '../error-texts.ts'
import { AnswerText } from './answer-text.tsx'
import { toPlainText } from './read-markdown.ts'

type AnswerDialogProps = { result: PromptResult; onClose: () => void }

/** The stored answers of one prompt and engine, one at a time, with the brands marked. */
export function AnswerDialog({ result, onClose }: AnswerDialogProps) {
  const [at, setAt] = useState(0)
  const [answer, setAnswer] = useState<StoredAnswer | null>(null)
  const [error, setError] = useState<ErrorBody | null>(null)
  const id = result.answers[at]?._id
  useEffect(() => {
    if (!id) return
    const stop = new AbortController()
    setAnswer(null)
    setError(null)
    api(answersContract.answer, { _id: id }, { signal: stop.signal }).then(setAnswer, (thrown: unknown) => {
      if (!stop.signal.aborted) setError(toErrorBody(thrown))
    })
    return () => stop.abort()
  }, [id])
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={result.prompt}
      description={`${shortEngineNames[result.engine]}, answer ${at + 1} of ${result.answers.length}`}
      footer={
        <>
          <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
            Previous answer
          </Button>
          <Button disabled={at + 1 >= result.answers.length} onClick={() => setAt(at + 1)}>
            Next answer
          </Button>
          <Button variant="solid" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <CallError error={error} texts={answerErrorTexts} />
      {!answer && !error && <Skeleton className="h-40" />}
      {answer && <Answer answer={answer} />}
    </Dialog>
  )
}

function Answer({ answer }: { answer: StoredAnswer }) {
  const showsFees = useShowsFees()
  const own = answer.mentions.find((one) => one.own)
  return (
    <div className="grid gap-4">
      <p className="text-ink-2 text-s">
        {own?.spans.length
          ? `Names you${own.position ? `, number ${own.position} in its list` : ''}.`
          : own?.cited
            ? 'Cites you without naming you.'
            : 'Doesn’t name you.'}{' '}
        {own?.quote && <q className="font-serif">{toPlainText(own.quote)}</q>}
      </p>
      <AnswerText text={answer.text} mentions={answer.mentions} />
      {answer.citations.length > 0 && (
        <div>
          <h3 className="mb-1 font-[550] text-s">Cited pages</h3>
          <ol className="grid gap-1 text-s">
            {answer.citations.map(({ url, title, domain }) => (
              <li key={url} className="[overflow-wrap:anywhere]">
                <a className="link" href={url} rel="noopener noreferrer nofollow" target="_blank">
                  {title && title !== domain ? title : domain}
                </a>{' '}
                <span className="text-ink-3 text-xs">{domain}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <p className="text-ink-3 text-xs">
        {answer.model} · <DateTime at={answer.at} /> · {answer.country}
        {showsFees && answer.cost_usd !== null && ` · ${formatUsd(answer.cost_usd)}`}
      </p>
    </div>
  )
}
