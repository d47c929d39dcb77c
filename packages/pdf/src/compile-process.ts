import { setPriority } from 'node:os'
import { compileBook, type CompileMessage, type CompileResult } from './compile.ts'
import { limitMemory } from './memory-limit.ts'

/** Lower than that of the server, so that requests are answered while PDFs are made. */
const PROCESS_PRIORITY = 10

setPriority(PROCESS_PRIORITY)
const isMemoryLimited = limitMemory(Number(process.argv[2]))
const images = new Map<string, Uint8Array>()

process.on('message', (message: CompileMessage) => {
  if ('image' in message) images.set(message.image.name, message.image.bytes)
  else void compile(message)
})

async function compile({ book, maxPages }: Extract<CompileMessage, { book: unknown }>): Promise<void> {
  await isMemoryLimited
  let result: CompileResult
  try {
    result = compileBook(book, images, maxPages)
  } catch (error) {
    result = { error: String(error) }
  }
  process.send?.(result, () => process.disconnect())
}
