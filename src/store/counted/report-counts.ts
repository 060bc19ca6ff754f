/** The report of `teller doctor` about the counts of all wallets. */
import type { StoreCheck } from '../admin.ts';
import type { WalletFindings } from './check-counts.ts';

/** Findings about a wallet. */
export interface NamedFindings extends WalletFindings {
  readonly walletId: string;
}

/** Reports counts that differ from the rows. */
export function reportCounts(findings: readonly NamedFindings[], fix: boolean): StoreCheck {
  const name = 'counts';
  const wrong = findings.reduce((sum, { differences }) => sum + differences, 0);
  if (wrong === 0) return { name, ok: true, detail: 'counts match the transactions' };
  return fix
    ? { name, ok: true, detail: `repaired: ${wrong} counts differed from the transactions` }
    : {
        name,
        ok: false,
        detail: `${wrong} counts differ from the transactions; run \`teller doctor --fix\` to recount`,
      };
}
