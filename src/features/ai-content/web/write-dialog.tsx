import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { OutlineEntry } from './outline-model.ts'
import type { WritingTask } from './use-writing.ts'

export type WriteQuestion =
  | { kind: 'whole' }
  | { kind: 'continue' }
  | { kind: 'section'; index: number; entry: OutlineEntry }

export type WriteDialogProps = {
  question: WriteQuestion
  /** Who writes: "Built-in writer". */
  engine: string
  /** Whether it is a model: only one can be told what to do differently. */
  takesInstructions: boolean
  onWrite: (task: WritingTask) => void
  onClose: () => void
}

/** Before something that stands is written anew: what happens to it, what it costs, what should be different. */
export function WriteDialog({ question, engine, takesInstructions, onWrite, onClose }: WriteDialogProps) {
  const [instruction, setInstruction] = useState('')
  const { title, line, go } = wordsFor(question)
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={line}
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            variant="solid"
            onClick={() => {
              onClose()
              onWrite(
                question.kind === 'section'
                  ? { kind: 'section', index: question.index, instruction }
                  : { kind: question.kind, instruction },
              )
            }}
          >
            {go}
          </Button>
        </>
      }
    >
      {takesInstructions && (
        <Field label="What should be different" required={false}>
          <Textarea
            rows={3}
            maxLength={4000}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
            placeholder="Shorter sentences, an example from a kitchen"
          />
        </Field>
      )}
      <p className="mt-2 text-ink-3 text-xs">Takes one AI unit. {engine} writes.</p>
    </Dialog>
  )
}

function wordsFor(question: WriteQuestion) {
  if (question.kind === 'section')
    return question.entry.at === null
      ? {
          title: `Write “${question.entry.text}”`,
          line: 'The section is written at the end of the text. The rest stays.',
          go: 'Write the section',
        }
      : {
          title: `Write “${question.entry.text}” again`,
          line: 'What stands under this heading is replaced; the rest stays. The present text is kept among the versions.',
          go: 'Write it again',
        }
  if (question.kind === 'continue')
    return { title: 'Go on writing', line: 'The writer takes up where the text ends.', go: 'Go on' }
  return {
    title: 'Write it all again',
    line: 'The whole text is replaced. The present one is kept among the versions.',
    go: 'Write it again',
  }
}
