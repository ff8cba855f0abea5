import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { aiContentContract, type RemovedList } from '../../contract.ts'
import { describeRemovedLinks } from '../generation/removed-links.ts'
import { WritingError } from '../generation/writing-error.tsx'

export type VariationsProps = {
  id: string
  busy: boolean
  /** Replaces the text with a variation. */
  onTake: (text: string) => void
}

/** Variations of a short text, each of which can replace it. */
export function Variations({ id, busy, onTake }: VariationsProps) {
  const [count, setCount] = useState(3)
  const [outputs, setOutputs] = useState<{ _id: string; text: string; links: RemovedList['links'] }[]>([])
  const call = useCall()
  const more = () =>
    void call.run(async () => {
      const answer = await api(aiContentContract.more, { _id: id, count }, { idempotencyKey: randomKey() })
      setOutputs((old) => [...answer.outputs, ...old])
    })
  return (
    <section aria-labelledby="variations" className="mb-[12vh] border-line border-t pt-5 font-sans text-s">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="variations" className="subheading mr-auto">
          Variations
        </h2>
        <Select
          scale="s"
          aria-label="Number of variations"
          className="w-16"
          value={String(count)}
          onChange={(event) => setCount(Number(event.target.value))}
          options={['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))}
        />
        <Button size="s" busy={call.busy} disabled={busy} onClick={more}>
          Write variations
        </Button>
      </div>
      <p className="mt-1 text-ink-3 text-xs">Uses {plural(count, 'AI credit')}.</p>
      {call.error && <WritingError error={call.error} className="mt-3" />}
      <ul aria-live="polite">
        {outputs.map((output) => (
          <li key={output._id} className="mt-3 flex items-start gap-4 border-line border-t pt-3">
            <div className="min-w-0 flex-1">
              <p className="font-serif text-l leading-relaxed whitespace-pre-wrap">{output.text}</p>
              {output.links.length > 0 && (
                <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{describeRemovedLinks(output.links)}</p>
              )}
            </div>
            <Button size="s" disabled={busy} onClick={() => onTake(output.text)}>
              Use this text
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
