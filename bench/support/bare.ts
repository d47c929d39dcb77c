import { fastify } from 'fastify'

/**
 * The floor of an HTTP answer in Node: a bare Fastify route that sends the bytes it is given from memory.
 *
 * Usage: node bench/support/bare.ts PORT BASE64
 */
const [port = '', body = ''] = process.argv.slice(2)
const bytes = Buffer.from(body, 'base64').toString()
const app = fastify()
app.all('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => void app.close())
