import type { Node } from 'prosemirror-model'
import type { Step, Transform } from 'prosemirror-transform'
import { isMove, markMoves } from './moves.ts'
import { redoSteps } from './redo-steps.ts'

/** A step that was made here and is not confirmed, with the step that takes it back. */
export interface LocalStep {
  step: Step
  inverse: Step
}

/** Steps that everybody has, in the one order that the server gave them. */
export interface LiveCommit {
  version: number
  /** By which the sender knows it again. */
  ref: string
  steps: readonly Step[]
}

/** What a client has of a live page besides its document. */
export interface LocalState {
  /** The last commit that is in the document. */
  version: number
  steps: readonly LocalStep[]
  /** What is on its way: the first of the steps. */
  sent: { ref: string; count: number } | undefined
  /** The number of steps that were dropped here because what they changed is not there any more. */
  lostCount: number
}

export const createLocalState = (version: number): LocalState => ({
  version,
  steps: [],
  sent: undefined,
  lostCount: 0,
})

/** Adds steps that were made here. `docs` are the documents before each of them. */
export const addLocalSteps = (
  state: LocalState,
  { steps, docs }: { steps: readonly Step[]; docs: readonly Node[] },
): LocalState => ({
  ...state,
  steps: [
    ...state.steps,
    ...markMoves(steps, docs).flatMap((step, index) => {
      const before = docs[index]
      return before ? [{ step, inverse: step.invert(before) }] : []
    }),
  ],
})

/** Marks steps as being on their way, all or the first of them. Nothing changes while others are. */
export function markSent(state: LocalState, ref: string, maxCount = Infinity): LocalState {
  if (state.sent || state.steps.length === 0) return state
  const steps = state.steps.map(({ step }) => step)
  const isAll = steps.length <= maxCount
  // The two steps of a move stay together.
  const count = isAll ? steps.length : isMove(steps, maxCount) ? maxCount - 1 : maxCount
  return { ...state, sent: { ref, count } }
}

/** What was on its way did not arrive, or was refused: it is waiting again. */
export const markUnsent = (state: LocalState): LocalState => ({ ...state, sent: undefined })

/**
 * Puts the next commit below the local steps: these are taken back, the commit is applied, and they are done again at
 * their new places. The own commit, if it is what was sent, needs no change of the document at all.
 *
 * @param transform on the document with all local steps; gets the changes.
 */
export function receiveCommit(transform: Transform, state: LocalState, commit: LiveCommit): LocalState {
  if (commit.version !== state.version + 1) throw new RangeError('commits come one after another')
  const { steps: local, sent } = state
  const isOwn = sent !== undefined && commit.ref === sent.ref
  const ownCount = isOwn ? sent.count : 0
  const nextState = { ...state, version: commit.version, sent: isOwn ? undefined : sent }
  if (isOwn && isEqualToSent(local.slice(0, ownCount), commit.steps))
    return { ...nextState, steps: local.slice(ownCount) }
  const firstMap = transform.steps.length
  for (const { inverse } of local.toReversed()) transform.step(inverse)
  const areSame = ownCount > 0 && ownCount === commit.steps.length
  for (const [index, step] of commit.steps.entries()) {
    transform.step(step)
    const last = transform.steps.length - 1
    const own = areSame ? local[index]?.step : undefined
    if (own)
      mirrorIfSameSize(transform, { step: own, inverseIndex: firstMap + local.length - 1 - index, at: last })
    else if (isMove(commit.steps, index)) setMirror(transform, last - 1, last)
  }
  const steps = local.map(({ step }) => step)
  const placed = redoSteps(transform, steps, commit.steps, { doneCount: ownCount, areSame })
  for (const { index, at } of placed)
    mirrorIfSameSize(transform, { step: steps[index], inverseIndex: firstMap + local.length - 1 - index, at })
  const remainingSent = nextState.sent && {
    ...nextState.sent,
    count: placed.filter(({ index }) => index < (nextState.sent?.count ?? 0)).length,
  }
  return {
    ...nextState,
    sent: remainingSent,
    steps: placed.map(({ step, at }) => ({
      step,
      inverse: step.invert(transform.docs[at] ?? transform.doc),
    })),
    lostCount: state.lostCount + local.length - ownCount - placed.length,
  }
}

/** What became longer or shorter meanwhile, as what is moved may, has other places inside: nothing in it is found again. */
function mirrorIfSameSize(
  transform: Transform,
  { step, inverseIndex, at }: { step: Step | undefined; inverseIndex: number; at: number },
): void {
  if (describeSizes(step) === describeSizes(transform.steps[at])) setMirror(transform, inverseIndex, at)
}

function describeSizes(step: Step | undefined): string {
  const sizes: number[] = []
  step?.getMap().forEach((from, to, newFrom, newTo) => sizes.push(to - from, newTo - newFrom))
  return sizes.join(' ')
}

/**
 * Says that one step redoes what another took back, so that positions between them survive. ProseMirror has the method for
 * this purpose, and leaves it out of its types.
 */
function setMirror({ mapping }: Transform, inverseIndex: number, redoneIndex: number): void {
  ;(mapping as typeof mapping & { setMirror(first: number, second: number): void }).setMirror(
    inverseIndex,
    redoneIndex,
  )
}

const isEqualToSent = (sent: readonly LocalStep[], steps: readonly Step[]): boolean =>
  sent.length === steps.length &&
  sent.every(({ step }, index) => JSON.stringify(step.toJSON()) === JSON.stringify(steps[index]?.toJSON()))
