export const intentNames = ['informational', 'commercial', 'transactional', 'navigational', 'local'] as const

export type Intent = (typeof intentNames)[number]
