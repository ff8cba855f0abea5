import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OutputOf } from '#kit/endpoint.ts'
import { checkInput } from '#kit/input-issues.ts'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence, toErrorBody } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { contentPlanContract, type ItemChange, type LinkChange, type Plan, type PlanRow } from '../../contract.ts'
import { isSafe, type Merge, mergeChanges } from '../../rules/merge-changes.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'

export type PlanEdit = {
  /** What is said when it's saved: "Moved 3 items to Briefed." */
  done: string
  /** The items to change as they are shown, to tell what others changed since. */
  before?: readonly PlanRow[]
  items?: ItemChange[]
  remove?: string[]
  links?: LinkChange[]
  /** Makes the change again from the plan as it is now, where merging fields isn't enough. */
  renew?: () => Promise<Pick<PlanEdit, 'items'>>
}

/** A change that waits for choices, because others changed the same fields. */
export type OpenMerge = { edit: PlanEdit; merge: Merge; changes: OutputOf<typeof contentPlanContract.changes> }

const maxTries = 3

/**
 * Changes a plan. A change that is based on an outdated version is merged: what others changed elsewhere stays, and where both
 * changed the same field, `merging` waits for a choice.
 * @param onSaved after saving, instead of loading the page's data again; a merged change always does
 */
export function usePlanChange(plan: Plan, onSaved?: (plan: Plan) => void) {
  const { user } = useSignedIn()
  const { revalidate } = useRevalidator()
  const { busy, error, clear, run } = useCall()
  const [merging, setMerging] = useState<OpenMerge | null>(null)
  const version = useRef(plan.version)
  if (plan.version > version.current) version.current = plan.version

  const undo = async (changed: number) => {
    try {
      await api(contentPlanContract.undo, { _id: plan._id, version: changed })
    } catch (thrown) {
      notify.failed(getSentence(thrown, contentPlanErrorTexts))
    }
    await revalidate()
  }

  /** How many items others changed. Changes of one's own in another view or tab aren't worth a word. */
  const countOthers = ({ changed_by, changed_ids, complete }: OpenMerge['changes']) =>
    complete && changed_by.every((id) => id === user.id) ? 0 : changed_ids.length

  async function save(edit: PlanEdit, from: number, others = 0, tries = 1): Promise<boolean> {
    const { done, before = [], items = [], remove = [], links = [] } = edit
    if (items.length + remove.length + links.length === 0) {
      notify.info('Nothing was left to save.')
      await revalidate()
      return true
    }
    const input = { _id: plan._id, version: from, items, remove, links }
    checkInput(contentPlanContract.update.input, input)
    try {
      const answer = await api(contentPlanContract.update, input)
      version.current = answer.plan.version
      notify.done(done, {
        action: { label: 'Undo', onClick: () => void undo(answer.plan.version) },
        ...(others > 0 && { detail: `Others changed ${plural(others, 'item')} in the meantime. Their changes stay.` }),
      })
      onSaved?.(answer.plan)
      if (!onSaved || tries > 1) await revalidate()
      return true
    } catch (thrown) {
      if (toErrorBody(thrown).reason !== 'outdated_version' || tries >= maxTries) throw thrown
    }
    const named = [...items.flatMap(({ _id }) => _id ?? []), ...remove]
    const changes = await api(contentPlanContract.changes, { _id: plan._id, since: from, item_ids: named })
    const merge = mergeChanges({ before, items, remove, now: changes.items })
    if (!isSafe(merge)) {
      setMerging({ edit, merge, changes })
      return false
    }
    const next = { ...edit, before: changes.items, items: merge.items, remove: merge.remove, ...(await edit.renew?.()) }
    return save(next, changes.plan.version, countOthers(changes), tries + 1)
  }

  return {
    busy,
    error,
    clear,
    merging,
    /** Resolves to true when it was saved; false when it failed or waits for choices. */
    async change(edit: PlanEdit): Promise<boolean> {
      let saved = false
      await run(async () => {
        saved = await save(edit, version.current)
      })
      return saved
    },
    /** For forms that show errors themselves. */
    changeOrThrow: (edit: PlanEdit) => save(edit, version.current),
    /** Saves a merged change with what was chosen. */
    async finishMerge(chosen: Pick<PlanEdit, 'items' | 'remove'>): Promise<boolean> {
      if (!merging) return false
      const { edit, changes } = merging
      let saved = false
      await run(async () => {
        const next = { ...edit, ...chosen, before: changes.items }
        saved = await save(next, changes.plan.version, countOthers(changes), 2)
        if (saved) setMerging(null)
      })
      return saved
    },
    /** Closes the choices without saving, and shows what others changed. */
    async leaveMerge() {
      setMerging(null)
      await revalidate()
    },
  }
}
export type PlanChanges = ReturnType<typeof usePlanChange>
