import { useRef, useState } from 'react'
import type { Scope } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { apiKeysContract } from '../../contract.ts'
import { presets, scopeGroups, scopesInWords } from '../../rules/scope-labels.ts'
import { apiKeyErrorTexts } from '../error-texts.ts'
import type { CreatedKey } from './created-key.tsx'

export type KeyFormProps = { workspaceId: string; onMade(made: CreatedKey): void }

/** Form for a new key. Read-only scopes are selected by default (least privilege). */
export function KeyForm({ workspaceId, onMade }: KeyFormProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(presets[0]!.scopes)
  const attempt = useRef({ of: '', key: '' })
  const preset = presets.find((each) => each.name === scopesInWords(chosen))
  const toggle = (scope: Scope, on: boolean) =>
    setChosen((now) => (on ? [...now, scope] : now.filter((each) => each !== scope)))

  const { form, field, busy, callError } = useContractForm({
    endpoint: apiKeysContract.add,
    fields: ['name'],
    texts: apiKeyErrorTexts,
    getInput: () => ({ workspace_id: workspaceId, name, scopes: [...chosen] }),
    send: async (input) => {
      // Resubmitting the same input after a lost response reuses the idempotency key, so only one API key is created.
      const of = JSON.stringify(input)
      if (attempt.current.of !== of) attempt.current = { of, key: randomKey() }
      const { key, item } = await api(apiKeysContract.add, input, { idempotencyKey: attempt.current.key })
      attempt.current = { of: '', key: '' }
      onMade({ key, item, workspaceId })
      setName('')
      setChosen(presets[0]!.scopes)
      return null
    },
  })
  return (
    <form {...form} className="grid max-w-160 gap-6">
      <Field label="Name" hint="The program or person that uses this key." {...field('name')}>
        <Input
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          placeholder="Nightly export"
          className="max-w-80"
        />
      </Field>
      <fieldset>
        <legend className="font-[550] text-s">Permissions</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {presets.map((each) => (
            <Button
              key={each.name}
              size="s"
              aria-pressed={preset === each}
              className={preset === each ? 'border-ink! font-[550]' : undefined}
              onClick={() => setChosen(each.scopes)}
            >
              {each.name}
            </Button>
          ))}
        </div>
        <div className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {scopeGroups.map((group) => (
            <fieldset key={group.name} className="grid content-start gap-2.5">
              <legend className="mb-1.5 text-ink-3 text-xs">{group.name}</legend>
              {group.scopes.map(({ scope, label, meaning }) => (
                <Checkbox
                  key={scope}
                  checked={chosen.includes(scope)}
                  onChange={(event) => toggle(scope, event.target.checked)}
                  hint={
                    <>
                      {meaning} <code>{scope}</code>
                    </>
                  }
                >
                  {label}
                </Checkbox>
              ))}
            </fieldset>
          ))}
        </div>
      </fieldset>
      <CallError {...callError} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="solid" busy={busy} disabled={chosen.length === 0}>
          Create key
        </Button>
        {chosen.length === 0 && <p className="text-ink-3 text-xs">Select at least one permission.</p>}
      </div>
    </form>
  )
}
