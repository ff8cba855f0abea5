import { Search } from 'lucide-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import type { Cluster } from '../../../../contract.ts'
import { reportErrorTexts } from '../../../error-texts.ts'

export type TopicPickerDialogProps = {
  title: string
  description?: string
  /** Topics to choose from. */
  topics: Cluster[]
  action: string
  busy: boolean
  error: ErrorBody | null
  onPick: (topic: Cluster) => void
  onClose: () => void
}

const maxShown = 50

/** Finds one topic by its words. */
export function TopicPickerDialog(props: TopicPickerDialogProps) {
  const { title, description, topics, action, busy, error, onPick, onClose } = props
  const [text, setText] = useState('')
  const [pickedId, setPickedId] = useState<string | null>(null)
  const form = useId()
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    return topics.filter(({ name, pillar }) => words.every((word) => `${name} ${pillar}`.toLowerCase().includes(word)))
  }, [topics, text])
  const picked = found.find(({ _id }) => _id === pickedId) ?? (found.length === 1 ? found[0] : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (picked && !busy) onPick(picked)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form={form} busy={busy} disabled={!picked}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Input
          type="search"
          aria-label="Words of a topic"
          placeholder="Search topics"
          icon={<Search size={14} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset className="mt-3">
          <legend className="sr-only">Topics</legend>
          {found.slice(0, maxShown).map((topic) => (
            <label
              key={topic._id}
              className="flex min-h-9 items-center gap-2.5 border-line border-b px-1 hover:bg-well has-checked:bg-accent-wash"
            >
              <input
                type="radio"
                name={form}
                checked={picked?._id === topic._id}
                onChange={() => setPickedId(topic._id)}
              />
              <span className="min-w-0 flex-1">{topic.name}</span>
              <span className="text-ink-3 text-xs">{plural(topic.keywords, 'keyword')}</span>
            </label>
          ))}
        </fieldset>
        <p className="mt-2 text-ink-3 text-xs" aria-live="polite">
          {found.length === 0 && 'No topic has these words.'}
          {found.length > maxShown &&
            `The first ${maxShown} of ${plural(found.length, 'topic')}. Add words to find others.`}
        </p>
        <CallError className="mt-3" error={error} texts={reportErrorTexts} />
      </form>
    </Dialog>
  )
}
