import { ChevronLeft, ChevronRight, PenLine } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDayShort } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { handKeywords } from '#web/keyword-handoff.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { contentPlanContract, type PlanItem } from '../../contract.ts'
import { isRestItem } from '../../rules/rest-item.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { itemHref, type Option, stateLabels, toOwners } from '../item-labels.ts'
import { PriorityFactors } from '../priority-factors.tsx'
import type { Route } from './+types/item-page.ts'
import { ItemForm } from './item-form.tsx'
import { ItemKeywords } from './item-keywords.tsx'
import { ItemLinks } from './item-links.tsx'
import { Section } from './section.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.found.item.title ?? 'Item'} · Earshot` },
]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const _id = args.params.id
  const [found, team, pillars] = await orRespond(
    args.request,
    Promise.all([
      call(contentPlanContract.item, { _id, item_id: args.params.item }),
      call(workspacesContract.data, { workspace_id: workspace._id }),
      call(contentPlanContract.items, { _id, filters: { role: 'pillar' }, sort: 'title', limit: 100 }),
    ]),
    contentPlanErrorTexts,
  )
  return {
    found,
    members: toOwners(team.members),
    pillars: pillars.items.map(({ _id: value, title: label }) => ({ value, label })),
  }
}

const PlanComments = lazy(() => import('#features/review/web/plan-comments.tsx'))

/** One item of a plan, with everything about it in one place. */
export default function ItemPage({ loaderData }: Route.ComponentProps) {
  const { found, members, pillars } = loaderData
  const { plan, item, keywords, index, previous_id, next_id, history, neighbors } = found
  const editor = canEdit(useSignedIn().workspace)
  const parent = neighbors.find(({ _id }) => _id === item.parent_id)
  return (
    <>
      <nav aria-label="Plan" className="mb-2 flex flex-wrap items-center gap-x-2 text-ink-2 text-s" data-screen-only>
        <Link href={`/app/plan/${plan._id}`} className="link">
          {plan.name}
        </Link>
        <span>
          Item {formatCount(index)} of {formatCount(plan.items)}
        </span>
        <span className="ml-auto flex gap-1">
          {previous_id && (
            <Button
              size="s"
              href={itemHref(plan._id, previous_id)}
              aria-label="Previous item"
              icon={<ChevronLeft size={15} aria-hidden />}
            />
          )}
          {next_id && (
            <Button
              size="s"
              href={itemHref(plan._id, next_id)}
              aria-label="Next item"
              icon={<ChevronRight size={15} aria-hidden />}
            />
          )}
        </span>
      </nav>
      <ScreenHead
        title={item.title}
        meta={
          <>
            {item.role === 'pillar' ? (
              'Pillar'
            ) : parent ? (
              <>
                Spoke of{' '}
                <Link href={itemHref(plan._id, parent._id)} className="link">
                  {parent.title}
                </Link>
              </>
            ) : (
              'Spoke without a pillar'
            )}{' '}
            · {item.url ?? 'URL not set'}
          </>
        }
        actions={<DocumentActions item={item} editor={editor} />}
      />
      <ol className="mb-6 flex flex-wrap gap-x-6 gap-y-1 border-line border-b pb-4 text-s" aria-label="History">
        {history.map(({ state, at }) => (
          <li key={state}>
            <b className={item.state === state ? 'font-[600] text-ink' : 'font-normal text-ink-2'}>
              {stateLabels[state]}
            </b>{' '}
            <span className="text-ink-3">{formatDayShort(at)}</span>
          </li>
        ))}
      </ol>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid gap-8">
          <ItemKeywords
            key={`${item._id} ${plan.version}`}
            plan={plan}
            item={item}
            keywords={keywords}
            editor={editor}
          />
          <ItemLinks key={item._id} found={found} editor={editor} />
          <Suspense>
            <PlanComments key={item._id} planId={plan._id} itemId={item._id} />
          </Suspense>
        </div>
        <div className="grid gap-8">
          <ItemForm
            key={item._id}
            plan={plan}
            item={item}
            members={members}
            pillars={parent ? withOption(pillars, { value: parent._id, label: parent.title }) : pillars}
            editor={editor}
          />
          <Section title={`Priority ${item.priority.score === null ? '–' : Math.round(item.priority.score)} of 100`}>
            <PriorityFactors item={item} />
          </Section>
        </div>
      </div>
    </>
  )
}

const withOption = (options: Option[], option: Option) =>
  options.some(({ value }) => value === option.value) ? options : [...options, option]

/** Opens the item's documents, or a new one with its title and keywords. */
function DocumentActions({ item, editor }: { item: PlanItem; editor: boolean }) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const write = () => {
    handKeywords(workspace._id, item.keywords.slice(0, 100))
    const query = new URLSearchParams({ item: item._id, title: item.title, template: 'blog_post' })
    void navigate(`/app/content/new?${query}`)
  }
  return (
    <>
      {item.brief_id && <Button href={`/app/content/${item.brief_id}`}>Open brief</Button>}
      {item.document_id ? (
        <Button variant="solid" href={`/app/content/${item.document_id}`}>
          Open document
        </Button>
      ) : (
        editor &&
        !isRestItem(item) && (
          <Button variant="solid" icon={<PenLine size={15} aria-hidden />} onClick={write}>
            Write
          </Button>
        )
      )}
    </>
  )
}
