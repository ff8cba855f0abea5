import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { contentPlanContract, type Plan, type PlanItem, type PlanLink, type PlanRow } from '../../contract.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { itemHref } from '../item-labels.ts'

type Found = { plan: Plan; item: PlanItem; links: PlanLink[]; neighbors: PlanRow[] }

/** Links between this page and others, with their texts, and which are in the text already. */
export function ItemLinks({ found: { plan, item, links, neighbors }, editor }: { found: Found; editor: boolean }) {
  const { revalidate } = useRevalidator()
  const call = useCall()
  const titles = new Map(neighbors.map(({ _id, title }) => [_id, title]))
  const setState = (link: PlanLink) =>
    void call.run(async () => {
      const { from, to } = link
      const state = link.state === 'set' ? 'proposed' : 'set'
      await api(contentPlanContract.update, { _id: plan._id, version: plan.version, links: [{ from, to, state }] })
      await revalidate()
    })
  const list = (label: string, shown: readonly PlanLink[]) => (
    <div>
      <h3 className="subheading mb-1">
        {label}{' '}
        {shown.length > 0 && (
          <span className="ml-1 font-sans text-ink-2 text-s">
            {shown.filter(({ state }) => state === 'set').length} of {shown.length} set
          </span>
        )}
      </h3>
      {shown.length === 0 ? (
        <p className="text-ink-2 text-s">None.</p>
      ) : (
        <ul aria-label={label}>
          {shown.map((link) => {
            const other = link.from === item._id ? link.to : link.from
            const title = titles.get(other) ?? 'Removed item'
            const isSet = link.state === 'set'
            return (
              <li key={other} className="flex items-center justify-between gap-3 border-line border-t py-2 text-s">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <Link href={itemHref(plan._id, other)} className="link">
                    {title}
                  </Link>
                  <span className="block text-ink-3 text-xs">
                    “{link.anchor}” · {isSet ? 'set' : 'proposed'}
                  </span>
                </span>
                {editor && (
                  <Button
                    size="s"
                    disabled={call.busy}
                    aria-label={`${isSet ? 'Mark as not set' : 'Mark as set'}: ${title}`}
                    onClick={() => setState(link)}
                  >
                    {isSet ? 'Mark as not set' : 'Mark as set'}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
  return (
    <section aria-label="Internal links">
      <h2 className="heading mb-2">Internal links</h2>
      <CallError
        className="mb-3"
        error={call.error}
        texts={contentPlanErrorTexts}
        action={
          call.error?.reason === 'outdated_version' && (
            <Button size="s" onClick={() => void revalidate().then(call.clear)}>
              Reload
            </Button>
          )
        }
      />
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {list(
          'Links to',
          links.filter(({ from }) => from === item._id),
        )}
        {list(
          'Links from',
          links.filter(({ to }) => to === item._id),
        )}
      </div>
    </section>
  )
}
