import { type ContentRef, formatReference } from '@verso/editor'
import * as icons from '../../ui/icon-paths.ts'
import { chooseReusableContent } from '../menus/choosers.ts'
import { createBlockCard } from './block-card.ts'
import { ChoiceCard, type ChoiceDescription } from './choice-card.ts'
import type { CreateView } from './view.ts'

export const createReusableContentView: CreateView = (context) =>
  context.options.searchReusableContent
    ? (node, view, getPosition) =>
        new ReusableContentView(context.labels.chooseReusableContent, node, view, getPosition, context)
    : createBlockCard(context)

/** A text that several pages show. It is chosen by its title. */
class ReusableContentView extends ChoiceCard {
  protected describe(): ChoiceDescription {
    const ref = this.node.attrs['ref'] as ContentRef
    return {
      icon: icons.cube,
      title: this.context.labels.reusableContent,
      description: this.context.options.describeReusableContent?.(ref) ?? formatReference(ref),
    }
  }

  protected choose(target: DOMRect): void {
    chooseReusableContent(this.context, {
      target,
      onChoose: (ref) => {
        this.setAttribute('ref', ref)
        this.view.focus()
      },
      onClose: (_query, isLeft) => {
        if (!isLeft) this.view.focus()
      },
    })
  }
}
