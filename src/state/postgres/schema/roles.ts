/** What each may do stands in `grants()`. */
export const ROLES = {
  owner: 'payctl_owner',
  operator: 'payctl_operator',
  reader: 'payctl_reader',
} as const;
