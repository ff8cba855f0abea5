import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { OutlineEntry } from '../document/outline-model.ts'
import type { GenerationTask } from './use-generation.ts'

export type GenerateRequest =
  | { kind: 'whole' }
  | { kind: 'continue' }
  | { kind: 'section'; index: number; entry: OutlineEntry }

export type GenerateDialogProps = {
  request: GenerateRequest
  /** Name of the engine, such as "Built-in writer". */
  engine: string
  /** Whether it's a model. The built-in writer doesn't take instructions. */
  takesInstructions: boolean
  onWrite: (task: GenerationTask) => void
  onClose: () => void
}

/** Confirms rewriting: shows the effect on the current text and the cost, and takes instructions. */
export function GenerateDialog({
  request: question,
  engine,
  takesInstructions,
  onWrite,
  onClose,
}: GenerateDialogProps) {
  const [instruction, setInstruction] = useState('')
  const { title, line, go } = getTexts(question)
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={line}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
        <Field label="What should change?" required={false}>
          <Textarea
            rows={3}
            maxLength={4000}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
            placeholder="Shorter sentences, an example from a kitchen"
          />
        </Field>
      )}
      <p className="mt-2 text-ink-3 text-xs">Uses 1 AI credit. Writer: {engine}.</p>
    </Dialog>
  )
}

function getTexts(question: GenerateRequest) {
  if (question.kind === 'section')
    return question.entry.at === null
      ? {
          title: `Write “${question.entry.text}”`,
          line: 'The section is added at the end. The rest of the text doesn’t change.',
          go: 'Write section',
        }
      : {
          title: `Rewrite “${question.entry.text}”`,
          line: 'This replaces the section. The current text stays in version history.',
          go: 'Rewrite section',
        }
  if (question.kind === 'continue')
    return { title: 'Continue writing', line: 'The writer continues where the text ends.', go: 'Continue' }
  return {
    title: 'Rewrite from scratch',
    line: 'This replaces the whole text. The current text stays in version history.',
    go: 'Rewrite',
  }
}
