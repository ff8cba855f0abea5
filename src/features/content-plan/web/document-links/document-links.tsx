import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { toErrorBody } from '#web/calls/error-texts.ts'
import { LoadError } from '#web/calls/load-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { contentPlanContract, type PlanRow } from '../../contract.ts'
import { type LinkToSet, linksToSet, pagesThatShouldLink } from '../../rules/links-to-set.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import { itemHref } from '../item-labels.ts'

export type DocumentLinksProps = {
  documentId: string
  markdown: string
  /** Null where the text can't be changed now. */
  actions: {
    /** Links words where they stand in a sentence. False if they aren't there any more. */
    onSet(words: string, url: string): boolean
    /** Inserts words as a link at the cursor. */
    onInsert(words: string, url: string): void
  } | null
  onGo(words: string): void
}

type Found = OutputOf<typeof contentPlanContract.links>

/** The links of a document's plan item that its text doesn't have yet, and published pages that should link to it. */
export default function DocumentLinks({ documentId, markdown, actions, onGo }: DocumentLinksProps) {
  const [found, setFound] = useState<Found | null>(null)
  const { error, run } = useCall()
  const load = () => run(async () => setFound(await api(contentPlanContract.links, { _id: documentId })))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a document
  useEffect(() => void load(), [documentId])
  if (!found && error)
    return (
      <section aria-label="Internal links">
        <LoadError
          what="The internal links to set couldn’t be loaded."
          error={error}
          texts={contentPlanErrorTexts}
          onRetry={() => void load()}
        />
      </section>
    )
  if (!found?.item || !found.plan_id) return null
  const planId = found.plan_id
  const toSet = linksToSet({ content_md: markdown }, found)
  const pages = pagesThatShouldLink(found)
  const targets = new Map(found.targets.map((target) => [target._id, target]))
  const set = found.links.filter(({ from, state }) => from === found.item!._id && state === 'set').length
  const anchors = new Map(found.links.map(({ to, anchor }) => [to, anchor]))

  const act = async (link: LinkToSet, change: (url: string) => boolean) => {
    if (!link.url || !change(link.url)) return notify.info('These words aren’t in the text any more.')
    const next = await run(async () => setFound(await markAsSet(documentId, found, link.to)))
    if (next) notify.done(`Linked to “${link.title}”.`)
  }
  return (
    <section aria-labelledby="plan-links">
      <h2 id="plan-links" className="subheading mb-1">
        {toSet.length === 0 ? 'Internal links' : `${plural(toSet.length, 'link')} to set`}
      </h2>
      <p className="mb-1 text-ink-3 text-xs">
        {set > 0 && `${set} set already. `}From the plan item{' '}
        <Link href={itemHref(planId, found.item._id)} className="link">
          {found.item.title}
        </Link>
      </p>
      <CallError error={error} texts={contentPlanErrorTexts} />
      {toSet.length === 0 ? (
        <p className="text-ink-2">All planned links are in the text.</p>
      ) : (
        <ul>
          {toSet.map((link) => (
            <LinkLine
              key={link.to}
              link={link}
              anchor={anchors.get(link.to) ?? link.title}
              href={itemHref(planId, link.to)}
              onGo={onGo}
              onSet={actions && ((words) => void act(link, (url) => actions.onSet(words, url)))}
              onInsert={
                actions &&
                ((words) =>
                  void act(link, (url) => {
                    actions.onInsert(words, url)
                    return true
                  }))
              }
            />
          ))}
        </ul>
      )}
      {pages.length > 0 && (
        <>
          <h3 className="mt-3 font-[550] text-s">Pages that should link here</h3>
          <ul>
            {pages.map(({ _id, title }) => (
              <li key={_id} className="border-line border-b py-2 last:border-0">
                <Link href={getPageHref(planId, targets.get(_id))} className="link [overflow-wrap:anywhere]">
                  {title}
                </Link>
                <span className="block text-ink-3 text-xs">Published, without a link to this page yet.</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const getPageHref = (planId: string, target: PlanRow | undefined) =>
  target?.document_id ? `/app/content/${target.document_id}` : itemHref(planId, target?._id ?? '')

type LinkLineProps = {
  link: LinkToSet
  anchor: string
  href: string
  onGo(words: string): void
  onSet: ((words: string) => void) | null
  onInsert: ((words: string) => void) | null
}

function LinkLine({ link: { title, url, passage }, anchor, href, onGo, onSet, onInsert }: LinkLineProps) {
  return (
    <li className="flex items-start justify-between gap-2 border-line border-b py-2 last:border-0">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Link href={href} className="link">
          {title}
        </Link>
        <span className="block text-ink-3 text-xs">
          {passage ? (
            <button type="button" className="link text-left" onClick={() => onGo(passage.text)}>
              “{passage.text}”
            </button>
          ) : (
            `No sentence has “${anchor}” yet.`
          )}
          {url === null && ' The page has no URL yet: set it on its item.'}
        </span>
      </div>
      {url !== null &&
        (passage
          ? onSet && (
              <Button size="s" aria-label={`Set link: ${title}`} onClick={() => onSet(passage.text)}>
                Set link
              </Button>
            )
          : onInsert && (
              <Button size="s" aria-label={`Insert link: ${title}`} onClick={() => onInsert(anchor)}>
                Insert link
              </Button>
            ))}
    </li>
  )
}

/** Marks a link as set in the plan, whatever else changed there meanwhile. Returns the links as they are then. */
async function markAsSet(documentId: string, found: Found, to: string): Promise<Found> {
  const send = ({ item, plan_id, version }: Found) =>
    api(contentPlanContract.update, {
      _id: plan_id!,
      version: version!,
      links: [{ from: item!._id, to, state: 'set' }],
    })
  try {
    await send(found)
  } catch (error) {
    if (toErrorBody(error).reason !== 'outdated_version') throw error
    const now = await api(contentPlanContract.links, { _id: documentId })
    if (!now.item || !now.links.some((link) => link.to === to)) return now
    await send(now)
  }
  return api(contentPlanContract.links, { _id: documentId })
}
