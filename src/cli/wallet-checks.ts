/** The checks of `teller doctor` about single wallets: one finding for each cause, however many wallets it has. */
import { loadMasterKey } from '../compose/load-master-key.ts';
import type { MasterKey } from '../domain/master-key.ts';
import { openCredentials } from '../domain/sealed-credentials.ts';
import type { StoreCheck } from '../store/admin.ts';
import type { Store } from '../store/store.ts';
import { formatCount } from './format.ts';
import { REFUSED_KEYS } from './next-step.ts';
import type { Session } from './runtime.ts';

/** A finding of `teller doctor`. */
export interface Finding extends StoreCheck {
  /** The wallets that have the same cause; missing if the finding is not about wallets. */
  readonly wallets?: WalletGroup;
}

/** Wallets with the same cause. */
interface WalletGroup {
  readonly cause: string;
  readonly count: number;
  /** The first {@link EXAMPLES_MAX} of them. */
  readonly examples: readonly string[];
}

/** What is wrong with a wallet. */
interface WalletProblem {
  readonly walletId: string;
  readonly cause: string;
  /** What happened and what to do. */
  readonly message: string;
}

const EXAMPLES_MAX = 3;
/** The code of a refused time or nonce (`src/exchanges/exchange.ts`). */
const CLOCK_CODE = 'exchange_clock';

/** Checks that the master key is the one of the database, and decrypts the credentials of every wallet. */
export async function checkCredentials(
  session: Session,
  store: Store,
): Promise<readonly Finding[]> {
  const name = 'credentials';
  const wallets = await store.listWallets();
  const none = [{ name, ok: true, detail: 'there are no wallets' }];
  // Loading would create the key.
  if (wallets.length === 0 && (await store.findMasterKey()) === undefined) return none;
  const masterKey = await loadMasterKey(session.config, store, session.randomBytes);
  if (wallets.length === 0) return none;
  const problems: WalletProblem[] = [];
  for (const { id, importsOnly } of wallets) {
    if (importsOnly) continue;
    const cause = await findCredentialsProblem(store, id, masterKey);
    if (cause === undefined) continue;
    problems.push({ walletId: id, cause, message: adviseCredentials(cause) });
  }
  return problems.length > 0
    ? reportByCause(name, problems, () => false)
    : [{ name, ok: true, detail: 'the master key decrypts all of them' }];
}

async function findCredentialsProblem(
  store: Store,
  walletId: string,
  masterKey: MasterKey,
): Promise<string | undefined> {
  try {
    openCredentials(await store.readCredentials(walletId), walletId, masterKey);
    return undefined;
  } catch (error) {
    // Without the id, so that wallets with the same cause have the same text.
    return (error as Error).message.replaceAll(walletId, 'ID');
  }
}

function adviseCredentials(cause: string): string {
  return (
    `${cause}; add the master key under which they were sealed, or replace them: ` +
    'teller wallet credentials ID'
  );
}

/** Lists the wallets that are stopped. A key that an exchange refuses is no problem of the installation. */
export async function checkStoppedWallets(store: Store): Promise<readonly Finding[]> {
  const name = 'stopped wallets';
  const wallets = await store.listWallets();
  const stopped = wallets.filter(({ sync }) => sync.state === 'stopped');
  if (stopped.length === 0) return [{ name, ok: true, detail: `none of ${wallets.length}` }];
  const problems = stopped.map(({ id, exchange, sync: { failure } }) => ({
    walletId: id,
    cause: nameCause(failure?.code ?? '', exchange),
    message: failure?.message ?? '',
  }));
  // The owner of a wallet has to replace its key: the installation works.
  return reportByCause(name, problems, (cause) => REFUSED_KEYS.has(cause.split(' ', 1)[0] ?? ''));
}

/** Lists the wallets whose exchange refuses the time or the nonce of requests. */
export async function checkClocks(store: Store): Promise<readonly Finding[]> {
  const name = 'clocks';
  const problems = (await store.listWallets()).flatMap(({ id, exchange, sync: { failure } }) =>
    failure?.code === CLOCK_CODE
      ? [{ walletId: id, cause: nameCause(CLOCK_CODE, exchange), message: failure.message }]
      : [],
  );
  return problems.length > 0
    ? reportByCause(name, problems, () => false)
    : [{ name, ok: true, detail: 'no exchange refuses the time of requests' }];
}

/** Returns the cause of an error: each exchange has its own message. */
function nameCause(code: string, exchange: string): string {
  return `${code} ${exchange}`;
}

/** Returns a finding for each cause, the most frequent one first, with the message of its first wallet. */
function reportByCause(
  name: string,
  problems: readonly WalletProblem[],
  isOk: (cause: string) => boolean,
): readonly Finding[] {
  const groups = Map.groupBy(problems, ({ cause }) => cause);
  return [...groups]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .map(([cause, group]) => {
      const examples = group.slice(0, EXAMPLES_MAX).map(({ walletId }) => walletId);
      const wallets = { cause, count: group.length, examples };
      const detail = `${listExamples(wallets)}: ${group[0]?.message ?? ''}`;
      return { name, ok: isOk(cause), detail, wallets };
    });
}

function listExamples({ count, examples }: WalletGroup): string {
  const more = count - examples.length;
  const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
  return `${formatCount(count)} ${count === 1 ? 'wallet' : 'wallets'}, ${examples.join(', ')}${rest}`;
}
