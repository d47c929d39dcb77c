import { compile, type Order, type Outcome } from './compile.ts'

// A process of its own, for one book: should the compiler run out of memory or never end, nothing but this falls.
process.once('message', (order: Order) => {
  let outcome: Outcome
  try {
    outcome = compile(order)
  } catch (error) {
    outcome = { error: String(error) }
  }
  process.send?.(outcome, () => process.disconnect())
})
