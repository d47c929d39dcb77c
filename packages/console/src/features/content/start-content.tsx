import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { book, download, squarePlus } from '../../ui/icon-paths.ts'
import { PressButton } from '../../ui/press-button.tsx'
import { Empty } from '../../ui/states.tsx'
import type { ContentActions } from './use-content-actions.tsx'
import './content.css'

/** The ways to begin where there is no space yet. */
export function StartContent({ actions }: { actions: ContentActions }) {
  const { home, content } = useWords()
  if (!actions.canCreate) return <Empty title={home.noSpacesTitle}>{home.noSpacesForReaders}</Empty>
  return (
    <section aria-labelledby="begin">
      <div className="head">
        <div>
          <h2 id="begin">{home.noSpacesTitle}</h2>
          <p>{home.noSpacesText}</p>
        </div>
      </div>
      <ul className="begin">
        <li>
          <PressButton onPress={() => actions.begin('import')}>
            <Icon of={download} />
            <strong>{content.startImport}</strong>
            <small>{content.startImportHelp}</small>
          </PressButton>
        </li>
        <li>
          <PressButton onPress={() => actions.begin('template')}>
            <Icon of={book} />
            <strong>{content.startTemplate}</strong>
            <small>{content.startTemplateHelp}</small>
          </PressButton>
        </li>
        <li>
          <PressButton onPress={() => actions.begin('empty')}>
            <Icon of={squarePlus} />
            <strong>{content.startEmpty}</strong>
            <small>{content.startEmptyHelp}</small>
          </PressButton>
        </li>
      </ul>
    </section>
  )
}
