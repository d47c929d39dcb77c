/** The links of a space. */
export const links = {
  title: 'リンク',
  broken: 'リンク切れ',
  all: 'すべて',
  which: '表示するリンク',
  noBroken: '切れたリンクはありません',
  noBrokenText: 'ページ、ファイル、スペースへのリンクはすべて有効です。',
  none: 'まだリンクはありません',
  noneText: 'このスペースのページにあるリンクと、その行き先がここに並びます。',
  gone: '存在しないもの',
  on: 'ページ',
  places: (count: number) => `${count} か所`,
} as const
