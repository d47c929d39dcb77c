import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdSerializers } from 'pino'

/**
 * What errors carry besides their message and their stack is left out, but for these: PostgreSQL adds the values of rows
 * (`detail`), and libraries add whole requests, with their headers.
 */
const errorFields = ['code', 'status', 'statusCode', 'severity', 'table', 'constraint', 'routine'] as const

type SerializedError = Record<string, unknown>

function serializeError(error: unknown): SerializedError | string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'an error that is no Error'
  const { type, message, stack, ...fields } = stdSerializers.err(error) as unknown as SerializedError
  return {
    type,
    message: hideCredentials(String(message)),
    stack: hideCredentials(String(stack)),
    ...Object.fromEntries(errorFields.flatMap((name) => (name in fields ? [[name, fields[name]]] : []))),
  }
}

/** Messages of other programs may repeat an address that they were given, with a password or a query in it. */
const hideCredentials = (text: string): string =>
  text
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@'"]+@/gi, '$1[hidden]@')
    .replaceAll(/\b(https?:\/\/[^\s?'"<>]+)\?[^\s'"<>)]+/gi, '$1?[hidden]')

/** Creates the logger of the process. What it is given as `err` is written without what could be secret. */
export const createLogger = (level: LevelWithSilent, destination: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: serializeError } }, destination)
