import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { DomainError, SignInTooOld, TooManyRequests } from '../common/errors.ts'
import { isAnswerTimeout } from '../database/answer-timeout.ts'
import { isTimeout, isTransactionConflict } from '../database/database.ts'
import { findViolation, isOrganizationDeleted } from '../database/violations.ts'

/** The body of every error response. */
export interface ErrorBody {
  error: { code: number; message: string }
}

export const errorBody = (code: number, message: string): ErrorBody => ({ error: { code, message } })

/** When clients should try again while the database cannot be reached. */
const RETRY_AFTER_SECONDS = 2

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorBody(404, `There is no ${request.method} ${getPath(request)}. See /docs.`)),
  )
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message } = describeError(error, request)
  if (status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed')
  const violation = findViolation(error)
  if (violation) {
    // Code with a possible race expects the violation, with `expectViolations`. An unexpected one is a bug.
    request.log.error(
      { reqId: request.id, ...violation, err: error },
      'a constraint was violated unexpectedly',
    )
  }
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  // Clients ask for the password and then send the request again.
  if (error instanceof SignInTooOld) reply.header('x-verso-sign-in', 'recent')
  if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(status).type('application/json; charset=utf-8').send(errorBody(status, message))
}

/** The status and the message for the client. The details of internal errors are only logged. */
function describeError(error: unknown, request: FastifyRequest): { status: number; message: string } {
  if (lateSockets.has(request.raw.socket)) return lateRequest
  if (error instanceof DomainError) return { status: error.status, message: error.message }
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    return { status: error.statusCode, message: describeClientError(error, request) }
  }
  if (isUnreachable(error)) {
    return { status: 503, message: 'The database cannot be reached. Try again in a moment.' }
  }
  if (isTimeout(error)) {
    return {
      status: 503,
      message: 'The database took too long: something else is changing the same. Try again in a moment.',
    }
  }
  if (isOrganizationDeleted(error)) {
    return { status: 404, message: 'The organization was deleted at the same time.' }
  }
  if (isTransactionConflict(error) || findViolation(error)) {
    return {
      status: 409,
      message: 'Something this request refers to was changed or removed at the same time. Try again.',
    }
  }
  return { status: 500, message: `Something went wrong in Verso. The log knows it as request ${request.id}.` }
}

function describeClientError(error: FastifyError, request: FastifyRequest): string {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `The body is too large: at most ${(request.routeOptions.bodyLimit ?? 0) / 2 ** 20} MiB are read here.`
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'The body must be JSON: send it with Content-Type: application/json.'
    case 'FST_ERR_BAD_URL':
      return 'The URL is not valid: a % must be followed by the two digits of a UTF-8 byte.'
    default:
      return error.message
  }
}

const lateRequest = { status: 408, message: 'The request took too long to arrive.' }

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'statusCode' in error

// SQLSTATE classes: 08 connection, 57P shutdown or recovery; 53300 is "too many connections", and 25P03 ended a transaction
// that sent nothing for too long.
function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08|57P|53300|25P03)/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  if (isAnswerTimeout(error)) return true
  if ('code' in error && /^E(CONN|PIPE|NOENT|TIMEDOUT)/.test(String(error.code))) return true
  return /Connection terminated|encountered a connection error|timeout exceeded when trying to connect/.test(
    error.message,
  )
}

const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0]?.slice(0, 200) ?? ''

/** How long a client has to read the response to an invalid request before its connection is closed. */
const INVALID_REQUEST_LINGER_MS = 1000

/** The connections of requests that did not arrive in time, so that these are logged as what they were. */
const lateSockets = new WeakSet<Socket>()

/** Answers bytes that are not an HTTP request with an error of the same shape as every other. */
export function respondToInvalidRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === requestTimeoutCode) lateSockets.add(socket)
  const { status, message } = describeInvalidRequest(error.code)
  const body = JSON.stringify(errorBody(status, message))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  // A client that never closes its side would otherwise keep the connection. It is not closed at once, because a client
  // that is still sending would then get an error instead of the response.
  setTimeout(() => socket.destroy(), INVALID_REQUEST_LINGER_MS).unref()
}

const requestTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'

function describeInvalidRequest(code: string | undefined): { status: number; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: `The headers are larger than ${maxHeaderSize} bytes.` }
    case requestTimeoutCode:
      return lateRequest
    default:
      return { status: 400, message: 'This is not an HTTP request.' }
  }
}
