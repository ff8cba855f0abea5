import { type FormEvent, useState } from 'react'
import { intentNames } from '#features/reports/rules/keywords/intent.ts'
import { Button } from '#ui/button.tsx'
import { formatDayShort } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { useFocusInvalid } from '#web/calls/use-focus-invalid.ts'
import { type ItemChange, itemStates, type Plan, type PlanItem } from '../../contract.ts'
import { getChangedByOthers, getEdited, type ItemFields, pillarChoice, toFields } from '../../rules/item-edits.ts'
import { ChangeNotes } from '../change/change-notes.tsx'
import { usePlanChange } from '../change/use-plan-change.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { capitalize, getOwnText, type Option, stateLabels } from '../item-labels.ts'

type Props = { plan: Plan; item: PlanItem; members: Option[]; pillars: Option[]; editor: boolean }

/** The item's fields. What is typed stays until it's saved; other fields follow what others change. */
export function ItemForm({ plan, item, members, pillars, editor }: Props) {
  const changes = usePlanChange(plan)
  const form = useFocusInvalid(changes.error)
  const [typed, setTyped] = useState<Partial<ItemFields>>({})
  /** The item when typing began, to tell what others changed. */
  const [before, setBefore] = useState(item)
  const edited = getEdited(item, typed)
  const isEdited = Object.keys(edited).length > 0
  const values = { ...toFields(item), ...typed }
  const theirs = getChangedByOthers(before, item, edited)

  const pillarOptions: Option[] = [
    { value: pillarChoice, label: 'This is a pillar' },
    { value: '', label: 'Spoke without a pillar' },
    ...pillars
      .filter(({ value }) => value !== item._id)
      .map(({ value, label }) => ({ value, label: `Spoke of ${label}` })),
  ]
  const options: Partial<Record<keyof ItemFields, Option[]>> = {
    state: itemStates.map((value) => ({ value, label: stateLabels[value] })),
    owner_id: withCurrent([{ value: '', label: 'No owner' }, ...members], item.owner_id, 'Former member'),
    parent_id: pillarOptions,
    intent: [{ value: '', label: 'Unknown' }, ...intentNames.map((value) => ({ value, label: capitalize(value) }))],
  }
  const set = (name: keyof ItemFields, value: string) => {
    if (!isEdited) setBefore(item)
    setTyped({ ...typed, [name]: value })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (changes.busy || !isEdited) return
    const items = [{ _id: item._id, ...toChange(edited) }]
    const saved = await changes.change({ done: 'Item saved.', before: [before], items })
    if (saved) setTyped({})
  }
  const getName = (name: keyof ItemFields, value: string) =>
    options[name]?.find((option) => option.value === value)?.label ??
    (value === '' ? 'nothing' : name === 'due_on' ? formatDayShort(value) : value)
  const field = (name: keyof ItemFields) => {
    const now = theirs[name]
    const errors = ['items.', ''].map((prefix) => getFieldError(changes.error, prefix + name, contentPlanErrorTexts))
    return {
      error: errors.find(Boolean),
      hint: now === undefined ? undefined : `Someone changed this to “${getName(name, now)}”.`,
    }
  }
  const text = (name: 'title' | 'url' | 'due_on', type: 'text' | 'date', maxLength?: number) => (
    <Input
      name={name}
      type={type}
      maxLength={maxLength}
      value={values[name]}
      disabled={!editor}
      onChange={(event) => set(name, event.target.value)}
    />
  )
  const select = (name: 'state' | 'owner_id' | 'parent_id' | 'intent') => (
    <Select
      name={name}
      value={values[name]}
      disabled={!editor}
      onChange={(event) => set(name, event.target.value)}
      options={options[name]!}
    />
  )
  const shown = (Object.keys(values) as (keyof ItemFields)[]).some((name) => field(name).error)
  return (
    <form ref={form} onSubmit={save} noValidate aria-label="Item" className="grid gap-4">
      <Field label="Title" {...field('title')}>
        {text('title', 'text', 300)}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="State" {...field('state')}>
          {select('state')}
        </Field>
        <Field label="Due date" {...field('due_on')}>
          {text('due_on', 'date')}
        </Field>
        <Field label="Owner" {...field('owner_id')}>
          {select('owner_id')}
        </Field>
        <Field label="Intent" {...field('intent')}>
          {select('intent')}
        </Field>
      </div>
      <Field label="Role" {...field('parent_id')}>
        {select('parent_id')}
      </Field>
      <Field label="URL" {...field('url')}>
        {text('url', 'text', 500)}
      </Field>
      {item.own && values.url !== item.own.page && (
        <p className="-mt-2 text-ink-2 text-s leading-snug" data-own-page>
          <a href={item.own.page} className="link [overflow-wrap:anywhere]" target="_blank" rel="noreferrer">
            {getOwnText(item.own)}
          </a>
          .{isWritten(item) ? ' ' : ' Refresh it instead of writing a new page? '}
          {editor && (
            <Button size="s" onClick={() => set('url', item.own!.page)}>
              Use this URL
            </Button>
          )}
        </p>
      )}
      <ChangeNotes changes={changes} members={members} isErrorShown={shown} onMerged={() => setTyped({})} />
      {editor && (
        <div className="flex gap-2">
          <Button type="submit" variant="solid" busy={changes.busy} disabled={!isEdited}>
            Save item
          </Button>
          {isEdited && (
            <Button
              variant="quiet"
              onClick={() => {
                setTyped({})
                changes.clear()
              }}
            >
              Discard changes
            </Button>
          )}
        </div>
      )}
    </form>
  )
}

/** Its page exists already: nothing is about to be written. */
const isWritten = ({ state }: PlanItem) => state === 'published' || state === 'measured'

const withCurrent = (options: Option[], value: string | null, label: string) =>
  value === null || options.some((option) => option.value === value) ? options : [...options, { value, label }]

/** The call's fields for what was typed: empty is null, and a role comes with its pillar. */
function toChange({ parent_id, intent, url, owner_id, due_on, ...rest }: Partial<ItemFields>): Partial<ItemChange> {
  const nullable = Object.fromEntries(
    Object.entries({ intent, url, owner_id, due_on }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.trim() || null]],
    ),
  )
  const role: Partial<ItemChange> =
    parent_id === undefined
      ? {}
      : parent_id === pillarChoice
        ? { role: 'pillar', parent_id: null }
        : { role: 'spoke', parent_id: parent_id || null }
  return { ...rest, ...nullable, ...role }
}
