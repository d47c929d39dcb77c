/** What is said when something does not work. */
export const errors = {
  network: '서버에 연결할 수 없습니다. 연결을 확인하고 다시 시도하세요.',
  loadFailed: '불러오지 못했습니다.',
  request: (id: string) => `요청 ${id}`,
  notFoundTitle: '여기에 아무것도 없거나 볼 권한이 없습니다',
  notFoundText:
    '주소가 잘못되었거나, 콘텐츠가 삭제되었거나, 액세스 권한이 필요할 수 있습니다. 권한은 관리자가 부여할 수 있습니다.',
  toHome: '홈으로 이동',
  crashedTitle: '이 화면에 오류가 발생했습니다',
  crashedText: '작업 내용은 서버에 안전하게 있습니다. 계속하려면 페이지를 새로 고치세요.',
  reload: '새로 고침',
  offline: '오프라인입니다. 지금 하는 작업은 다시 연결되면 전송됩니다.',
  notAllowed: '이 작업에 필요한 역할이 없습니다.',
} as const
