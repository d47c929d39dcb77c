/** The keys and the runs of a space's repository. */
export const gitSync = {
  keys: 'SSH 密钥',
  keysHelp:
    '对于通过 ssh 访问的仓库，请在此创建密钥，并把公钥添加到仓库：在 GitHub 和 GitLab 上作为部署密钥，若要导出则需写入权限。',
  keysNone: '此空间没有密钥。',
  keysFull: '一个空间最多有三个密钥。请先删除一个再创建。',
  createKey: '创建密钥',
  publicKey: '公钥',
  keyMade: (when: string) => `创建于 ${when}`,
  deleteKey: '删除密钥',
  deleteKeyFor: (fingerprint: string) => `删除密钥 ${fingerprint}`,
  deleteKeyTitle: '删除此密钥？',
  deleteKeyText: 'Verso 将无法再用它打开仓库。此操作无法撤销。',
  keyDeleted: '密钥已删除。',
  runs: '最近的运行',
  runsNone: '最近 30 天没有运行。',
  conflict: 'Git 和空间修改了相同的行',
  conflictText:
    '空间的内容没有被替换。双方的内容在一个变更请求中：合并或归档它即可解决冲突。期间的新提交会加入其中。',
  openConflict: '打开变更请求',
  skipped: '被略过的内容',
} as const
