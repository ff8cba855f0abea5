import { useEffect, useState } from 'react'
import { contentPlanContract, type Plan } from '#features/content-plan/contract.ts'
import { contentPlanErrorTexts } from '#features/content-plan/web/error-texts.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'

/** What goes into a plan: a page to write, or one to change. */
export type PlannedPage = { title: string; keywords: string[]; url: string | null; hint: string }

/** Adds one page to a content plan. */
export default function PlanDialog({ page, onClose }: { page: PlannedPage; onClose: () => void }) {
  const { workspace } = useSignedIn()
  const [plans, setPlans] = useState<Plan[] | null>(null)
  const [planId, setPlanId] = useState('')
  const [title, setTitle] = useState(page.title)
  const loading = useCall()
  const saving = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    void loading.run(async () => {
      const { items } = await api(contentPlanContract.find, { workspace_id: workspace._id, page: 1, limit: 100 })
      setPlans(items)
      setPlanId(items[0]?._id ?? '')
    })
  }, [workspace._id])
  const add = () =>
    saving.run(async () => {
      const { plan } = await api(contentPlanContract.items, { _id: planId, page: 1, limit: 1 })
      const item = { title: title.trim() || page.title, add_keywords: page.keywords, url: page.url }
      await api(contentPlanContract.update, { _id: planId, version: plan.version, items: [item] })
      notify.done(`Added to ${plan.name}.`)
      onClose()
    })
  const isEmpty = plans?.length === 0
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title="Add to plan"
      description={page.hint}
      footer={
        isEmpty ? (
          <Button variant="solid" href="/app/reports">
            Open reports
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="solid" busy={saving.busy} disabled={!planId} onClick={() => void add()}>
              Add item
            </Button>
          </>
        )
      }
    >
      {plans === null && !loading.error && <Skeleton className="h-24" />}
      {isEmpty && <p className="text-ink-2 text-s">No plans yet. Open a report’s topics and choose “Plan pages”.</p>}
      {plans && !isEmpty && (
        <div className="grid gap-4">
          <Field label="Plan">
            <Select
              value={planId}
              onChange={(event) => setPlanId(event.target.value)}
              options={plans.map(({ _id, name }) => ({ value: _id, label: name }))}
            />
          </Field>
          <Field label="Title">
            <Input value={title} maxLength={300} onChange={(event) => setTitle(event.target.value)} />
          </Field>
        </div>
      )}
      <CallError error={loading.error ?? saving.error} texts={contentPlanErrorTexts} className="mt-3" />
    </Dialog>
  )
}
