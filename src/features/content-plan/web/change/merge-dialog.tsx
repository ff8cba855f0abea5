import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CallError, type CallErrorProps } from '#web/calls/call-error.tsx'
import {
  applyChoices,
  type Choice,
  type FieldConflict,
  type MergedField,
  mergedFields,
  toChoiceKey,
} from '../../rules/merge-changes.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { fieldLabels, type Option } from '../item-labels.ts'
import { createNames, type Name } from './field-names.ts'
import type { OpenMerge, PlanEdit } from './use-plan-change.ts'

export type MergeDialogProps = {
  open: OpenMerge
  members: readonly Option[]
  busy: boolean
  error: CallErrorProps['error']
  onSave: (chosen: Pick<PlanEdit, 'items' | 'remove'>) => void
  onLeave: () => void
}

/** Asks field by field where two people changed the same: yours or theirs. */
export default function MergeDialog({ open, members, busy, error, onSave, onLeave }: MergeDialogProps) {
  const { merge, changes, edit } = open
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(merge.conflicts.map((conflict) => [toChoiceKey(conflict), 'mine' as const])),
  )
  const choose = (key: string, choice: Choice) => setChoices(new Map(choices).set(key, choice))
  const name = createNames(members, [...(edit.before ?? []), ...changes.items])
  const who = changes.changed_by.flatMap((id) => members.find(({ value }) => value === id)?.label ?? [])
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onLeave()}
      title="Others changed these items"
      description={`${who.length > 0 ? `${who.join(', ')} changed the plan` : 'The plan was changed'} while you worked. Choose what to keep: nothing is saved until you do.`}
      footer={
        <>
          <Button onClick={onLeave}>Keep all of theirs</Button>
          <Button variant="solid" busy={busy} onClick={() => onSave(applyChoices(merge, choices))}>
            Save choices
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <CallError error={error} texts={contentPlanErrorTexts} />
        {merge.conflicts.map((conflict) => (
          <Conflict
            key={toChoiceKey(conflict)}
            conflict={conflict}
            name={name}
            choice={choices.get(toChoiceKey(conflict)) ?? 'mine'}
            onChoose={(choice) => choose(toChoiceKey(conflict), choice)}
          />
        ))}
        {merge.changedBeforeRemoval.length > 0 && (
          <section>
            <h3 className="subheading mb-1">You remove items that others changed</h3>
            {merge.changedBeforeRemoval.map(({ itemId, title }) => (
              <Checkbox
                key={itemId}
                checked={choices.get(itemId) === 'mine'}
                onChange={(event) => choose(itemId, event.target.checked ? 'mine' : 'theirs')}
              >
                Remove “{title}” anyway
              </Checkbox>
            ))}
          </section>
        )}
        {merge.removedByOthers.length > 0 && (
          <section>
            <h3 className="subheading mb-1">Removed by others</h3>
            <ul className="grid gap-1 text-s">
              {merge.removedByOthers.map(({ title, change }) => (
                <li key={change._id} className="[overflow-wrap:anywhere]">
                  “{title}” is gone, so this wasn’t saved: {describe(change, name)}.
                </li>
              ))}
            </ul>
          </section>
        )}
        {merge.others.length > 0 && (
          <section>
            <h3 className="subheading mb-1">Changed by others, stays</h3>
            <ul className="grid gap-1 text-ink-2 text-s">
              {merge.others.map(({ itemId, title, field, was, theirs }) => (
                <li key={`${itemId} ${field}`} className="[overflow-wrap:anywhere]">
                  “{title}”, {fieldLabels[field].toLowerCase()}: {name(field, was)} → {name(field, theirs)}
                </li>
              ))}
            </ul>
          </section>
        )}
        {changes.changed_ids.length > 0 && (
          <p className="text-ink-3 text-xs">
            {plural(changes.changed_ids.length, 'item')} of the plan changed since you opened it
            {!changes.complete && ', and more before that'}.
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Conflict(props: { conflict: FieldConflict; name: Name; choice: Choice; onChoose(choice: Choice): void }) {
  const { conflict, name, choice, onChoose } = props
  const { title, field, was, mine, theirs } = conflict
  const radio = (value: Choice, label: string, text: string) => (
    <label className="flex items-baseline gap-2 rounded-m border border-line-2 px-3 py-2 text-s has-checked:border-ink">
      <input
        type="radio"
        name={toChoiceKey(conflict)}
        checked={choice === value}
        onChange={() => onChoose(value)}
        className="accent-accent"
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block text-ink-3 text-xs">{label}</span>
        {text}
      </span>
    </label>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-s [overflow-wrap:anywhere]">
        <b className="font-[550]">{fieldLabels[field]}</b> of “{title}”
        <span className="text-ink-3"> · before: {name(field, was)}</span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {radio('mine', 'Yours', name(field, mine))}
        {radio('theirs', 'Theirs', name(field, theirs))}
      </div>
    </fieldset>
  )
}

const describe = (change: Partial<Record<MergedField, string | null>>, name: Name) =>
  mergedFields
    .flatMap((field) =>
      change[field] === undefined ? [] : [`${fieldLabels[field].toLowerCase()} ${name(field, change[field] ?? null)}`],
    )
    .join(', ') || 'your change'
