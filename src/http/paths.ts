/** Paths of the service; those of the pages are in `pages/explorer.ts`. */
export const PATHS = {
  transactions: '/v0/wallet/transactions',
  balance: '/v0/wallet/withdraw/balance',
  liveness: '/livez',
  readiness: '/readyz',
  metrics: '/metrics',
  openapi: '/openapi.json',
  securityTxt: '/.well-known/security.txt',
} as const;
