import { useSyncExternalStore } from 'react'
import { initialRecoveryState, sessionRecovery } from './session-recovery.ts'

export const useSessionRecovery = () =>
  useSyncExternalStore(sessionRecovery.subscribe, sessionRecovery.getState, () => initialRecoveryState)

/** How often someone signed in again on this page. Streams that ended with the session reconnect when it grows. */
export const useSessionRenewals = () => useSessionRecovery().renewals
