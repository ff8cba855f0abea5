import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Field } from '#ui/field.tsx'
import { formatDuration } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '#web/api.ts'
import { orRespond } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { requireWorkspace } from '#web/session.ts'
import { SettingsPart } from '#web/settings-part.tsx'
import { useCall } from '#web/use-call.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { aiContentContract, type ModelChoice, type ModelProvider, modelProviders } from '../contract.ts'
import type { Route } from './+types/models-page.ts'
import { builtinLine } from './content-words.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Models · Settings · Earshot' }]

const providerFacts: Record<
  ModelProvider,
  { label: string; model: string; address: 'own' | 'needed'; addressExample: string; key: boolean }
> = {
  openai: { label: 'OpenAI', model: 'gpt-5', address: 'own', addressExample: 'https://api.openai.com/v1', key: true },
  anthropic: {
    label: 'Anthropic',
    model: 'claude-sonnet-5',
    address: 'own',
    addressExample: 'https://api.anthropic.com',
    key: true,
  },
  google: {
    label: 'Google',
    model: 'gemini-3-pro',
    address: 'own',
    addressExample: 'https://generativelanguage.googleapis.com',
    key: true,
  },
  'openai-compatible': {
    label: 'Another server that speaks OpenAI’s format',
    model: 'llama-4',
    address: 'needed',
    addressExample: 'https://models.example.com/v1',
    key: false,
  },
  ollama: {
    label: 'Ollama',
    model: 'llama4',
    address: 'needed',
    addressExample: 'http://localhost:11434',
    key: false,
  },
}

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(aiContentContract.models, { workspace_id: workspace._id }))
}

/** Which model writes in this workspace: the installation's, or one of its own with its own key. */
export default function ModelsPage({ loaderData: { installation, workspace: own } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const admin = roleAtLeast(workspace.role, 'admin')
  const shared = installation && installation.provider !== 'builtin' ? installation : null
  return (
    <>
      <ScreenHead title="Models" meta={`Who writes in ${workspace.name}.`} />
      <div className="grid max-w-220 gap-10">
        <SettingsPart title="Now">
          <p>
            <span className="font-[550]">{own ? own.model : shared ? shared.model : 'Built-in writer'}</span>{' '}
            <span className="text-ink-2">
              {own
                ? `${providerFacts[own.provider].label}, this workspace’s own`
                : shared
                  ? 'set for the whole installation'
                  : ''}
            </span>
          </p>
          {!own && !shared && <p className="text-ink-2">{builtinLine}</p>}
          {own && (
            <p className="mt-1 text-ink-3 text-xs">
              {shared ? `Without it ${shared.model} would write.` : 'Without it the built-in writer would write.'}
            </p>
          )}
        </SettingsPart>
        <SettingsPart title="A model of your own">
          {admin ? (
            <ModelForm key={own ? `${own.provider} ${own.model}` : 'none'} workspaceId={workspace._id} own={own} />
          ) : (
            <p className="text-ink-2">Admins of this workspace can set one, with its own key.</p>
          )}
        </SettingsPart>
      </div>
    </>
  )
}

function ModelForm({ workspaceId, own }: { workspaceId: string; own: ModelChoice | null }) {
  const { revalidate } = useRevalidator()
  const save = useCall()
  const trial = useCall()
  const [provider, setProvider] = useState<ModelProvider>(own?.provider ?? 'openai')
  const [model, setModel] = useState(own?.model ?? '')
  const [address, setAddress] = useState(own?.base_url ?? '')
  const [apiKey, setApiKey] = useState('')
  const [answer, setAnswer] = useState<{ ok: boolean; ms: number; message: string } | null>(null)
  const [asking, setAsking] = useState(false)
  const facts = providerFacts[provider]
  // The stored key belongs to the provider it was given for.
  const hint = own && own.provider === provider ? own.key_hint : null
  const input = () => ({
    workspace_id: workspaceId,
    provider,
    model,
    ...(address.trim() ? { base_url: address.trim() } : {}),
    ...(apiKey.trim() ? { api_key: apiKey.trim() } : {}),
  })
  const touch = () => {
    setAnswer(null)
    save.clear()
    trial.clear()
  }
  const error = save.error ?? trial.error
  const fieldError = (field: string) => (error?.field === field ? error.message : undefined)
  const ready = model.trim() !== '' && (facts.address === 'own' || address.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run(async () => {
      await api(aiContentContract.saveModel, input())
      setApiKey('')
      await revalidate()
    })
  }
  return (
    <form onSubmit={submit} className="grid max-w-120 gap-4">
      <Field label="Provider" error={fieldError('provider')}>
        <Select
          value={provider}
          onChange={(event) => {
            setProvider(event.target.value as ModelProvider)
            touch()
          }}
          options={modelProviders.map((value) => ({ value, label: providerFacts[value].label }))}
        />
      </Field>
      <Field label="Model" hint="Its name as the provider writes it." error={fieldError('model')}>
        <Input
          value={model}
          maxLength={200}
          placeholder={facts.model}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setModel(event.target.value)
            touch()
          }}
        />
      </Field>
      <Field
        label="Address"
        required={facts.address === 'needed'}
        hint={facts.address === 'own' ? 'Only if it is reached elsewhere than at the provider’s own.' : undefined}
        error={fieldError('base_url')}
      >
        <Input
          type="url"
          value={address}
          maxLength={500}
          placeholder={facts.addressExample}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setAddress(event.target.value)
            touch()
          }}
        />
      </Field>
      <Field
        label="Key"
        required={facts.key && !hint}
        hint={
          hint
            ? `One is stored; it ends in ${hint}. Leave this empty to keep it.`
            : 'Kept encrypted and never shown again; only its last four characters are.'
        }
        error={fieldError('api_key')}
      >
        <Input
          type="password"
          value={apiKey}
          maxLength={1000}
          placeholder={hint ? `…${hint}` : undefined}
          autoComplete="new-password"
          spellCheck={false}
          onChange={(event) => {
            setApiKey(event.target.value)
            touch()
          }}
        />
      </Field>
      {answer &&
        (answer.ok ? (
          <p role="status" className="flex items-start gap-2 border-good border-l-2 pl-3">
            <Check size={15} className="mt-0.5 shrink-0 text-good" aria-hidden />
            <span>
              It answered in {formatDuration(answer.ms)}: <span className="font-serif text-m">“{answer.message}”</span>
            </span>
          </p>
        ) : (
          <ErrorNote>{answer.message}</ErrorNote>
        ))}
      {error && !error.field && <ErrorNote>{error.message}</ErrorNote>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="solid" busy={save.busy} disabled={!ready}>
          Save
        </Button>
        <Button
          busy={trial.busy}
          disabled={!ready}
          onClick={() =>
            void trial.run(async () => {
              setAnswer(null)
              setAnswer(await api(aiContentContract.testModel, input()))
            })
          }
        >
          Test it
        </Button>
        {own && (
          <Button variant="danger" className="ml-auto" onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
      </div>
      {asking && <RemoveDialog workspaceId={workspaceId} onClose={() => setAsking(false)} />}
    </form>
  )
}

function RemoveDialog({ workspaceId, onClose }: { workspaceId: string; onClose: () => void }) {
  const call = useCall()
  const { revalidate } = useRevalidator()
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title="Remove this model?"
      description="Its key is forgotten. What it wrote stays."
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={call.busy}
            onClick={() =>
              void call.run(async () => {
                await api(aiContentContract.removeModel, { workspace_id: workspaceId })
                onClose()
                await revalidate()
              })
            }
          >
            Remove
          </Button>
        </>
      }
    >
      {call.error && <ErrorNote>{call.error.message}</ErrorNote>}
    </Dialog>
  )
}
