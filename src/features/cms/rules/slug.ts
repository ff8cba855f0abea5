const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * A URL slug from a title: "Cold brew, the café way" → "cold-brew-the-cafe-way". Latin letters lose their accents, other scripts
 * are kept. Empty when no letter or digit is left.
 */
export function toSlug(title: string, maxLength = 80): string {
  const words =
    title
      .toLowerCase()
      .replace(/[’'ʼ]/g, '')
      .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter]!)
      .normalize('NFD')
      .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
      .normalize('NFC')
      .match(/[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : [...word].slice(0, maxLength).join('')
    if (longer.length > maxLength) break
    slug = longer
  }
  return slug
}
