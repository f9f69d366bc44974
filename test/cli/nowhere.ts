/** A bank at which nothing listens: a call that comes so far ends in exit 9. */
export const NOWHERE = {
  PAYCTL_BASE_URL: 'http://127.0.0.1:9',
  PAYCTL_API_KEY: 'key-of-the-test',
  PAYCTL_API_SECRET: 'secret-of-the-test',
  PAYCTL_COMPANY_ID: '001',
  PAYCTL_TERMINAL_ID: 'T1',
};
