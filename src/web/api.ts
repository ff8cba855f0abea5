import { type Call, createClient } from '#kit/client.ts'

/** Where the API is, told by the document: empty for this origin. */
const baseUrl = () => document.documentElement.dataset.api ?? ''

/** The browser's own calls. The session travels in a cookie that scripts cannot read. */
export const api: Call = (endpoint, input, options) => createClient({ baseUrl: baseUrl() })(endpoint, input, options)

/** The address of a download or stream for the browser to open itself. */
export const apiUrl = (path: string) => baseUrl() + path
