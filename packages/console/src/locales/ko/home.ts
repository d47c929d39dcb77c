export const home = {
  title: '홈',
  newSpace: '새 스페이스',
  importContent: '가져오기',
  waitingForReview: '내 검토 대기',
  yourChangeRequests: '내 변경 요청',
  recentSpaces: '최근 변경',
  noSpacesTitle: '스페이스로 시작하세요',
  noSpacesText:
    '스페이스에는 하나의 제품이나 주제에 대한 페이지가 담깁니다. 기존 콘텐츠를 가져오거나, 템플릿 또는 빈 스페이스로 시작하세요.',
  noSpacesForReaders: '볼 수 있는 스페이스가 아직 없습니다. 생성자 역할이 있는 사람이 만들 수 있습니다.',
  nothingWaiting: '내 검토를 기다리는 항목이 없습니다.',
  noDrafts: '진행 중인 변경 요청이 없습니다.',
  changed: (when: string) => `변경: ${when}`,
} as const
