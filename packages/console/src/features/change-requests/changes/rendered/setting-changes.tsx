import { useEffect, useState } from 'react'
import type { EditorLabels } from '../../../../locales/editor/en.ts'
import { loadEditorLabels } from '../../../../locales/editor/load.ts'
import { useLocale } from '../../../../locales/index.ts'
import { type ReviewWords, useReviewWords } from '../../../../locales/features/reviews.ts'
import type { Setting, SettingChange, SettingValue } from './block-settings.ts'

/** Which settings of a block are different, in words. They are called as in the editor. */
export function SettingChanges({ changes }: { changes: readonly SettingChange[] }) {
  const words = useReviewWords()
  const labels = useEditorLabels()
  if (!labels) return null
  return (
    <ul className="setting-changes">
      {changes.map((change, index) => (
        <li key={index}>{describeSetting(change, labels, words)}</li>
      ))}
    </ul>
  )
}

function useEditorLabels(): EditorLabels | undefined {
  const { language } = useLocale()
  const [labels, setLabels] = useState<EditorLabels>()
  useEffect(() => {
    let isCurrent = true
    // Without them the differences are still seen, only not told.
    loadEditorLabels(language).then(
      (loaded) => isCurrent && setLabels(loaded),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  return labels
}

function describeSetting(
  { block, setting, before, after }: SettingChange,
  labels: EditorLabels,
  { changes }: ReviewWords,
): string {
  const show = (value: SettingValue): string => showValue(setting, value, labels, changes)
  const name = setting === 'kind' ? changes.rendered.kind : findSettingName(setting, labels, changes)
  const kind = setting === 'kind' ? undefined : findBlockName(block, labels)
  return `${kind === undefined ? '' : `${kind} · `}${name}: ${changes.fromTo(show(before), show(after))}`
}

function findSettingName(
  setting: Setting,
  labels: EditorLabels,
  { rendered, attributes }: ReviewWords['changes'],
) {
  const names: Partial<Record<Setting, string>> = {
    style: labels.hintStyle,
    icon: labels.icon,
    language: labels.codeLanguage,
    title: labels.expandableTitle,
    overflow: labels.wrapLines,
    lineNumbers: labels.lineNumbers,
    alt: rendered.alt,
    width: labels.imageWidth,
    height: rendered.height,
    darkPicture: labels.darkVersion,
    alignment: labels.alignment,
    fullWidth: rendered.fullWidth,
    frame: rendered.frame,
    checked: labels.done,
    condition: labels.condition,
    opened: rendered.opened,
    shortened: rendered.shortened,
    firstNumber: rendered.firstNumber,
    date: labels.updateDate,
    address: labels.embedAddress,
    link: labels.link,
    view: rendered.view,
  }
  return names[setting] ?? attributes.other
}

/** What blocks are called in the editor. */
function findBlockName(type: string, labels: EditorLabels): string | undefined {
  const names: Record<string, string> = {
    paragraph: labels.paragraph,
    'heading-1': labels.heading2,
    'heading-2': labels.heading3,
    'heading-3': labels.heading4,
    'list-unordered': labels.bulletList,
    'list-ordered': labels.orderedList,
    'list-tasks': labels.taskList,
    'list-item': labels.taskList,
    blockquote: labels.quote,
    hint: labels.hint,
    code: labels.code,
    image: labels.image,
    images: labels.image,
    expandable: labels.expandable,
    tabs: labels.tabs,
    'tabs-item': labels.tabs,
    columns: labels.columns,
    column: labels.columns,
    stepper: labels.stepper,
    'stepper-step': labels.stepper,
    table: labels.table,
    math: labels.math,
    embed: labels.embed,
    file: labels.file,
    'content-ref': labels.contentRef,
    'reusable-content': labels.reusableContent,
    integration: labels.integration,
    drawing: labels.drawing,
    if: labels.condition,
    updates: labels.updates,
    update: labels.update,
    prompt: labels.prompt,
  }
  return names[type] ?? (type.startsWith('openapi') || type === 'swagger' ? labels.openApi : undefined)
}

function showValue(
  setting: Setting,
  value: SettingValue,
  labels: EditorLabels,
  { nothing, rendered }: ReviewWords['changes'],
): string {
  if (setting === 'kind') return findBlockName(String(value), labels) ?? String(value)
  if (setting === 'overflow') return value === 'wrap' ? rendered.yes : rendered.no
  const booleans: readonly Setting[] = ['lineNumbers', 'fullWidth', 'frame', 'checked', 'opened', 'shortened']
  if (booleans.includes(setting) || typeof value === 'boolean') {
    return value === true || value === 'full' || value === 'partial' ? rendered.yes : rendered.no
  }
  if (value === undefined || value === '') return nothing
  const named: Record<string, string> = {
    info: labels.info,
    warning: labels.warning,
    danger: labels.danger,
    success: labels.success,
    left: labels.alignLeft,
    center: labels.alignCenter,
    right: labels.alignRight,
    cards: labels.cards,
    grid: labels.table,
  }
  const isNamed = setting === 'style' || setting === 'alignment' || setting === 'view'
  return (isNamed ? named[String(value)] : undefined) ?? String(value)
}
