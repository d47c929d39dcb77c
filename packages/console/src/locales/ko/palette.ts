/** The command palette and the list of keys. */
export const palette = {
  open: '검색 또는 명령 실행',
  placeholder: '페이지, 스페이스, 명령 검색',
  results: '결과',
  nothingFound: '결과가 없습니다. 다른 단어로 시도하세요.',
  incomplete: '새 페이지를 아직 색인하고 있습니다. 나중에 더 많이 찾을 수 있습니다.',
  commands: '명령',
  spaces: '스페이스',
  pages: '페이지',
  walkTree: '트리 안에서 이동',
  openRow: '트리의 행 열기 및 닫기',
  moveRow: '페이지 또는 스페이스 이동',
  closeAny: '열린 항목 닫기',
} as const
