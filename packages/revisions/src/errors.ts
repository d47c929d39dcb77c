/** The base class of the errors that this package throws on purpose. `code` is stable and meant for programs. */
export abstract class RevisionError extends Error {
  abstract readonly code: string
  /** The index of the change that failed, counted from 0. It is absent when no batch was applied. */
  changeIndex?: number

  override get name(): string {
    return this.constructor.name
  }
}

export class UnknownPage extends RevisionError {
  readonly code = 'unknown-page'
  readonly page: string
  constructor(page: string) {
    super(`There is no page ${quote(page)} in this revision`)
    this.page = page
  }
}

export class DuplicatePage extends RevisionError {
  readonly code = 'duplicate-page'
  readonly page: string
  constructor(page: string) {
    super(`A page ${quote(page)} is already in this revision`)
    this.page = page
  }
}

export class PageUnderItself extends RevisionError {
  readonly code = 'page-under-itself'
  readonly page: string
  readonly parent: string
  constructor(page: string, parent: string) {
    super(`Page ${quote(page)} cannot move under ${quote(parent)}, which is itself or below it`)
    this.page = page
    this.parent = parent
  }
}

export class DuplicateSlug extends RevisionError {
  readonly code = 'duplicate-slug'
  readonly slug: string
  readonly pages: readonly [string, string]
  constructor(slug: string, pages: readonly [string, string]) {
    super(`Pages ${quote(pages[0])} and ${quote(pages[1])} both have the slug ${quote(slug)}`)
    this.slug = slug
    this.pages = pages
  }
}

export class UnknownFile extends RevisionError {
  readonly code = 'unknown-file'
  readonly file: string
  constructor(file: string) {
    super(`There is no file ${quote(file)} in this revision`)
    this.file = file
  }
}

export class UnknownReusableContent extends RevisionError {
  readonly code = 'unknown-reusable-content'
  readonly reusableContent: string
  constructor(reusableContent: string) {
    super(`There is no reusable content ${quote(reusableContent)} in this revision`)
    this.reusableContent = reusableContent
  }
}

/**
 * A value that a revision cannot store, such as a slug with a slash, ill-formed Unicode or a negative position.
 */
export class InvalidValue extends RevisionError {
  readonly code = 'invalid-value'
}

/** The reader did not return an object that the revision refers to. The store has lost data. */
export class MissingObject extends RevisionError {
  readonly code = 'missing-object'
  readonly hash: string
  constructor(hash: string) {
    super(`Object ${hash} is missing from the store`)
    this.hash = hash
  }
}

/** The bytes of an object do not match its hash, its kind or the rest of the revision. */
export class CorruptObject extends RevisionError {
  readonly code = 'corrupt-object'
  readonly hash: string
  constructor(hash: string, reason: string) {
    super(`Object ${hash} is corrupt: ${reason}`)
    this.hash = hash
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text)
}
