import { isRouteErrorResponse, redirect } from 'react-router'
import type { ShownBrand } from '#features/domains/contract.ts'
import { BrandMark } from '#features/domains/web/brand-mark.tsx'
import { ofVisited, orClosed, refusePassword } from '#features/sharing/web/shared-report/link-page.ts'
import { sharePassCookie, sharePassFrom } from '#features/sharing/web/shared-report/share-cookie.ts'
import { SharedClosed } from '#features/sharing/web/shared-report/share-not-found.tsx'
import { SharedPassword } from '#features/sharing/web/shared-report/share-password-form.tsx'
import { AppError } from '#kit/errors.ts'
import { getTextDirection } from '#kit/text-direction.ts'
import { formatDateTime, plural } from '#ui/format/format.ts'
import { accentVariables } from '#ui/theme/accent-color.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle, Wordmark } from '#web/public-pages/public-frame.tsx'
import { PublicScript, toPageScript } from '#web/public-pages/public-script.tsx'
import { isSecure } from '#web/session/session.ts'
import { type GuestDocument, reviewContract } from '../../contract.ts'
import { indexPassages } from '../../rules/passage-index.ts'
import type { Route } from './+types/guest-page.ts'
import { autosaveText } from './autosave-text.ts'
import {
  guestNameFrom,
  isCommentForm,
  isRefusedComment,
  loadBrief,
  loadComments,
  loadPlanComments,
  loadReview,
  saveComment,
} from './comment-form.ts'
import { GuestComments } from './guest-comments.tsx'
import { GuestPlanText } from './guest-plan.tsx'
import { GuestPlanComments } from './guest-plan-comments.tsx'
import { GuestReview } from './guest-review.tsx'
import { GuestEditing, GuestSuggestions } from './guest-suggestions.tsx'
import { markComments } from './mark-comments.ts'
import { openPlan } from './open-plan.ts'
import { quoteSelection } from './quote-selection.ts'
import { earlierTextFrom, isClosedText, isRefusedText, loadSuggestions, loadText, saveText } from './suggestion-form.ts'
import '#features/ai-content/web/editor/text.css'

const editingScripts = [toPageScript(autosaveText)]
const readingScripts = [toPageScript(quoteSelection), toPageScript(markComments, indexPassages)]

export const handle = publicHandle
export const links = publicLinks

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { call } = context.get(pageContext)
  const plan = await loadGuestPlan({ request, context, token: params.token })
  if (plan) return { ...plan, ...getShown(plan, request) }
  const { pass: _, ...opened } = await orClosed(
    call(reviewContract.open, { token: params.token, pass: sharePassFrom(request), ...ofVisited(context) }),
  )
  const visit =
    opened.document_id && opened.may !== 'read'
      ? { token: params.token, documentId: opened.document_id, pass: sharePassFrom(request) }
      : null
  if (opened.document_id && opened.brief && new URL(request.url).searchParams.has('brief')) {
    const brief = await loadBrief(call, {
      ...{ token: params.token, documentId: opened.document_id, pass: sharePassFrom(request) },
    })
    return { ...opened, ...getShown(opened, request), ...nothingElse, briefHtml: brief.html }
  }
  const writing = opened.may === 'write' ? visit : null
  if (writing && new URL(request.url).searchParams.has('edit')) {
    const text = await loadText(call, { ...writing, replaces: earlierTextFrom(request) })
    return { ...opened, ...getShown(opened, request), ...nothingElse, text }
  }
  const [comments, review, suggestions] = visit
    ? await Promise.all([
        loadComments(call, visit),
        loadReview(call, visit),
        writing ? loadSuggestions(call, writing) : null,
      ])
    : [null, null, null]
  return { ...opened, ...getShown(opened, request), ...nothingElse, comments, review, suggestions }
}

/** Null: it isn't the link of a plan. */
async function loadGuestPlan({
  request,
  context,
  token,
}: Pick<Route.LoaderArgs, 'request' | 'context'> & { token: string }) {
  const { call } = context.get(pageContext)
  const { searchParams } = new URL(request.url)
  const pass = sharePassFrom(request)
  const opened = await openPlan(call, { token, pass, page: readPage(request), ...ofVisited(context) })
  if (!opened) return null
  const { pass: _, plan_id: planId, ...shown } = opened
  const comments = planId && shown.may === 'comment' ? await loadPlanComments(call, { token, pass, planId }) : null
  return { kind: 'plan' as const, planId, ...shown, comments, itemId: searchParams.get('item') ?? '' }
}

const readPage = ({ url }: Request) => Math.max(1, Math.floor(Number(new URL(url).searchParams.get('page'))) || 1)

const nothingElse = {
  kind: 'document' as const,
  text: null,
  comments: null,
  review: null,
  suggestions: null,
  briefHtml: null,
}

const getShown = ({ brand }: { brand: { color: string } | null }, request: Request) => ({
  guestName: guestNameFrom(request),
  ...(brand ? { accent: accentVariables(brand.color) } : {}),
})

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const { call } = context.get(pageContext)
  const visit = { token: params.token, pass: sharePassFrom(request), secure: isSecure(context) }
  if (isCommentForm(form)) return saveComment(call, form, { ...visit, page: readPage(request) })
  if (form.has('suggest_on')) return saveText(call, form, { ...visit, replaces: earlierTextFrom(request) })
  const password = String(form.get('password') ?? '').slice(0, 200)
  if (password === '') return refusePassword({ code: 'invalid_input', field: 'password', reason: 'missing' }, 400)
  try {
    const input = { token: params.token, password, ...ofVisited(context) }
    const { pass } = (await openPlan(call, { ...input, page: 1 })) ?? (await orClosed(call(reviewContract.open, input)))
    const cookie: Record<string, string> = pass
      ? { 'Set-Cookie': sharePassCookie(params.token, pass, { secure: isSecure(context), under: 'd' }) }
      : {}
    throw redirect(`/d/${encodeURIComponent(params.token)}`, { status: 303, headers: cookie })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusePassword(error.toBody(), error.status)
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const by = loaderData?.brand?.name ?? 'Earshot'
  const title = getPageTitle(loaderData)
  return [
    { title: `${title} · ${by}` },
    ...(loaderData
      ? [
          { tagName: 'link', rel: 'canonical', href: loaderData.url } as const,
          { property: 'og:type', content: 'article' },
          { property: 'og:site_name', content: by },
          { property: 'og:title', content: title },
          { property: 'og:url', content: loaderData.url },
        ]
      : []),
    { name: 'robots', content: 'noindex, nofollow' },
    // Other sites do not learn the link. (With no-referrer, browsers would send our own form without its origin.)
    { name: 'referrer', content: 'same-origin' },
  ]
}

function getPageTitle(loaderData: Route.ComponentProps['loaderData'] | undefined) {
  if (loaderData?.kind === 'plan') return loaderData.plan?.name ?? 'Shared plan'
  return loaderData?.document ? loaderData.document.title || 'Untitled' : 'Shared document'
}

export const headers = () => ({ 'X-Robots-Tag': 'noindex, nofollow' })

/** A document or a content plan for people without an account. */
export default function GuestPage({ loaderData, actionData }: Route.ComponentProps) {
  const refused = isRefusedComment(actionData) ? actionData : null
  if (loaderData.kind === 'plan') {
    const { plan, planId, brand, comments, itemId, guestName } = loaderData
    if (!plan || !planId)
      return (
        <SharedPassword
          error={actionData && 'error' in actionData ? actionData.error : undefined}
          brand={brand}
          what="plan"
        />
      )
    return (
      <>
        <GuestHeader brand={brand} />
        <main className="mx-auto w-full max-w-[60rem] px-5 pt-6 pb-16 sm:px-8 sm:pt-10">
          <GuestPlanText plan={plan} mayComment={comments !== null} />
          {comments && <GuestPlanComments {...{ planId, plan, comments, itemId, guestName, refused }} />}
        </main>
        <PublicScript />
      </>
    )
  }
  const { document, document_id, brand, comments, review, suggestions, text, guestName } = loaderData
  const { brief: hasBrief, briefHtml } = loaderData
  if (!document || !document_id)
    return (
      <SharedPassword
        error={actionData && 'error' in actionData ? actionData.error : undefined}
        brand={brand}
        what="document"
      />
    )
  return (
    <>
      <GuestHeader brand={brand} />
      <main className="mx-auto w-full max-w-[43rem] px-5 pt-6 pb-16 sm:px-8 sm:pt-10">
        {hasBrief && (
          <p lang="en" className="mb-4 text-s">
            {briefHtml === null ? (
              <a href="?brief" className="link">
                Read the brief
              </a>
            ) : (
              <a href="?" className="link">
                Back to the document
              </a>
            )}
          </p>
        )}
        {briefHtml !== null ? (
          <GuestBrief title={document.title} html={briefHtml} />
        ) : text ? (
          <>
            <h1 className="title [overflow-wrap:anywhere]">Edit “{document.title || 'Untitled'}”</h1>
            <GuestEditing
              documentId={document_id}
              text={text}
              guestName={guestName}
              refused={isRefusedText(actionData) ? actionData : null}
            />
          </>
        ) : (
          <GuestText document={document} />
        )}
        {suggestions && <GuestSuggestions suggestions={suggestions} />}
        {comments && (
          <GuestReview
            documentId={document_id}
            version={document.version}
            review={review}
            guestName={guestName}
            refused={refused}
          />
        )}
        {comments && (
          <GuestComments documentId={document_id} comments={comments} guestName={guestName} refused={refused} />
        )}
      </main>
      <PublicScript also={text ? editingScripts : readingScripts} />
    </>
  )
}

function GuestHeader({ brand }: { brand: ShownBrand | null }) {
  return (
    <header className="mx-auto flex min-h-16 w-full max-w-[1180px] items-center px-5 sm:px-8">
      {brand ? (
        <BrandMark brand={brand} />
      ) : (
        <a href="/" className="no-underline">
          <Wordmark />
        </a>
      )}
    </header>
  )
}

function GuestBrief({ title, html }: { title: string; html: string }) {
  return (
    <article lang="en">
      <h1 className="title [overflow-wrap:anywhere]">Brief: {title || 'Untitled'}</h1>
      <div className="document-text">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in markdown-html.ts */}
        <div className="guest-text" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </article>
  )
}

function GuestText({ document }: { document: GuestDocument }) {
  const { title, language, html, words, updated_at, sources } = document
  return (
    <article lang={language} dir={getTextDirection(language, `${title} ${html.replace(/<[^>]*>/g, ' ')}`)}>
      <h1 className="font-[500] font-serif text-[clamp(29px,5vw,38px)] leading-[1.15] tracking-[-0.014em] [overflow-wrap:anywhere]">
        {title || 'Untitled'}
      </h1>
      <p lang="en" className="mt-2 mb-6 text-ink-3 text-s">
        {plural(words, 'word')} · Saved {formatDateTime(updated_at)} UTC
      </p>
      {words === 0 ? (
        <p lang="en" className="text-ink-2">
          This document is empty.
        </p>
      ) : (
        <div className="document-text">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in markdown-html.ts */}
          <div data-passage-source className="guest-text" dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      )}
      {sources.length > 0 && (
        <section lang="en" aria-labelledby="sources" className="mt-12 border-line border-t pt-5">
          <h2 id="sources" className="subheading">
            Sources
          </h2>
          <ol className="mt-2 grid gap-1.5 text-ink-2 text-s">
            {sources.map(({ n, url, title }) => (
              <li key={n} id={`source-${n}`} className="grid grid-cols-[1.75rem_minmax(0,1fr)] target:text-ink">
                <span className="text-ink-3">{n}</span>
                <SourceLink url={url} title={title} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </article>
  )
}

/** A source may be a file or a note, which has no address to open. */
const SourceLink = ({ url, title }: { url: string; title: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} rel="ugc nofollow noopener" className="link [overflow-wrap:anywhere]">
      {title || url}
    </a>
  ) : (
    <span className="[overflow-wrap:anywhere]">{title || url}</span>
  )

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && isClosedText(error.data))
    return (
      <SharedClosed
        title="This link doesn’t accept changes anymore"
        message="It was disabled or changed while you were writing. What was saved before is kept. Copy the rest from here:"
      >
        <textarea
          aria-label="Your text"
          readOnly
          dir="auto"
          rows={16}
          className="mt-4 w-full rounded-m border border-line-2 p-3 font-mono text-s"
          value={error.data.closedText}
        />
      </SharedClosed>
    )
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <SharedClosed
        title="This link doesn’t work anymore"
        message="It was disabled, has expired or is incomplete. Ask the person who sent it for a new one."
      />
    )
  return (
    <SharedClosed
      title="This page can’t be shown right now"
      message="Something went wrong on our side and was logged. Try again in a moment."
    />
  )
}
