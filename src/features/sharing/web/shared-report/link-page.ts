import { data, type RouterContextProvider } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { sharingErrorTexts } from '../error-texts.ts'

/** What the pages of shared reports and documents have in common. */

/** Under a workspace's own name its own things alone. */
export function ofVisited(context: Readonly<RouterContextProvider>) {
  const { mapped } = context.get(pageContext)
  return mapped ? { workspace_id: mapped.workspaceId } : {}
}

export const refusePassword = (error: Parameters<typeof getErrorText>[0], status: number) =>
  data({ error: getErrorText(error, sharingErrorTexts) }, { status })

/** An invalid link renders its own 404 page. */
export async function orClosed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw data('closed', { status: 404 })
    throw error
  }
}
