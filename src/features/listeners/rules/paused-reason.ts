/** Why the plan's limit paused a listener; null when a person paused it. */
export const pausedReason = (limit: number | null): string | null =>
  limit === null
    ? null
    : `Paused: your plan allows ${limit === 0 ? 'no listeners' : limit === 1 ? '1 listener' : `${limit} listeners`}.`
