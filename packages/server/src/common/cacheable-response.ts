/**
 * A response that never changes under its key, such as a page of a revision. It is made and serialized once, and sent
 * from memory while it is in the cache. The key holds everything that it depends on; access is decided before.
 */
export class CacheableResponse<Value> {
  readonly key: string
  readonly create: () => Promise<Value>

  constructor(key: readonly unknown[], create: () => Promise<Value>) {
    this.key = JSON.stringify(key)
    this.create = create
  }
}
