import type { Visitor } from '../../../audience/visitor-admission.ts'

/** Which specs a visitor of a published site may read: those that its pages show. Sites implement it. */
export interface VisitorSpecAccess {
  /** Throws NotFound when the visitor's site shows nothing of the spec. */
  requireSpec(visitor: Visitor, spec: string): Promise<void>
}
