import { useNavigate } from 'react-router'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { listsContract } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'

/** Restores a deleted list and opens it, because the undo toast may outlive its screen. */
export function useListRemoval() {
  const navigate = useNavigate()
  return {
    async undo(_id: string) {
      try {
        const { list } = await api(listsContract.restore, { _id })
        notify.done(`Restored ${list.name}.`)
        await navigate(`/app/lists/${list._id}`)
      } catch (error) {
        notify.failed(getSentence(error, keywordErrorTexts))
      }
    },
  }
}
