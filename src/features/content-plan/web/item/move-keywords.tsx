import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { contentPlanContract, type ItemChange, type Plan, type PlanItem, type PlanRow } from '../../contract.ts'
import { usePlanChange } from '../change/use-plan-change.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { capitalize } from '../item-labels.ts'

type Props = { plan: Plan; item: PlanItem; keywords: readonly string[]; onClose: () => void }

const newItem = 'new'
const shownItems = 20
const debounceMs = 200

/** Chooses the item that gets the selected keywords: one of the plan, found by words, or a new one. */
export default function MoveKeywords({ plan, item, keywords, onClose }: Props) {
  const [q, setQ] = useState('')
  const [found, setFound] = useState<PlanRow[] | null>(null)
  const [target, setTarget] = useState<string>('')
  const [title, setTitle] = useState(() => (keywords[0] ? capitalize(keywords[0]) : ''))
  const search = useCall()
  const changes = usePlanChange(plan)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words alone
  useEffect(() => {
    let isCurrent = true
    const load = () =>
      void search.run(async () => {
        const query = {
          _id: plan._id,
          sort: '-priority' as const,
          limit: shownItems + 1,
          ...(q.trim() && { q: q.trim() }),
        }
        const { items } = await api(contentPlanContract.items, query)
        if (isCurrent) setFound(items.filter(({ _id }) => _id !== item._id).slice(0, shownItems))
      })
    const timer = setTimeout(load, found ? debounceMs : 0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [q])
  const toItems = (moved: readonly string[]): ItemChange[] => {
    if (moved.length === 0) return []
    if (target !== newItem) return [{ _id: target, add_keywords: [...moved] }]
    const parent = item.role === 'pillar' ? item._id : item.parent_id
    return [{ title: title.trim(), role: 'spoke', ...(parent && { parent_id: parent }), keywords: [...moved] }]
  }
  const renew = async () => {
    const now = await api(contentPlanContract.item, { _id: plan._id, item_id: item._id })
    const here = new Set(now.item.keywords)
    const moved = keywords.filter((text) => here.has(text))
    if (moved.length < keywords.length)
      notify.info(`Others moved ${plural(keywords.length - moved.length, 'keyword')} in the meantime. They stay there.`)
    return { items: toItems(moved) }
  }
  const name = target === newItem ? title.trim() : found?.find(({ _id }) => _id === target)?.title
  const move = async () => {
    const done = `Moved ${plural(keywords.length, 'keyword')} to “${name}”.`
    if (await changes.change({ done, items: toItems(keywords), renew })) onClose()
  }
  const option = (value: string, label: string, note?: string) => (
    <label
      key={value}
      className="flex items-baseline gap-2 rounded-m px-2 py-1.5 text-s has-checked:bg-accent-wash hover:bg-well"
    >
      <input
        type="radio"
        name="target"
        value={value}
        checked={target === value}
        onChange={() => setTarget(value)}
        className="accent-accent"
      />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{label}</span>
      {note && <span className="shrink-0 text-ink-3 text-xs">{note}</span>}
    </label>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Move ${plural(keywords.length, 'keyword')}`}
      description="A keyword is in exactly one item, so it leaves this one."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={changes.busy} disabled={!name} onClick={() => void move()}>
            Move keywords
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Input
          type="search"
          aria-label="Search items"
          placeholder="Search items"
          icon={<Search size={15} aria-hidden />}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        <fieldset className="max-h-72 overflow-y-auto" aria-busy={search.busy}>
          <legend className="sr-only">Move to</legend>
          {option(newItem, 'A new item')}
          {found?.map(({ _id, title: label, keyword_count }) => option(_id, label, formatCount(keyword_count)))}
        </fieldset>
        {search.busy && !found && <p className="text-ink-3 text-s">Loading items…</p>}
        {found?.length === 0 && <p className="text-ink-2 text-s">No other items found.</p>}
        <CallError error={search.error} texts={contentPlanErrorTexts} />
        {target === newItem && (
          <Field label="Title">
            <Input value={title} maxLength={300} onChange={(event) => setTitle(event.target.value)} />
          </Field>
        )}
        <CallError error={changes.error} texts={contentPlanErrorTexts} />
      </div>
    </Dialog>
  )
}
