/** Running mean and standard deviation. */
export class Spread {
  count = 0
  #sum = 0
  #squares = 0

  add(value: number) {
    this.count++
    this.#sum += value
    this.#squares += value * value
  }

  get mean() {
    return this.count > 0 ? this.#sum / this.count : 0
  }

  get deviation() {
    return this.count > 1 ? Math.sqrt(Math.max(0, this.#squares / this.count - this.mean ** 2)) : 0
  }
}
