import type { ContentRef } from '@verso/editor'
import * as icons from '../../ui/icon-paths.ts'
import { chooseOperation } from '../menus/choosers.ts'
import { createBlockCard } from './block-card.ts'
import { ChoiceCard, type ChoiceDescription } from './choice-card.ts'
import type { CreateView } from './view.ts'

export const createOpenApiOperationView: CreateView = (context) =>
  context.options.searchApiSpecs && context.options.searchApiOperations
    ? (node, view, getPosition) =>
        new OpenApiOperationView(context.labels.chooseOperation, node, view, getPosition, context)
    : createBlockCard(context)

/** An operation of an API, which is chosen from a specification. */
class OpenApiOperationView extends ChoiceCard {
  protected describe(): ChoiceDescription {
    const { attrs } = this.node
    const { spec } = attrs['ref'] as Extract<ContentRef, { kind: 'openapi' }>
    return {
      icon: icons.plug,
      title: `${String(attrs['method']).toUpperCase()} ${String(attrs['path'])}`,
      description: spec,
    }
  }

  protected choose(target: DOMRect): void {
    chooseOperation(this.context, {
      target,
      onChoose: ({ spec, path, method }) => {
        const { position } = this
        if (position === undefined) return
        const attrs = { ...this.node.attrs, ref: { kind: 'openapi', spec }, path, method }
        this.view.dispatch(this.view.state.tr.setNodeMarkup(position, undefined, attrs))
        this.view.focus()
      },
      onClose: (_query, isLeft) => {
        if (!isLeft) this.view.focus()
      },
    })
  }
}
