import type { TSchema } from 'typebox'

/** Serializes a value by a schema, as a response of a route with that schema would be. */
export type SerializeBySchema = (schema: TSchema, value: Record<string, unknown>) => string

/**
 * A response that never changes under its key, such as a page of a revision. It is made and serialized once, and sent
 * from memory while it is in the cache. The key holds everything that it depends on; access is decided before.
 */
export class CacheableResponse<Value> {
  readonly key: string
  readonly create: (serialize: SerializeBySchema) => Promise<Value | TransientResponse<Value>>

  constructor(
    key: readonly unknown[],
    create: (serialize: SerializeBySchema) => Promise<Value | TransientResponse<Value>>,
  ) {
    this.key = JSON.stringify(key)
    this.create = create
  }
}

/** What a cacheable response turns out to be when it shows something that changes without its key. It is not cached. */
export class TransientResponse<Value> {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}
