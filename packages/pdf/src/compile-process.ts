import { compileBook, type CompileJob, type CompileResult } from './compile.ts'

// Each book is compiled in a process of its own. If the compiler runs out of memory or does not end, only this process
// is lost.
process.once('message', (job: CompileJob) => {
  let result: CompileResult
  try {
    result = compileBook(job)
  } catch (error) {
    result = { error: String(error) }
  }
  process.send?.(result, () => process.disconnect())
})
