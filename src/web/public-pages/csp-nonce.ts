import { createContext } from 'react'

/** Of the answer that is being drawn, on the server: also for pages whose loaders never ran, as one that is not there. */
export const ServerNonce = createContext('')
