import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { type ReportHead, reportsContract } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { getReportName } from '../report-labels.ts'

type Named = Pick<ReportHead, '_id' | 'query' | 'title'>

/** Actions of the list of reports. Each shows its outcome and reloads the list. */
export function useListCommands() {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)

  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      notify.failed(getSentence(error, reportErrorTexts))
    } finally {
      setBusy(false)
    }
  }
  const restore = async (ids: string[]) => {
    for (const _id of ids) await api(reportsContract.restore, { _id })
    await revalidate()
  }

  return {
    busy,
    star: (head: Pick<ReportHead, '_id' | 'favorite'>) =>
      run(async () => {
        await api(reportsContract.update, { _id: head._id, favorite: !head.favorite })
        await revalidate()
      }),
    /** Deletes one or several, and offers to take it back. */
    remove: (heads: Named[]) =>
      run(async () => {
        for (const { _id } of heads) await api(reportsContract.delete, { _id })
        await revalidate()
        const [first] = heads
        notify.done(
          heads.length === 1 && first ? `“${getReportName(first)}” deleted` : `${heads.length} reports deleted`,
          {
            detail: `You can restore ${heads.length === 1 ? 'it' : 'them'} for 7 days.`,
            action: { label: 'Undo', onClick: () => void run(() => restore(heads.map(({ _id }) => _id))) },
          },
        )
      }),
    restore: (head: Named) =>
      run(async () => {
        await restore([head._id])
        notify.done(`“${getReportName(head)}” restored`)
      }),
  }
}

export type ListCommands = ReturnType<typeof useListCommands>
