/** Merging later. */
export const plannedMerges = {
  menu: 'ほかのマージ方法',
  mergeWhenReady: '準備ができたらマージ',
  mergeWhenReadyNote: 'ルールが満たされ、競合がなくなり次第',
  mergeAtTime: '日時を指定してマージ…',
  timeTitle: '日時を指定してマージ',
  timeText:
    'その時点でルールが満たされ、競合がなければ、あなたの名前でマージされます。そうでなければ何も変わらず、理由が通知されます。',
  time: '日時',
  timeZone: (zone: string) => `あなたのタイムゾーン: ${zone}`,
  wrongTime: '1 年以内の未来の日時を選んでください。',
  plan: 'マージを予定',
  cancel: 'マージの予定を取り消す',
  canceled: 'マージの予定を取り消しました。',
  unsaved: '予定できません: ページがまだ保存されていません。保存されてからもう一度お試しください。',
  whenReady: 'マージ予定: 準備ができ次第',
  atTime: (time: string) => `マージ予定: ${time}`,
  plannedBy: (name: string, when: string) => `${name} さんが予定しました（${when}）。`,
  waitingFor: {
    changes: 'マージする内容を待っています。',
    approval: '承認を待っています: マージできない人がその後に変更しました。',
    rules: 'マージルールが満たされるのを待っています。',
    conflicts: '競合の解決を待っています。',
  },
}
