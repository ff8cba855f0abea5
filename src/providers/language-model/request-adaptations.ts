import type { Fields, Wire } from './wire-format.ts'

const maxAdaptations = 6

/** Fields the vendor has refused for a model and can do without, which later requests leave out. */
export class RequestAdaptations {
  readonly #wire: Wire
  /** By the change that pleased the vendor. */
  readonly #changes: ((body: Fields) => Fields)[] = []

  constructor(wire: Wire) {
    this.#wire = wire
  }

  apply(body: Fields): Fields {
    return this.#changes.reduce((changed, change) => change(changed), body)
  }

  /** Whether the vendor's words name such a field of the request, which is left out from now on. */
  learnRefusal(body: Fields, vendorWords: string): boolean {
    const { adapt } = this.#wire
    if (!adapt || this.#changes.length >= maxAdaptations || adapt(this.apply(body), vendorWords) === null) return false
    this.#changes.push((sent) => adapt(sent, vendorWords) ?? sent)
    return true
  }
}
