import { call } from './call.ts'
import { ApiError, NetworkError } from './errors.ts'
import { generateStorageUploadURL, type StorageUploadKind } from './operations.ts'

export interface UploadedFile {
  /** By which content changes name the file. */
  key: string
  downloadURL: string
}

interface UploadOptions {
  kind: StorageUploadKind
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Sends a file of this computer to the server, and says how far it has come. */
export async function uploadFile(
  organizationId: string,
  file: File,
  { kind, onProgress, signal }: UploadOptions,
): Promise<UploadedFile> {
  const { url } = await call(generateStorageUploadURL, {
    organizationId,
    body: {
      kind,
      file: { name: file.name, type: file.type || 'application/octet-stream', size: file.size },
    },
  })
  return send(url, file, { ...(onProgress && { onProgress }), ...(signal && { signal }) })
}

/** `fetch` does not say how much of a body was sent. */
function send(
  url: string,
  file: File,
  { onProgress, signal }: Omit<UploadOptions, 'kind'>,
): Promise<UploadedFile> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>()
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress?.(total > 0 ? loaded / total : 0),
  )
  request.addEventListener('load', () => {
    if (request.status >= 200 && request.status < 300) {
      // The server answers with the uploaded file.
      resolve(JSON.parse(request.responseText) as UploadedFile)
    } else {
      reject(
        new ApiError(readMessage(request.responseText) ?? request.statusText, {
          status: request.status,
          requestId: request.getResponseHeader('x-request-id') ?? undefined,
        }),
      )
    }
  })
  request.addEventListener('error', () => reject(new NetworkError(undefined)))
  request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')))
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.open('PUT', url)
  request.send(file)
  return promise
}

function readMessage(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { error?: { message?: string } }
    return body.error?.message
  } catch {
    return undefined
  }
}
