/** The report of `teller doctor` about the counts of all wallets. */
import type { StoreCheck } from '../admin.ts';
import type { WalletFindings } from './check-counts.ts';

/** The checks of a database without that of its rows. */
export interface IntegrityFindings {
  readonly checks: readonly StoreCheck[];
  /** Missing if the database cannot be read. */
  readonly wallets?: readonly NamedFindings[];
}

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
