const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/**
 * The address of a title: "Cold brew, the café way" → "cold-brew-the-cafe-way". Latin letters lose their accents, other scripts
 * stay. Empty when nothing is left.
 */
export function toSlug(title: string, longest = 80): string {
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
    const longer = slug ? `${slug}-${word}` : [...word].slice(0, longest).join('')
    if (longer.length > longest) break
    slug = longer
  }
  return slug
}
