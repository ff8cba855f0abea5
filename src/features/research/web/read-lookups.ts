import type { LoaderFunctionArgs } from 'react-router'
import { orNull, orRespond } from '#web/calls/loader-calls.ts'
import { getReportLocale, localeCookie } from '#web/components/locales.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { readCookie, requireWorkspace } from '#web/session/session.ts'
import { type LookupKind, researchContract } from '../contract.ts'

/** For the loaders of both lookup screens: the sources, a page of the history and the lookup that the address names, if any. */
export async function readLookups(args: Pick<LoaderFunctionArgs, 'request' | 'context'>, kind: LookupKind) {
  const { workspace } = await requireWorkspace(args)
  const workspace_id = workspace._id
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const id = params.get('lookup')
  const [sources, history, opened] = await orRespond(
    args.request,
    Promise.all([
      call(researchContract.sources, { workspace_id }),
      call(researchContract.history, { workspace_id, kind, page, limit: 10 }),
      id ? orNull(call(researchContract.get, { _id: id })) : null,
    ]),
  )
  return {
    params,
    isNamed: id !== null,
    opened,
    shown: {
      sources: sources.items,
      hasImports: sources.has_imports,
      history,
      locale: getReportLocale(readCookie(args.request, localeCookie), args.request.headers.get('Accept-Language')),
    },
  }
}
