/**
 * Pages without tracking: those with a secret in the URL (one-time links, shared reports), and pages a workspace publishes for its
 * own readers.
 */
export const isUnmeasured = (path: string, search: string) =>
  /^\/(?:reset|verify|invite|setup|support|unsubscribe|login\/(?:code|google)|r|b|blog\/preview)(?:\/|$)/.test(path) ||
  /(?:token|session_id|code)(?:=|%3D)/i.test(search)
