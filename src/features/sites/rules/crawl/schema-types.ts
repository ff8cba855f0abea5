import type { PageElement } from '#features/reports/rules/pages/page-parser.ts'

/** Types of a page’s structured data (JSON-LD). */

const maxSchemaTypes = 30
const maxJsonLd = 200_000

export const isJsonLd = ({ tag, attrs }: PageElement) =>
  tag === 'script' && (attrs.type?.toLowerCase().includes('ld+json') ?? false)

export const toScript = ({ children }: PageElement) => children.filter((child) => typeof child === 'string').join('')

/** In document order. */
export function findJsonLd(tree: PageElement): string[] {
  if (isJsonLd(tree)) return [toScript(tree)]
  return tree.children.flatMap((child) => (typeof child === 'string' ? [] : findJsonLd(child)))
}

/** Reads the types without parsing, because JSON-LD is often broken or huge. */
export function readSchemaTypes(scripts: string[]): string[] {
  const types = new Set<string>()
  for (const script of scripts)
    for (const [, one, many] of script
      .slice(0, maxJsonLd)
      .matchAll(/"@type"\s*:\s*(?:"([^"]{1,60})"|\[([^\]]{1,300})\])/g))
      for (const type of many ? [...many.matchAll(/"([^"]{1,60})"/g)].map(([, each]) => each!) : [one!])
        if (/^[\w:/.#-]+$/.test(type)) types.add(type.replace(/^https?:\/\/schema\.org\//, ''))
  return [...types].slice(0, maxSchemaTypes)
}
