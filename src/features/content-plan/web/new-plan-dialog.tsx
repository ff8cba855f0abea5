import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { contentPlanContract } from '../contract.ts'
import { contentPlanErrorTexts } from './error-texts.ts'

/** What a plan is made from: a report or some of its topics or keywords, a list or some of its keywords, or an import. */
export type PlanFrom = {
  report_id?: string
  topic_ids?: string[]
  row_ids?: string[]
  list_id?: string
  keywords?: string[]
  import_id?: string
}

export type NewPlanDialogProps = { from: PlanFrom; name: string; onClose: () => void }

/** Asks for a name and creates a content plan. */
export default function NewPlanDialog({ from, name: proposed, onClose }: NewPlanDialogProps) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [name, setName] = useState(proposed.slice(0, 120))
  const form = useContractForm({
    endpoint: contentPlanContract.new,
    fields: ['name'],
    texts: contentPlanErrorTexts,
    getInput: () => ({ workspace_id: workspace._id, name, ...from }),
    send: async (input) => {
      const { plan } = await api(contentPlanContract.new, input)
      await navigate(`/app/plan/${plan._id}`)
      return null
    },
  })
  return (
    <FormDialog
      width="s"
      title="New plan"
      description="One page for each topic, with priorities and internal links. Plans are free."
      form={form}
      action="Create plan"
      onClose={onClose}
    >
      <Field label="Name" {...form.field('name')}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
