import { compileBook, type CompileJob, type CompileResult } from './compile.ts'

// A process of its own, for one book: should the compiler run out of memory or never end, nothing but this falls.
process.once('message', (order: CompileJob) => {
  let outcome: CompileResult
  try {
    outcome = compileBook(order)
  } catch (error) {
    outcome = { error: String(error) }
  }
  process.send?.(outcome, () => process.disconnect())
})
