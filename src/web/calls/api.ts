import { type Call, createClient } from '#kit/client.ts'
import { withSession } from '../session/session-recovery.ts'
import { recordDone, recordFailed, recordRequest } from '../tracking/track-actions.ts'

const call = createClient({ baseUrl: '' })

/**
 * The browser's own calls: to this origin, where the session's cookie is, which scripts cannot read. A web process without
 * the API hands them on to where it is. What counts as done or failed is recorded on the way.
 */
export const api: Call = async (endpoint, input, options) => {
  recordRequest(endpoint.path)
  try {
    const answer = await withSession(() => call(endpoint, input, options), options?.signal)
    recordDone(endpoint.path, input)
    return answer
  } catch (error) {
    if (!options?.signal?.aborted) recordFailed(endpoint.path, error)
    throw error
  }
}

/** The address of a download or stream for the browser to open itself. */
export const apiUrl = (path: string) => path
