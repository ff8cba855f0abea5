export const DATAFORSEO_KEYWORDS_AT_ONCE = 1000

// Google Ads takes no emoji and none of these signs, at most 80 characters and 10 words.
const refused = /[,!@%^()={}[\];~`<>?¿¡؟？\\|―"*:]|\p{Extended_Pictographic}/gu

/**
 * Keywords as Google Ads takes them, each once, and which of those given each stands for. What it would refuse is left
 * out: one refused keyword fails all that are sent with it.
 */
export function askable(keywords: readonly string[]): { cleaned: string[]; originals: Map<string, string[]> } {
  const originals = new Map<string, string[]>()
  for (const keyword of keywords) {
    const cleaned = keyword.normalize('NFC').replace(refused, ' ').replace(/\s+/g, ' ').trim().toLowerCase()
    if (cleaned === '' || cleaned.length > 80 || cleaned.split(' ').length > 10) continue
    const known = originals.get(cleaned)
    if (known) known.push(keyword)
    else originals.set(cleaned, [keyword])
  }
  return { cleaned: [...originals.keys()], originals }
}
