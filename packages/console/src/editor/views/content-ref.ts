import { type ContentRef, formatReference } from '@verso/editor'
import * as icons from '../../ui/icon-paths.ts'
import { openReferenceForm } from '../menus/reference-form.ts'
import { ChoiceCard, type ChoiceDescription } from './choice-card.ts'
import type { CreateView } from './view.ts'

export const createContentRefView: CreateView = (context) => (node, view, getPosition) =>
  new ContentRefView(context.labels.choosePage, node, view, getPosition, context)

/** A card that leads to a page. Its page is searched for by title. */
class ContentRefView extends ChoiceCard {
  protected describe(): ChoiceDescription {
    const ref = this.node.attrs['ref'] as ContentRef
    const page = this.context.options.describePage?.(ref)
    return {
      icon: page ? icons.fileLines : icons.link,
      title: page?.title ?? (formatReference(ref) || this.context.labels.noPage),
      description: page?.description ?? '',
    }
  }

  protected choose(target: DOMRect): void {
    const ref = this.node.attrs['ref'] as ContentRef
    openReferenceForm(this.context, {
      label: this.context.labels.contentRef,
      value: ref.kind === 'url' ? ref.url : '',
      target,
      canRemove: false,
      onApply: (next) => {
        if (next) this.setAttribute('ref', next)
      },
      onClose: () => this.view.focus(),
    })
  }
}
