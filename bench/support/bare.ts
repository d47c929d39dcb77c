import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/**
 * The floor of an HTTP answer in Node: a bare Fastify route that sends the bytes it is given from memory.
 *
 * Usage: node bench/support/bare.ts PORT FILE [TYPE [ENCODING]]
 */
const [port = '', file = '', type = 'application/json; charset=utf-8', encoding] = process.argv.slice(2)
const bytes = encoding === undefined ? readFileSync(file, 'utf8') : readFileSync(file)
const app = fastify()
app.all('/', (_request, reply) => {
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close())
