/** Decides between the outline in this browser and the one on the server. */
import type { Heading } from '../contract.ts'

export type SyncedOutline = { headings: Heading[]; version: number }

const isSame = (a: readonly Heading[], b: readonly Heading[]) =>
  a.length === b.length && a.every(({ type, text }, at) => type === b[at]?.type && text === b[at]?.text)

const toKey = (text: string) => text.trim().toLowerCase()

/**
 * @param local the outline in this browser
 * @param synced what this browser last had from the server. Null if nothing
 * @returns the outline to show, and whether it has to be saved
 */
export function mergeOutline(
  local: readonly Heading[],
  synced: SyncedOutline | null,
  server: SyncedOutline,
): { headings: Heading[]; isUnsaved: boolean } {
  const before = synced?.headings ?? []
  const isChanged = !isSame(local, before)
  if (!isChanged) return { headings: [...server.headings], isUnsaved: false }
  if (synced !== null && synced.version === server.version) return { headings: [...local], isUnsaved: true }
  // Changed here and elsewhere: the server's headings without those removed here, and those added here.
  const here = new Set(local.map(({ text }) => toKey(text)))
  const removed = new Set(before.map(({ text }) => toKey(text)).filter((key) => !here.has(key)))
  const left = server.headings.filter(({ text }) => !removed.has(toKey(text)))
  const there = new Set([...before, ...left].map(({ text }) => toKey(text)))
  const headings = [...left, ...local.filter(({ text }) => !there.has(toKey(text)))]
  return { headings, isUnsaved: !isSame(headings, server.headings) }
}
