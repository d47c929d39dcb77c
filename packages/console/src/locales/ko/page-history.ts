/** The history of a page. */
export const pageHistory = {
  title: '페이지 기록',
  emptyTitle: '이 페이지에는 자체 기록이 없습니다',
  emptyText:
    'OpenAPI 사양 같은 원본에서 만들어지는 페이지입니다. 원본이 바뀌면 스페이스의 기록에 표시됩니다.',
  created: '페이지 생성',
  deleted: '페이지 삭제',
  text: '본문 변경',
  settings: '설정 변경',
  renamed: (before: string, after: string) => `‘${before}’에서 ‘${after}’(으)로 이름 변경`,
  moved: (before: string, after: string) => `${before}에서 ${after}(으)로 이동`,
  topLevel: '최상위',
  reordered: '같은 단계 안에서 이동',
  compare: '변경 사항',
  open: '당시의 페이지',
  commit: '커밋',
  changeRequest: (number: number) => `변경 요청 #${number}`,
  restoreTitle: (when: string) => `${when}의 페이지를 복원하시겠습니까?`,
  restoreText:
    '페이지의 본문, 제목, 설정을 되돌리는 변경 요청이 만들어집니다. 페이지의 위치는 그대로입니다. 병합할 때까지 독자에게 보이는 내용은 바뀌지 않습니다.',
  restoreSubject: (page: string, when: string) => `‘${page}’을(를) ${when} 상태로 복원`,
  former: (when: string) => `${when} 당시의 페이지입니다.`,
  openCurrent: '현재 페이지',
  blame: '누가 썼는지',
  noLinesTitle: '이 페이지에는 본문이 없습니다',
  noLinesText: '누군가 본문을 쓰면 여기에 줄이 표시됩니다.',
  lines: (from: number, to: number) => (from === to ? `${from}번째 줄` : `${from}~${to}번째 줄`),
} as const
