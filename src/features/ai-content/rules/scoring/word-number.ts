/** Hashes a word to 24 bits (FNV-1a). Collisions among a report's few thousand words are rare and do little harm. */
export function wordNumber(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 24)) & 0xffffff
}
