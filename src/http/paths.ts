/** Paths of the service; the page's own are in `routes/explorer.ts`. */
export const PATHS = {
  transactions: '/v0/wallet/transactions',
  balance: '/v0/wallet/withdraw/balance',
  liveness: '/livez',
  readiness: '/readyz',
  metrics: '/metrics',
  openapi: '/openapi.json',
  securityTxt: '/.well-known/security.txt',
} as const;
