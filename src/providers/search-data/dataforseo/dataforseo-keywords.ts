export const DATAFORSEO_KEYWORDS_AT_ONCE = 1000

// Google Ads takes no emoji and none of these signs, at most 80 characters and 10 words.
const refused = /[,!@%^()={}[\];~`<>?¿¡؟？\\|―"*:]|\p{Extended_Pictographic}/gu

/**
 * Cleans and deduplicates keywords for Google Ads, and maps each back to its originals. Leaves out what Google Ads
 * would refuse, because one refused keyword fails the whole request.
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
