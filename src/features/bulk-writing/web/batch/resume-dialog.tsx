import { useState } from 'react'
import { formatUsd } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type Batch, bulkWritingContract } from '../../contract.ts'
import { getUsualCost } from '../../rules/batch-status.ts'
import { toShownUsd } from '../batch-labels.ts'
import { bulkWritingErrorTexts } from '../error-texts.ts'
import { parseBudget } from '../parse-budget.ts'

type Props = { batch: Batch; onResumed: (batch: Batch) => void; onClose: () => void }

/** Asks for a larger budget and continues a batch that stopped at its own. */
export default function ResumeDialog({ batch, onResumed, onClose }: Props) {
  const [budget, setBudget] = useState(() => proposeBudget(batch).toFixed(2))
  const form = useContractForm({
    endpoint: bulkWritingContract.resume,
    fields: ['budget_usd'],
    texts: bulkWritingErrorTexts,
    getInput: () => ({ _id: batch._id, budget_usd: parseBudget(budget, { required: true }) }),
    send: async (input) => {
      onResumed((await api(bulkWritingContract.resume, input)).batch)
      onClose()
      return null
    },
  })
  return (
    <FormDialog
      width="s"
      title="Resume with a larger budget"
      description={`${toShownUsd(batch.spent_usd ?? 0)} of ${formatUsd(batch.budget_usd ?? 0)} is spent.`}
      form={form}
      action="Resume batch"
      onClose={onClose}
    >
      <Field
        label="New budget in US dollars"
        hint="For the whole batch, with what is already spent."
        {...form.field('budget_usd')}
        required
      >
        <Input inputMode="decimal" value={budget} onChange={(event) => setBudget(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/**
 * Enough for what is left to write. One request may cost more than is left now, and each reserves that much while it runs: there must be
 * room for it until the end.
 */
function proposeBudget(batch: Batch): number {
  const { counts, spent_usd, budget_usd, remaining } = batch
  const rest = (getUsualCost(batch, batch.items) ?? 0) * (counts.queued + counts.running)
  const enough = (spent_usd ?? 0) + rest * 1.25 + (remaining ?? 0) * 2
  return Math.ceil(Math.max(enough, (budget_usd ?? 0) * 1.5) * 100) / 100
}
