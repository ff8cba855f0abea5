import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatDay, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { aiContentContract, type BrandVoice } from '../../contract.ts'
import { countWords } from '../../rules/markdown-text.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/brand-voices-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Brand voices · Settings · Earshot' }]

const maxSamples = 10

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(aiContentContract.voices, { workspace_id: workspace._id }))
}

export default function BrandVoicesPage({ loaderData: { items } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  return (
    <>
      <ScreenHead title="Brand voices" meta="Learned from samples of your writing and used for new texts." />
      <div className="grid max-w-220 gap-10">
        <SettingsPart title="Your brand voices">
          {items.length === 0 ? (
            <p className="text-ink-2">
              No brand voices yet.{' '}
              {editor ? 'Paste two or three texts you’re proud of.' : 'Editors of this workspace can create one.'}
            </p>
          ) : (
            <ul aria-label="Brand voices" className="grid gap-5">
              {items.map((voice) => (
                <BrandVoiceItem key={voice._id} voice={voice} editor={editor} />
              ))}
            </ul>
          )}
        </SettingsPart>
        {editor && (
          <SettingsPart title="New brand voice">
            <BrandVoiceForm workspaceId={workspace._id} />
          </SettingsPart>
        )}
      </div>
    </>
  )
}

function BrandVoiceItem({ voice, editor }: { voice: BrandVoice; editor: boolean }) {
  const [confirming, setConfirming] = useState(false)
  const { revalidate } = useRevalidator()
  return (
    <li>
      <div className="flex items-baseline gap-3">
        <h3 className="font-[550] text-m">{voice.name}</h3>
        <span className="text-ink-3 text-xs">
          learned from {plural(voice.words, 'word')}, {formatDay(voice.created_at)}
        </span>
        {editor && (
          <Button size="s" variant="quiet" className="ml-auto" onClick={() => setConfirming(true)}>
            Delete
          </Button>
        )}
      </div>
      <ul className="mt-1 list-disc pl-4.5 text-ink-2 marker:text-ink-3">
        {voice.traits.map((trait) => (
          <li key={trait}>{trait}</li>
        ))}
      </ul>
      {confirming && (
        <ConfirmDialog
          title={`Delete “${voice.name}”?`}
          description="Texts written with it aren’t affected."
          action="Delete brand voice"
          texts={aiContentErrorTexts}
          onConfirm={async () => {
            await api(aiContentContract.removeVoice, { _id: voice._id })
            void revalidate()
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </li>
  )
}

function BrandVoiceForm({ workspaceId }: { workspaceId: string }) {
  const { revalidate } = useRevalidator()
  const [name, setName] = useState('')
  const [samples, setSamples] = useState([''])
  const words = samples.reduce((sum, sample) => sum + countWords(sample), 0)
  const change = (at: number, text: string) => setSamples(samples.map((old, index) => (index === at ? text : old)))
  const { form, field, busy, callError } = useContractForm({
    endpoint: aiContentContract.addVoice,
    fields: ['name', 'samples'],
    texts: aiContentErrorTexts,
    getInput: () => ({
      workspace_id: workspaceId,
      name,
      samples: samples.map((sample) => sample.trim()).filter(Boolean),
    }),
    send: async (input) => {
      await api(aiContentContract.addVoice, input, { idempotencyKey: randomKey() })
      setName('')
      setSamples([''])
      await revalidate()
      return null
    },
  })
  return (
    <form {...form} className="grid gap-4">
      <Field label="Name" {...field('name')}>
        <Input
          className="max-w-80"
          value={name}
          placeholder="Our blog"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {samples.map((sample, at) => (
        <div key={at} className="relative">
          <Field
            label={samples.length === 1 ? 'Sample' : `Sample ${at + 1}`}
            hint={at === 0 ? 'Complete texts work best: an article, newsletter or product page.' : undefined}
            error={at === 0 ? field('samples').error : undefined}
          >
            <Textarea
              rows={6}
              grow
              className="max-h-100"
              maxLength={20_000}
              value={sample}
              onChange={(event) => change(at, event.target.value)}
            />
          </Field>
          {samples.length > 1 && (
            <Button
              size="s"
              variant="quiet"
              aria-label={`Remove sample ${at + 1}`}
              className="absolute! -top-1.5 right-0 w-7 px-0!"
              icon={<X size={14} aria-hidden />}
              onClick={() => setSamples(samples.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      <CallError {...callError} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="solid" busy={busy}>
          Create brand voice
        </Button>
        {samples.length < maxSamples && (
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => setSamples([...samples, ''])}>
            Add sample
          </Button>
        )}
        <span className="text-ink-3 text-xs">{plural(words, 'word')}</span>
      </div>
    </form>
  )
}
