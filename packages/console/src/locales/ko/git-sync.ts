/** The keys and the runs of a space's repository. */
export const gitSync = {
  keys: 'SSH 키',
  keysHelp:
    'ssh로 여는 저장소라면 여기서 키를 만들고 공개 키를 저장소에 추가하세요. GitHub과 GitLab에서는 배포 키로, 내보내려면 쓰기 권한과 함께 추가합니다.',
  keysNone: '이 스페이스에는 키가 없습니다.',
  keysFull: '스페이스에는 키를 세 개까지 둘 수 있습니다. 새로 만들려면 하나를 삭제하세요.',
  createKey: '키 만들기',
  publicKey: '공개 키',
  keyMade: (when: string) => `${when} 만듦`,
  deleteKey: '키 삭제',
  deleteKeyFor: (fingerprint: string) => `키 삭제: ${fingerprint}`,
  deleteKeyTitle: '이 키를 삭제할까요?',
  deleteKeyText: 'Verso는 더 이상 이 키로 저장소를 열 수 없습니다. 되돌릴 수 없습니다.',
  keyDeleted: '키를 삭제했습니다.',
  runs: '최근 실행',
  runsNone: '지난 30일 동안 실행이 없었습니다.',
  conflict: 'Git과 스페이스가 같은 줄을 바꿨습니다',
  conflictText:
    '스페이스의 내용은 바뀌지 않았습니다. 양쪽 내용이 변경 요청에 있습니다. 병합하거나 보관하면 충돌이 해결됩니다. 그동안 온 커밋도 거기에 추가됩니다.',
  openConflict: '변경 요청 열기',
  skipped: '제외된 것',
} as const
