import type { Visitor } from '../../../audience/visitor-admission.ts'

/** Decides which specs a visitor of a published site may read: those that its pages show. The sites area implements it. */
export interface VisitorSpecAccess {
  /** Throws `NotFound` if the visitor's site shows nothing of the spec. */
  requireSpec(visitor: Visitor, spec: string): Promise<void>
}
