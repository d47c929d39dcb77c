import type { Annotation, Block, Document, InlineContent } from '../document/types.ts'
import { walkBlocks } from '../document/walk.ts'
import type { Place } from '../parse/places.ts'
import type { FootnoteLabels } from '../write/footnotes.ts'
import { indentLines } from '../write/lines.ts'
import { writeBlocks } from '../write/write-markdown.ts'
import { getContentHash } from './align-blocks.ts'
import type { LineEdits } from './line-edits.ts'
import { mergeText } from './merge-text.ts'
import { addPrefix } from './source-text.ts'
import type { SourceText } from './source-text.ts'

/**
 * Gives the footnotes of an edited document their labels: the old ones, and new numbers to new footnotes. Definitions
 * are edited where they are, new ones are added at the end of the page, and those of deleted footnotes are deleted.
 */
export class FootnoteEdits implements FootnoteLabels {
  readonly #source: SourceText
  readonly #edits: LineEdits
  readonly #mergesText: boolean
  readonly #labels = new Map<Annotation, string>()
  /** The labels of footnotes whose body changed, with the annotation that has the old body. */
  readonly #changedLabels = new Map<string, Annotation>()

  constructor(source: SourceText, edits: LineEdits, mergesText: boolean) {
    this.#source = source
    this.#edits = edits
    this.#mergesText = mergesText
  }

  add(annotation: Annotation): string {
    return this.#labels.get(annotation) ?? this.#getOldLabel(annotation)
  }

  editDefinitions(document: Document): void {
    const oldAnnotations = listAnnotations(this.#source.page.document.nodes)
    const annotations = listAnnotations(document.nodes)
    if (oldAnnotations.length === 0 && annotations.length === 0) return
    this.#keepLabels(document, oldAnnotations, annotations)
    const newAnnotations = this.#addLabels(annotations)
    for (const annotation of annotations) {
      const label = this.add(annotation)
      const oldAnnotation = this.#changedLabels.get(label)
      if (!oldAnnotation) continue
      this.#changedLabels.delete(label)
      this.#changeDefinition(label, oldAnnotation, annotation)
    }
    for (const annotation of newAnnotations) this.#addDefinition(annotation)
    this.#deleteDefinitions(oldAnnotations)
  }

  #getOldLabel(annotation: Annotation): string {
    const [firstBlock] = annotation.fragments[0]?.nodes ?? []
    return (firstBlock && this.#source.page.footnoteLabels.get(firstBlock)) ?? '?'
  }

  #getDefinition(label: string): Place | undefined {
    return this.#source.page.definitions.find((definition) => definition.label === label)?.place
  }

  /** Gives annotations the labels of the old ones in the same blocks, or with the same body, or that are left. */
  #keepLabels(
    document: Document,
    oldAnnotations: readonly Annotation[],
    annotations: readonly Annotation[],
  ): void {
    const keptLabels = new Set<string>()
    this.#keepLabelsInSameBlocks(document, keptLabels)
    this.#keepLabelsOfMoved(oldAnnotations, annotations, keptLabels)
    const changedAnnotations = annotations.filter((annotation) => !this.#labels.has(annotation))
    for (const oldAnnotation of oldAnnotations) {
      const label = this.#getOldLabel(oldAnnotation)
      if (keptLabels.has(label) || this.#changedLabels.has(label)) continue
      const annotation = changedAnnotations[this.#changedLabels.size]
      if (!annotation) return
      this.#labels.set(annotation, label)
      this.#changedLabels.set(label, oldAnnotation)
    }
  }

  /** Keeps the labels in blocks at the top that are the same, because their source is not written again. */
  #keepLabelsInSameBlocks(document: Document, keptLabels: Set<string>): void {
    const oldBlocks = new Map<string, Block[]>()
    for (const block of this.#source.page.document.nodes.toReversed()) {
      const hash = getContentHash(block)
      const sameBlocks = oldBlocks.get(hash)
      if (sameBlocks) sameBlocks.push(block)
      else oldBlocks.set(hash, [block])
    }
    for (const block of document.nodes) {
      const sameBlocks = oldBlocks.get(getContentHash(block))
      const oldBlock = sameBlocks && sameBlocks.length > 1 ? sameBlocks.pop() : sameBlocks?.[0]
      if (!oldBlock) continue
      const oldAnnotations = listAnnotations([oldBlock])
      for (const [index, annotation] of listAnnotations([block]).entries()) {
        const oldAnnotation = oldAnnotations[index]
        if (!oldAnnotation) continue
        const label = this.#getOldLabel(oldAnnotation)
        this.#labels.set(annotation, label)
        keptLabels.add(label)
      }
    }
  }

  /** Gives annotations the labels of old ones with the same body elsewhere, first those that no other one has. */
  #keepLabelsOfMoved(
    oldAnnotations: readonly Annotation[],
    annotations: readonly Annotation[],
    keptLabels: Set<string>,
  ): void {
    const oldLabels = new Map<string, Set<string>>()
    for (const annotation of oldAnnotations) {
      const body = getBodyHash(annotation)
      const labels = oldLabels.get(body) ?? new Set()
      oldLabels.set(body, labels.add(this.#getOldLabel(annotation)))
    }
    for (const annotation of annotations) {
      const labels = oldLabels.get(getBodyHash(annotation))
      if (!labels || this.#labels.has(annotation)) continue
      const label = labels.values().find((each) => !keptLabels.has(each)) ?? [...labels][0]
      if (label === undefined) continue
      this.#labels.set(annotation, label)
      keptLabels.add(label)
    }
  }

  /** Gives the other annotations labels, and returns those whose footnotes are not defined yet. */
  #addLabels(annotations: readonly Annotation[]): Annotation[] {
    const usedLabels = new Set(this.#source.page.definitions.map(({ label }) => label))
    const labelsByBody = new Map<string, string>()
    for (const [annotation, label] of this.#labels) labelsByBody.set(getBodyHash(annotation), label)
    const newAnnotations: Annotation[] = []
    let lastNumber = 0
    for (const annotation of annotations) {
      if (this.#labels.has(annotation)) continue
      const body = getBodyHash(annotation)
      let label = labelsByBody.get(body)
      if (label === undefined) {
        do lastNumber++
        while (usedLabels.has(String(lastNumber)))
        label = String(lastNumber)
        usedLabels.add(label)
        labelsByBody.set(body, label)
        newAnnotations.push(annotation)
      }
      this.#labels.set(annotation, label)
    }
    return newAnnotations
  }

  #writeDefinition(label: string, annotation: Annotation): string {
    const body = writeBlocks(
      annotation.fragments.flatMap(({ nodes }) => nodes),
      this,
    )
    return `[^${label}]: ${indentLines(body, '    ')}`.trimEnd()
  }

  #addDefinition(annotation: Annotation): void {
    const end = this.#source.lineCount
    const lines = this.#writeDefinition(this.add(annotation), annotation).split('\n')
    this.#edits.replaceLines(end, end, ['', ...lines])
  }

  #changeDefinition(label: string, oldAnnotation: Annotation, annotation: Annotation): void {
    const definition = this.#getDefinition(label)
    const place = definition && this.#source.trimPlace(definition)
    if (!place) return
    const changedText = this.#writeDefinition(label, annotation)
    const ownText = this.#mergesText ? this.#source.getOwnText(place) : undefined
    const text =
      ownText === undefined
        ? changedText
        : mergeText(this.#writeDefinition(label, oldAnnotation), ownText, changedText)
    const before = this.#source.getLine(place.startLine).slice(0, Math.max(place.column, 0))
    const [firstLine = '', ...otherLines] = text.split('\n')
    const lines = [before + firstLine, ...addPrefix(otherLines, this.#source.getPrefix(place))]
    this.#edits.replaceLines(place.startLine, place.endLine, lines)
  }

  #deleteDefinitions(oldAnnotations: readonly Annotation[]): void {
    const usedLabels = new Set(this.#labels.values())
    for (const annotation of oldAnnotations) {
      const label = this.#getOldLabel(annotation)
      const place = this.#getDefinition(label)
      if (usedLabels.has(label) || !place) continue
      usedLabels.add(label)
      deletePlace(this.#source, this.#edits, this.#source.trimPlace(place))
    }
  }
}

/** Deletes the lines of a definition and the blank lines behind it. */
export function deletePlace(source: SourceText, edits: LineEdits, { startLine, endLine }: Place): void {
  let nextLine = endLine
  while (nextLine < source.lineCount && source.isBlank(nextLine)) nextLine++
  let firstLine = startLine
  // At the end of the page, the blank lines before it are not needed either.
  if (nextLine === source.lineCount)
    while (firstLine > source.page.bodyLine && source.isBlank(firstLine - 1)) firstLine--
  edits.replaceLines(firstLine, nextLine, [])
}

const getBodyHash = (annotation: Annotation): string => annotation.fragments.map(getContentHash).join(' ')

/** Lists the annotations in some blocks. */
function listAnnotations(blocks: readonly Block[]): Annotation[] {
  const annotations: Annotation[] = []
  const addAnnotations = (nodes: readonly (Block | InlineContent)[]): void => {
    for (const node of nodes) {
      if (node.object !== 'inline') continue
      if (node.type === 'annotation') annotations.push(node)
      else if (node.type === 'link') addAnnotations(node.nodes)
    }
  }
  for (const { block } of walkBlocks({ object: 'document', data: {}, nodes: [...blocks] }))
    if ('nodes' in block) addAnnotations(block.nodes)
  return annotations
}
