/** Merging later. */
export const plannedMerges = {
  menu: '다른 병합 방법',
  mergeWhenReady: '준비되면 병합',
  mergeWhenReadyNote: '규칙이 충족되고 충돌이 없으면 바로',
  mergeAtTime: '시간을 정해 병합…',
  timeTitle: '시간을 정해 병합',
  timeText:
    '그때 규칙이 충족되고 충돌이 없으면 회원님의 이름으로 병합됩니다. 그렇지 않으면 그대로 두고 이유를 알려 드립니다.',
  time: '날짜와 시간',
  timeZone: (zone: string) => `회원님의 시간대: ${zone}`,
  wrongTime: '1년 이내의 미래 시간을 선택하세요.',
  plan: '병합 예약',
  cancel: '예약된 병합 취소',
  canceled: '예약된 병합을 취소했습니다.',
  unsaved: '예약하지 못했습니다: 페이지가 아직 저장되지 않았습니다. 저장된 후 다시 시도하세요.',
  whenReady: '병합 예약됨: 준비되면',
  atTime: (time: string) => `병합 예약됨: ${time}`,
  plannedBy: (name: string, when: string) => `${name} 님이 예약했습니다(${when}).`,
  waitingFor: {
    changes: '병합할 내용을 기다리고 있습니다.',
    approval: '승인을 기다리고 있습니다: 병합 권한이 없는 사람이 그 후에 수정했습니다.',
    rules: '병합 규칙이 충족되기를 기다리고 있습니다.',
    conflicts: '충돌이 해결되기를 기다리고 있습니다.',
  },
}
