import { Check } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type OutputOf, roleAtLeast } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDuration } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract, type ModelChoice, type ModelProvider, modelProviders } from '../../contract.ts'
import { suggestedEmbeddings, suggestedModels } from '../../rules/suggested-models.ts'
import { builtinLine } from '../content-labels.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/models-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'AI models · Settings · Earshot' }]

type ModelTest = OutputOf<typeof aiContentContract.testModel>

type ProviderFacts = {
  label: string
  address: 'own' | 'needed'
  addressExample: string
  key: boolean
  /** `own`: it has a usual model for embeddings. Null: it has none. */
  embeddings: 'own' | 'needed' | null
}

const providerFacts: Record<ModelProvider, ProviderFacts> = {
  openai: {
    label: 'OpenAI',
    address: 'own',
    addressExample: 'https://api.openai.com/v1',
    key: true,
    embeddings: 'own',
  },
  anthropic: {
    label: 'Anthropic',
    address: 'own',
    addressExample: 'https://api.anthropic.com',
    key: true,
    embeddings: null,
  },
  google: {
    label: 'Google',
    address: 'own',
    addressExample: 'https://generativelanguage.googleapis.com',
    key: true,
    embeddings: 'own',
  },
  'openai-compatible': {
    label: 'OpenAI-compatible server',
    address: 'needed',
    addressExample: 'https://models.example.com/v1',
    key: false,
    embeddings: 'needed',
  },
  ollama: {
    label: 'Ollama',
    address: 'needed',
    addressExample: 'http://localhost:11434',
    key: false,
    embeddings: 'own',
  },
}

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(aiContentContract.models, { workspace_id: workspace._id }))
}

export default function ModelsPage({ loaderData: { installation, workspace: own } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const admin = roleAtLeast(workspace.role, 'admin')
  const shared = installation && installation.provider !== 'builtin' ? installation : null
  return (
    <>
      <ScreenHead title="AI models" meta={`The AI model that writes in ${workspace.name}.`} />
      <div className="grid max-w-220 gap-10">
        <SettingsPart title="Current model">
          <p>
            <span className="font-[550]">{own ? own.model : shared ? shared.model : 'Built-in writer'}</span>{' '}
            <span className="text-ink-2">
              {own
                ? `${providerFacts[own.provider].label}, set for this workspace`
                : shared
                  ? 'set for this server'
                  : ''}
            </span>
          </p>
          {!own && !shared && <p className="text-ink-2">{builtinLine}</p>}
          {own && (
            <p className="mt-1 text-ink-3 text-xs">
              {shared ? `If you remove it, ${shared.model} is used.` : 'If you remove it, the built-in writer is used.'}
            </p>
          )}
        </SettingsPart>
        <SettingsPart title="Your own model">
          {admin ? (
            <ModelForm key={own ? `${own.provider} ${own.model}` : 'none'} workspaceId={workspace._id} own={own} />
          ) : (
            <p className="text-ink-2">Only workspace admins can set a model and its API key.</p>
          )}
        </SettingsPart>
      </div>
    </>
  )
}

function ModelForm({ workspaceId, own }: { workspaceId: string; own: ModelChoice | null }) {
  const { revalidate } = useRevalidator()
  const [provider, setProvider] = useState<ModelProvider>(own?.provider ?? 'openai')
  const [model, setModel] = useState(own?.model ?? '')
  const [embeddings, setEmbeddings] = useState(own?.embedding_model ?? '')
  const [address, setAddress] = useState(own?.base_url ?? '')
  const [apiKey, setApiKey] = useState('')
  const [answer, setAnswer] = useState<ModelTest | null>(null)
  const [confirming, setAsking] = useState(false)
  const [isTest, setIsTest] = useState(false)
  const facts = providerFacts[provider]
  // The stored key belongs to the provider it was saved for.
  const hint = own && own.provider === provider ? own.key_hint : null
  const { form, field, busy, clear, callError } = useContractForm({
    endpoint: aiContentContract.saveModel,
    fields: ['provider', 'model', 'embedding_model', 'base_url', 'api_key'],
    texts: aiContentErrorTexts,
    getInput: () => {
      // The call takes any provider without a URL; these have none of their own.
      if (facts.address === 'needed' && model.trim() !== '' && address.trim() === '')
        throw new AppError('invalid_input', 'base_url is missing.', { field: 'base_url', reason: 'missing' })
      return {
        workspace_id: workspaceId,
        provider,
        model,
        ...(embeddings.trim() && facts.embeddings ? { embedding_model: embeddings.trim() } : {}),
        ...(address.trim() ? { base_url: address.trim() } : {}),
        ...(apiKey.trim() ? { api_key: apiKey.trim() } : {}),
      }
    },
    send: async (input, _form, submitter) => {
      const tests = submitter?.getAttribute('name') === 'test'
      setIsTest(tests)
      setAnswer(null)
      if (tests) setAnswer(await api(aiContentContract.testModel, input))
      else {
        await api(aiContentContract.saveModel, input)
        setApiKey('')
        await revalidate()
      }
      return null
    },
  })
  const resetResult = () => {
    setAnswer(null)
    clear()
  }
  return (
    <form {...form} className="grid max-w-120 gap-4">
      <Field label="Provider" {...field('provider')}>
        <Select
          value={provider}
          onChange={(event) => {
            setProvider(event.target.value as ModelProvider)
            resetResult()
          }}
          options={modelProviders.map((value) => ({ value, label: providerFacts[value].label }))}
        />
      </Field>
      <Field label="Model ID" hint="The exact model ID used by the provider." {...field('model')}>
        <Input
          value={model}
          placeholder={suggestedModels[provider]}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setModel(event.target.value)
            resetResult()
          }}
        />
      </Field>
      {facts.embeddings && (
        <Field
          label="Embedding model ID"
          {...field('embedding_model')}
          required={false}
          hint={`Groups keywords by meaning.${facts.embeddings === 'own' ? ' Leave empty to use the provider’s usual one.' : ''}`}
        >
          <Input
            value={embeddings}
            placeholder={suggestedEmbeddings[provider] ?? undefined}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setEmbeddings(event.target.value)
              resetResult()
            }}
          />
        </Field>
      )}
      <Field
        label="Base URL"
        {...field('base_url')}
        required={facts.address === 'needed'}
        hint={facts.address === 'own' ? 'Leave empty to use the provider’s URL.' : undefined}
      >
        <Input
          type="url"
          value={address}
          placeholder={facts.addressExample}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setAddress(event.target.value)
            resetResult()
          }}
        />
      </Field>
      <Field
        label="API key"
        {...field('api_key')}
        required={facts.key && !hint}
        hint={
          hint
            ? `A key ending in ${hint} is saved. Leave empty to keep it.`
            : 'Stored encrypted. Only the last four characters are shown later.'
        }
      >
        <Input
          type="password"
          value={apiKey}
          placeholder={hint ? `…${hint}` : undefined}
          autoComplete="new-password"
          spellCheck={false}
          onChange={(event) => {
            setApiKey(event.target.value)
            resetResult()
          }}
        />
      </Field>
      {answer && <TestAnswer answer={answer} model={model} />}
      <CallError {...callError} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="solid" busy={busy && !isTest}>
          Save model
        </Button>
        <Button type="submit" name="test" busy={busy && isTest}>
          Test model
        </Button>
        {own && (
          <Button variant="danger" className="ml-auto" onClick={() => setAsking(true)}>
            Remove model
          </Button>
        )}
      </div>
      {confirming && <RemoveModel workspaceId={workspaceId} onClose={() => setAsking(false)} />}
    </form>
  )
}

function TestAnswer({ answer, model }: { answer: ModelTest; model: string }) {
  if (answer.ok)
    return (
      <p role="status" className="flex items-start gap-2 border-good border-l-2 pl-3">
        <Check size={15} className="mt-0.5 shrink-0 text-good" aria-hidden />
        <span>
          {model} responded in {formatDuration(answer.ms)}.
        </span>
      </p>
    )
  return (
    <ErrorNote
      details={
        <Disclosure className="text-ink-3 text-xs" summary="Details">
          <p className="max-w-180 [overflow-wrap:anywhere]">{answer.message}</p>
        </Disclosure>
      }
    >
      {getTestText(answer.reason)}
    </ErrorNote>
  )
}

/** Advice for an admin after a failed test. The settings are on the same screen. */
const testTexts: Record<string, string> = {
  model_unavailable: 'The model couldn’t be reached. Check the model ID and the base URL.',
  model_unauthorized: 'The provider rejected the API key. Check the key and its permissions.',
  model_no_credit: 'The provider account has no credit left. Add credit there and test again.',
  model_failed: 'The server couldn’t be reached or failed. Check the base URL and test again.',
  model_invalid_response: 'The server didn’t respond like an AI model. Check the base URL.',
  model_invalid_request: 'The provider doesn’t accept this model or request. Check the model ID.',
}

const getTestText = (reason: string | null) =>
  testTexts[reason ?? ''] ?? getErrorText({ code: 'upstream_failed', reason: reason ?? undefined }, aiContentErrorTexts)

function RemoveModel({ workspaceId, onClose }: { workspaceId: string; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  return (
    <ConfirmDialog
      title="Remove model?"
      description="This deletes its API key. Texts it wrote aren’t affected."
      action="Remove model"
      texts={aiContentErrorTexts}
      onConfirm={async () => {
        await api(aiContentContract.removeModel, { workspace_id: workspaceId })
        void revalidate()
      }}
      onClose={onClose}
    />
  )
}
