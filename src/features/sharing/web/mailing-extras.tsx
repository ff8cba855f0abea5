import { useEffect, useState } from 'react'
import { answersContract } from '#features/answers/contract.ts'
import { contentPlanContract } from '#features/content-plan/contract.ts'
import { listenersContract } from '#features/listeners/contract.ts'
import { ranksContract } from '#features/ranks/contract.ts'
import { sitesContract } from '#features/sites/contract.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type ExtraInput, type ExtraKind, maxExtras } from '../contract.ts'
import { sharingErrorTexts } from './error-texts.ts'

type Offered = ExtraInput & { label: string }

export const extraLabels: Record<ExtraKind, string> = {
  ranks: 'Ranks',
  answers: 'AI answers',
  site: 'My site',
  plan: 'Content plan progress',
  listener: 'New and lost keywords',
}

type Props = {
  chosen: readonly ExtraInput[]
  error: string | undefined
  onChange: (chosen: ExtraInput[]) => void
}

const isSame = (a: ExtraInput, b: ExtraInput) => a.kind === b.kind && a.id === b.id

/** What an emailed report has besides the report: trackers, watches, sites, plans and listeners of the workspace. */
export function MailingExtras({ chosen, error, onChange }: Props) {
  const { workspace } = useSignedIn()
  const [offered, setOffered] = useState<Offered[] | null>(null)
  const loading = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    void loading.run(async () => setOffered(await findOffered(workspace._id)))
  }, [workspace._id])
  const byKind = Map.groupBy(offered ?? [], ({ kind }) => kind)
  const deleted = chosen.filter((extra) => offered !== null && !offered.some((one) => isSame(one, extra)))
  return (
    <>
      {offered === null && !loading.error && <Skeleton className="h-16" />}
      {offered?.length === 0 && (
        <p className="text-ink-2 text-s">No rank trackers, AI answer watches, sites, plans or listeners yet.</p>
      )}
      {[...byKind].map(([kind, list]) => (
        <fieldset key={kind} className="mb-2">
          <legend className="text-ink-2 text-xs">{extraLabels[kind]}</legend>
          {list.map((extra) => {
            const isChosen = chosen.some((one) => isSame(one, extra))
            return (
              <Checkbox
                key={extra.id}
                name="extras"
                aria-invalid={error ? true : undefined}
                checked={isChosen}
                disabled={!isChosen && chosen.length >= maxExtras}
                onChange={(event) =>
                  onChange(
                    event.target.checked
                      ? [...chosen, { kind, id: extra.id }]
                      : chosen.filter((one) => !isSame(one, extra)),
                  )
                }
              >
                {extra.label}
              </Checkbox>
            )
          })}
        </fieldset>
      ))}
      {deleted.map((extra) => (
        <Checkbox
          key={`${extra.kind} ${extra.id}`}
          checked
          onChange={() => onChange(chosen.filter((one) => !isSame(one, extra)))}
        >
          {extraLabels[extra.kind]}, deleted
        </Checkbox>
      ))}
      <CallError error={loading.error} texts={sharingErrorTexts} className="mt-2" />
      {error && (
        <p className="mt-1 text-bad text-xs" role="alert">
          {error}
        </p>
      )}
    </>
  )
}

async function findOffered(workspace_id: string): Promise<Offered[]> {
  const paging = { page: 1, limit: 100 }
  const [ranks, answers, sites, plans, listeners] = await Promise.all([
    api(ranksContract.list, { workspace_id, ...paging }),
    api(answersContract.list, { workspace_id, ...paging }),
    api(sitesContract.list, { workspace_id }),
    api(contentPlanContract.find, { workspace_id, ...paging }),
    api(listenersContract.list, { workspace_id, ...paging }),
  ])
  return [
    ...ranks.items.map(({ _id, domain, country, device }) => ({
      ...{ kind: 'ranks' as const, id: _id, label: `${domain}, ${country}, ${device}` },
    })),
    ...answers.items.map(({ _id, brand }) => ({ kind: 'answers' as const, id: _id, label: brand.name })),
    ...sites.items.map(({ _id, url }) => ({ kind: 'site' as const, id: _id, label: url })),
    ...plans.items.map(({ _id, name }) => ({ kind: 'plan' as const, id: _id, label: name })),
    ...listeners.items.map(({ _id, keyword }) => ({ kind: 'listener' as const, id: _id, label: keyword })),
  ]
}
