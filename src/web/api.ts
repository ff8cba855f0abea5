import { type Call, createClient } from '#kit/client.ts'

/**
 * The browser's own calls: to this origin, where the session's cookie is, which scripts cannot read. A web process without
 * the API hands them on to where it is.
 */
export const api: Call = createClient({ baseUrl: '' })

/** The address of a download or stream for the browser to open itself. */
export const apiUrl = (path: string) => path
