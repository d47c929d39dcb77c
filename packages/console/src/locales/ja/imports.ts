/** Bringing content into a space. */
export const imports = {
  title: 'インポート',
  text: 'インポートした内容は、このスペースの既存ページの後ろに追加されます。既存のページは変わりません。',
  source: '何をインポートしますか？',
  sources: {
    website: { label: 'ウェブサイト', help: '指定したアドレス以下のすべてのページと画像。' },
    zip: { label: 'アーカイブ', help: 'Markdown、HTML、Word のファイルと画像をまとめた ZIP。' },
    markdown: { label: 'Markdown ファイル', help: '1 ページ。' },
    docx: { label: 'Word 文書', help: '1 ページ。画像と表を含みます。' },
    notion: { label: 'Notion', help: 'Notion から Markdown または HTML で書き出したアーカイブ。' },
    confluence: { label: 'Confluence', help: 'スペースの HTML エクスポート。' },
    'google-docs': { label: 'Google ドキュメント', help: 'リンクを知っている全員が開ける共有リンク。' },
    'github-wiki': { label: 'GitHub Wiki', help: 'Wiki のアドレス。' },
    html: { label: 'ウェブページ', help: '1 ページ。本文以外の部分は含みません。' },
  },
  file: 'ファイル',
  drop: 'ここにファイルをドロップ',
  choose: 'ファイルを選択',
  address: 'アドレス',
  orAddress: 'またはアドレス',
  addressHelp: 'Verso がサインインせずにアクセスできる必要があります。',
  start: 'インポート',
  uploading: 'ファイルを送信しています。',
  running: 'ページを取得して変換しています。大きなインポートには数分かかります。',
  failed: '何もインポートされませんでした。',
  done: (imported: number, total: number) =>
    imported === total
      ? `すべて取り込みました：ページとファイル ${total} 件。`
      : `ページとファイル ${total} 件のうち ${imported} 件を取り込みました。`,
  missing: '取り込めなかったものとその理由',
  look: 'ページを見る',
} as const
