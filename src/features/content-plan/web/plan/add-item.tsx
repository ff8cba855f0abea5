import { useState } from 'react'
import { intentNames } from '#features/reports/rules/keywords/intent.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { contentPlanContract, type ItemChange, type Plan } from '../../contract.ts'
import { pillarChoice } from '../../rules/item-edits.ts'
import type { PlanChanges } from '../change/use-plan-change.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { capitalize, type Option } from '../item-labels.ts'
import { PillarSelect } from '../pillar-select.tsx'

type Props = { plan: Plan; members: readonly Option[]; changes: PlanChanges; onClose: () => void }

const fields = ['items.title', 'items.url', 'items.keywords', 'items.due_on', 'items.owner_id', 'items.intent'] as const

/** A form for a further item of the plan. */
export default function AddItem({ plan, members, changes, onClose }: Props) {
  const [role, setRole] = useState(pillarChoice)
  const form = useContractForm({
    endpoint: contentPlanContract.update,
    fields,
    texts: contentPlanErrorTexts,
    getInput: (typed) => ({ _id: plan._id, version: plan.version, items: [toItem(typed, role)] }),
    send: async ({ items = [] }) => {
      if (await changes.changeOrThrow({ done: `Added “${items[0]?.title}”.`, items })) onClose()
      return null
    },
  })
  return (
    <FormDialog title="Add item" form={form} action="Add item" onClose={onClose} className="grid gap-4 sm:grid-cols-2">
      <Field label="Title" {...form.field('items.title')} required className="sm:col-span-2">
        <Input autoFocus />
      </Field>
      <Field label="Role" className="sm:col-span-2">
        <PillarSelect planId={plan._id} value={role} onChange={setRole} />
      </Field>
      <Field
        label="Keywords"
        {...form.field('items.keywords')}
        required={false}
        hint="One per line. A keyword of another item moves here."
        className="sm:col-span-2"
      >
        <Textarea rows={3} />
      </Field>
      <Field label="URL" {...form.field('items.url')} required={false} className="sm:col-span-2">
        <Input placeholder="/cold-brew-ratio" />
      </Field>
      <Field label="Owner" {...form.field('items.owner_id')}>
        <Select options={[{ value: '', label: 'No owner' }, ...members]} />
      </Field>
      <Field label="Due date" {...form.field('items.due_on')}>
        <Input type="date" />
      </Field>
      <Field label="Intent" {...form.field('items.intent')}>
        <Select
          options={[
            { value: '', label: 'From keywords' },
            ...intentNames.map((value) => ({ value, label: capitalize(value) })),
          ]}
        />
      </Field>
    </FormDialog>
  )
}

/** What was typed, without the fields that were left empty. */
function toItem(typed: (field: (typeof fields)[number]) => string | null, role: string): ItemChange {
  const read = (field: (typeof fields)[number]) => typed(field)?.trim() || undefined
  const keywords = read('items.keywords')
    ?.split(/\r?\n/)
    .map((keyword) => keyword.trim())
    .filter(Boolean)
  const item = {
    title: read('items.title') ?? '',
    url: read('items.url'),
    owner_id: read('items.owner_id'),
    due_on: read('items.due_on'),
    intent: intentNames.find((name) => name === read('items.intent')),
    keywords,
    ...(role === pillarChoice ? { role: 'pillar' as const } : { role: 'spoke' as const, parent_id: role || undefined }),
  }
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as ItemChange
}
