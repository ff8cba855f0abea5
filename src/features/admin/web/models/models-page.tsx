import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDayShort, formatUsd } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { adminContract } from '../../contract.ts'
import type { CatalogueModel } from '../../contract-models.ts'
import { adminErrorTexts } from '../error-texts.ts'
import { requireStaff } from '../require-staff.ts'
import type { Route } from './+types/models-page.ts'
import { EditModel } from './edit-model.tsx'
import { providerLabels } from './provider-labels.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Models · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(adminContract.modelsList, {}))
}

const getKey = ({ provider, model }: CatalogueModel) => `${provider} ${model}`

export default function ModelsPage({ loaderData: { items } }: Route.ComponentProps) {
  const [editing, setEditing] = useState<CatalogueModel | 'new' | null>(null)
  const [restoring, setRestoring] = useState<CatalogueModel | null>(null)
  const { revalidate } = useRevalidator()
  const { error, run } = useCall()
  const setHidden = (
    { provider, model, context_tokens, output_tokens, price, as_of, source }: CatalogueModel,
    hidden: boolean,
  ) =>
    run(async () => {
      const figures = { context_tokens, output_tokens, price, as_of, source }
      await api(adminContract.modelsSave, { provider, model, ...figures, hidden })
      notify.done(hidden ? `${model} hidden.` : `${model} shown again.`)
      await revalidate()
    })
  return (
    <>
      <ScreenHead
        title="Models"
        meta="What Earshot knows of language models: their limits and prices. Changes take effect immediately."
        actions={
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => setEditing('new')}>
            Add model
          </Button>
        }
      />
      <CallError error={error} texts={adminErrorTexts} className="mb-4" />
      <Table caption="Language models. Prices are US dollars for a million tokens.">
        <thead>
          <tr>
            <TableHead>Model</TableHead>
            <TableHead numeric>Context, tokens</TableHead>
            <TableHead numeric>Output limit, tokens</TableHead>
            <TableHead numeric>Input, $ per million</TableHead>
            <TableHead numeric>Output, $ per million</TableHead>
            <TableHead numeric>Cached, $ per million</TableHead>
            <TableHead>As of</TableHead>
            <TableHead>Source</TableHead>
            <TableHead className="relative">
              <span className="sr-only">Actions</span>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {items.map((model) => (
            <ModelRow
              key={getKey(model)}
              model={model}
              onEdit={() => setEditing(model)}
              onHide={() => void setHidden(model, !model.hidden)}
              onRestore={() => setRestoring(model)}
            />
          ))}
        </tbody>
      </Table>
      {editing && (
        <EditModel model={editing === 'new' ? null : editing} models={items} onClose={() => setEditing(null)} />
      )}
      {restoring && <RestoreModel model={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}

type RowProps = { model: CatalogueModel; onEdit(): void; onHide(): void; onRestore(): void }

function ModelRow({ model, onEdit, onHide, onRestore }: RowProps) {
  const { context_tokens, output_tokens, price, shutdown_on, hidden, shipped, edited_at, edited_by_email } = model
  const edited = edited_at !== null
  return (
    <TableRow>
      <TableCell className="min-w-45">
        <span className="font-[550] [overflow-wrap:anywhere]">{model.model}</span>
        <span className="block text-ink-3 text-xs">
          {providerLabels[model.provider]}
          {shutdown_on && ` · shutdown ${formatDayShort(shutdown_on)}`}
        </span>
        {edited && (
          <span className="flex flex-wrap items-center gap-1.5 text-ink-3 text-xs">
            {hidden && <Badge tone="warn">Hidden</Badge>}
            <Badge>{shipped ? 'Changed' : 'Added'}</Badge>
            {formatDayShort(edited_at)}
            {edited_by_email && ` by ${edited_by_email}`}
          </span>
        )}
      </TableCell>
      <TableCell numeric>{formatKnown(context_tokens, formatCount)}</TableCell>
      <TableCell numeric>{formatKnown(output_tokens, formatCount)}</TableCell>
      <TableCell numeric>
        {formatKnown(price?.input, formatUsd)}
        {price?.until && <span className="block text-ink-3 text-xs">until {formatDayShort(price.until)}</span>}
      </TableCell>
      <TableCell numeric>{formatKnown(price?.output, formatUsd)}</TableCell>
      <TableCell numeric>{formatKnown(price?.cached, formatUsd)}</TableCell>
      <TableCell className="whitespace-nowrap">{formatDayShort(model.as_of)}</TableCell>
      <TableCell className="min-w-52 text-ink-2 text-xs [overflow-wrap:anywhere]">{model.source}</TableCell>
      <TableCell>
        <RowMenu
          label={`More for ${model.model}`}
          items={[
            { label: 'Edit model', onSelect: onEdit },
            { label: hidden ? 'Show model' : 'Hide model', onSelect: onHide },
            ...(edited ? [{ label: shipped ? 'Restore shipped data' : 'Delete model', onSelect: onRestore }] : []),
          ]}
        />
      </TableCell>
    </TableRow>
  )
}

const formatKnown = (value: number | null | undefined, format: (value: number) => string) =>
  value == null ? <span className="text-ink-3">unknown</span> : format(value)

function RestoreModel({ model: { provider, model, shipped }, onClose }: { model: CatalogueModel; onClose(): void }) {
  const { revalidate } = useRevalidator()
  return (
    <ConfirmDialog
      title={shipped ? `Restore ${model}?` : `Delete ${model}?`}
      description={
        shipped
          ? 'The figures that came with Earshot replace your changes.'
          : 'Its figures will be deleted, and its price will be unknown.'
      }
      action={shipped ? 'Restore shipped data' : 'Delete model'}
      texts={adminErrorTexts}
      onConfirm={async () => {
        await api(adminContract.modelsRestore, { provider, model })
        notify.done(shipped ? `${model} restored.` : `${model} deleted.`)
        await revalidate()
      }}
      onClose={onClose}
    />
  )
}
