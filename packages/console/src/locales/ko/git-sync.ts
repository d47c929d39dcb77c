/** The repository of a space or a site: keys, runs, previews, pushes. */
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
  urlHelp:
    '예: https://github.com/fernwall/docs.git. 비공개 저장소라면 이름과 액세스 토큰을 넣으세요: https://name:token@github.com/…',
  urlWrong: '주소는 https://, http:// 또는 ssh://로 시작해야 합니다.',
  preview: '미리 보기',
  previewTitles: { import: '가져오기로 바뀌는 내용', export: '내보내기로 바뀌는 내용' },
  previewRunning: '저장소를 읽는 중입니다. 아무것도 쓰지 않습니다.',
  previewFailed: '미리 볼 수 없습니다',
  previewCanceled: '그사이 이 스페이스의 다른 미리 보기가 시작되었습니다.',
  previewNothing: '바뀌는 것이 없습니다. 스페이스와 저장소를 연결하기만 합니다.',
  previewCounts: (added: string, changed: string, removed: string) =>
    `추가 ${added}개, 변경 ${changed}개, 삭제 ${removed}개`,
  previewChanges: { remove: '삭제', change: '변경', add: '추가' },
  previewKinds: { page: '페이지', file: '파일', 'reusable-content': '재사용 콘텐츠', variable: '변수' },
  previewMore: (count: string) => `외 ${count}개`,
  previewSkipped: (count: string) => `제외되는 항목 (${count})`,
  previewNewBranch: '브랜치가 아직 없습니다. 내보낼 때 만들어집니다.',
  previewHistory: '스페이스의 현재 내용은 기록에 남습니다.',
  webhookRenew: '새 시크릿',
  webhookSecretOnce: '시크릿을 지금 복사하세요. 다시 표시되지 않습니다.',
  webhookWhere:
    'GitHub: Settings → Webhooks, 콘텐츠 유형은 application/json. GitLab: Settings → Webhooks, 시크릿 토큰에 이 시크릿을 넣습니다. 푸시 이벤트만 있으면 됩니다.',
  webhookUrlHelp:
    '비공개 저장소라면 이름과 액세스 토큰을 넣으세요: https://name:token@… 웹훅을 끌 때까지 Verso가 암호화하여 보관합니다.',
  siteNone: '이 사이트는 저장소에 연결되어 있지 않습니다',
  siteNoneText:
    '사이트의 구조와 모든 스페이스의 페이지를 저장소 하나에 보관하세요. gitbook-docs.yaml 파일이 사이트의 구성을 나타내고, 스페이스마다 폴더가 있습니다.',
  siteImportHelp:
    '사이트가 저장소의 gitbook-docs.yaml(또는 docs.yaml)에 적힌 대로 됩니다. 아직 없는 스페이스는 만들어집니다.',
  siteExportHelp:
    '사이트의 구조와 모든 스페이스의 페이지가 커밋 하나로 브랜치에 기록됩니다. 다른 파일은 그대로 남습니다.',
  siteText:
    '이 사이트의 구조와 모든 스페이스의 페이지가 이 저장소와 동기화됩니다. SSH에서는 스페이스의 키를 사용합니다.',
  siteEnd: '동기화 끝내기',
  siteEndTitle: '동기화를 끝낼까요?',
  siteEndText:
    '사이트와 스페이스, 저장소는 그대로 남습니다. 다시 연결하면 공통된 내용을 모른 채 처음부터 시작합니다.',
  siteEnded: '사이트가 더 이상 동기화되지 않습니다.',
} as const
