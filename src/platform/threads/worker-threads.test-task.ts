/** What the tests of threads run in them. */
export type TestTask =
  | { do: 'echo'; value: unknown }
  | { do: 'loop' | 'backtrack' | 'allocate' }
  | { do: 'wait'; flag: SharedArrayBuffer }

export default function run(task: TestTask): unknown {
  if (task.do === 'echo') return task.value
  if (task.do === 'wait') {
    Atomics.wait(new Int32Array(task.flag), 0, 0)
    return 'released'
  }
  // Backtracks for centuries.
  if (task.do === 'backtrack') return /^(a+)+$/.test(`${'a'.repeat(60)}!`)
  const held: object[] = []
  for (;;) if (task.do === 'allocate') held.push({ at: held.length })
}
