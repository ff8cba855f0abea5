import { useCallback, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { checkOwnLimit, type SignedIn } from '#web/session/use-signed-in.ts'
import { type ReportHead, reportsContract } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { getReportName, isActive, reportHref } from '../report-labels.ts'

export type ReportCommand = 'hide' | 'retry' | 'cancel' | 'again' | 'remove'

/** Report actions shared by all screens. Each shows its outcome and reloads the screen. */
export function useReportCommands(signedIn: SignedIn) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<ReportCommand | null>(null)

  const run = useCallback(async (command: ReportCommand, act: () => Promise<void>) => {
    setBusy(command)
    try {
      await act()
    } catch (error) {
      notify.failed(getSentence(error, reportErrorTexts))
    } finally {
      setBusy(null)
    }
  }, [])

  const setHidden = async (ids: string[], hidden: boolean) => {
    for (const _id of ids) await api(reportsContract.hide, { _id, hidden })
    await revalidate()
  }

  return {
    busy,
    /** Hides one or several, and offers to take it back. */
    hide: (heads: Pick<ReportHead, '_id' | 'query'>[]) =>
      run('hide', async () => {
        const ids = heads.map((head) => head._id)
        await setHidden(ids, true)
        notify.done(heads.length === 1 ? `“${heads[0]?.query}” hidden` : `${heads.length} reports hidden`, {
          action: {
            label: 'Undo',
            onClick: () =>
              void setHidden(ids, false).catch((error) => notify.failed(getSentence(error, reportErrorTexts))),
          },
        })
      }),
    show: (head: Pick<ReportHead, '_id' | 'query'>) =>
      run('hide', async () => {
        await setHidden([head._id], false)
        notify.done(`“${head.query}” is back in the list`)
      }),
    cancel: (head: Pick<ReportHead, '_id'>) =>
      run('cancel', async () => {
        await api(reportsContract.cancel, { _id: head._id })
        await revalidate()
      }),
    /** Deletes the open report, goes to the list, and offers to take it back. */
    remove: ({ _id, query, title }: Pick<ReportHead, '_id' | 'query' | 'title'>) =>
      run('remove', async () => {
        await api(reportsContract.delete, { _id })
        await navigate('/app/reports')
        const restore = async () => {
          await api(reportsContract.restore, { _id })
          await navigate(reportHref(_id))
        }
        notify.done(`“${getReportName({ query, title })}” deleted`, {
          detail: 'You can restore it for 7 days.',
          action: { label: 'Undo', onClick: () => void run('remove', restore) },
        })
      }),
    /** Retries failed sources; a refunded report reserves its units again. */
    retry: (head: Pick<ReportHead, '_id'>) =>
      run('retry', async () => {
        await api(reportsContract.retry, { _id: head._id }, { idempotencyKey: randomKey() })
        await revalidate()
      }),
    /** Runs the same query again without the cache and opens the new report. */
    again: (head: ReportHead) =>
      run('again', async () => {
        const verdict = checkOwnLimit(signedIn, 'reports', 1)
        if (!verdict.ok) {
          notify.failed(verdict.message.split('\n')[0] ?? verdict.message)
          return
        }
        const { report } = await api(
          reportsContract.new,
          {
            workspace_id: head.workspace_id,
            type: head.type,
            query: head.query,
            country: head.country,
            language: head.language,
            depth: head.depth,
            sources: getUsedSources(head),
            fresh: true,
            ...(typeof head.max_cost_usd === 'number' ? { max_cost_usd: head.max_cost_usd } : {}),
          },
          { idempotencyKey: randomKey() },
        )
        if (report) await navigate(reportHref(report._id))
      }),
  }
}

export type ReportCommands = ReturnType<typeof useReportCommands>

/** The sources to ask again: those that were asked; left out when nothing is known. */
function getUsedSources(head: ReportHead) {
  type Sources = NonNullable<Parameters<typeof api<typeof reportsContract.new>>[1]['sources']>
  const ids = head.sources
    .filter((source) => source.state !== 'skipped' || source.reason === 'budget')
    .map((source) => source.id) as Sources
  return ids.length > 0 ? ids : undefined
}

/** Whether "try again" has anything to do. */
export const canRetry = (head: ReportHead) =>
  head.status === 'failed' ||
  head.status === 'cancelled' ||
  (!isActive(head) && head.sources.some((source) => source.state === 'failed'))
