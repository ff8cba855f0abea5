import { useEffect, useState } from 'react'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type Assignment, assignmentContract } from '../../contract.ts'
import { aiContentErrorTexts } from '../error-texts.ts'

type AssignDialogProps = {
  item: Assignment & { workspace_id: string }
  onSaved: (item: Assignment) => void
  onClose: () => void
}
type Option = { value: string; label: string }

const title = 'Owner and due date'

/** Loads the members, then asks who owns a document and when it's due. */
export default function AssignDialog(props: AssignDialogProps) {
  const { item, onClose } = props
  const [members, setMembers] = useState<Option[] | null>(null)
  const { error, run } = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void run(async () => {
      const found = await api(workspacesContract.data, { workspace_id: item.workspace_id })
      setMembers(
        found.members.flatMap(({ user_id, name, email }) =>
          user_id ? [{ value: user_id, label: name || email }] : [],
        ),
      )
    })
  }, [])
  if (members) return <AssignForm {...props} members={members} />
  return (
    <Dialog open title={title} onOpenChange={(open) => !open && onClose()}>
      {error ? <CallError error={error} texts={aiContentErrorTexts} /> : <Skeleton className="w-2/3" />}
    </Dialog>
  )
}

function AssignForm({ item, members, onSaved, onClose }: AssignDialogProps & { members: Option[] }) {
  const form = useContractForm({
    endpoint: assignmentContract.assign,
    fields: ['owner_id', 'due_on'],
    texts: aiContentErrorTexts,
    getInput: (typed) => ({ _id: item._id, owner_id: typed('owner_id') || null, due_on: typed('due_on') || null }),
    send: async (input) => {
      const saved = await api(assignmentContract.assign, input)
      notify.done('Owner and due date saved')
      onSaved(saved.item)
      onClose()
      return null
    },
  })
  const isFormer = item.owner_id !== null && !members.some(({ value }) => value === item.owner_id)
  const owners: Option[] = [
    { value: '', label: 'No owner' },
    ...members,
    ...(isFormer ? [{ value: item.owner_id!, label: `${item.owner ?? 'Former member'} (left)` }] : []),
  ]
  return (
    <FormDialog title={title} form={form} action="Save" onClose={onClose}>
      <Field label="Owner" hint="The new owner gets a notification." {...form.field('owner_id')} required={undefined}>
        <Select options={owners} defaultValue={item.owner_id ?? ''} />
      </Field>
      <Field label="Due date" {...form.field('due_on')} required={undefined}>
        <Input type="date" defaultValue={item.due_on ?? ''} />
      </Field>
    </FormDialog>
  )
}
