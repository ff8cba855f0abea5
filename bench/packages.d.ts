/**
 * What the benchmarks use of the packages in bench/package.json, so that their types are checked whether or not these are
 * installed.
 */
declare module '@ai-sdk/openai-compatible' {
  export type Model = { readonly modelId: string }
  export function createOpenAICompatible(settings: {
    name: string
    baseURL: string
    apiKey?: string
  }): (modelId: string) => Model
}

declare module 'ai' {
  import type { Model } from '@ai-sdk/openai-compatible'

  export function streamText(call: { model: Model; prompt: string; maxOutputTokens?: number }): {
    textStream: AsyncIterable<string>
  }
}

declare module 'autocannon' {
  export type Result = {
    non2xx: number
    errors: number
    requests: { average: number; total: number }
    latency: { p99: number }
  }
  export default function autocannon(options: {
    url: string
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    connections?: number
    /** Seconds. */
    duration?: number
  }): Promise<Result>
}

declare module 'lighthouse' {
  export type Config = { extends?: string; settings?: Record<string, unknown> }
  export type Audit = { title: string; score: number | null; displayValue?: string; numericValue?: number }
  export type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
  export const desktopConfig: Config
  export default function lighthouse(
    url: string,
    flags: { port: number; output: 'json'; logLevel: 'silent'; onlyCategories: string[] },
    config?: Config,
  ): Promise<{ lhr: { audits: Record<string, Audit>; categories: Record<string, Category> } } | undefined>
}

declare module 'linkedom' {
  export function parseHTML(html: string): { document: Document }
}

declare module '@mozilla/readability' {
  export class Readability {
    constructor(document: Document)
    parse(): { textContent?: string | null } | null
  }
}
