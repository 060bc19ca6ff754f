/** The service with nothing cached beside Platformatic DB and beside Express with `pg`. */
import { type Databases, type Engine, ENGINES, SMALL_ROWS } from './databases.ts';
import {
  atLeast,
  formatCount,
  type Measurement,
  notMeasured,
  tell,
  type Target,
} from './measurement.ts';
import { LISTING } from './installation.ts';
import { hasPeers, INSTALLATION, startPeer } from './peer-servers.ts';
import { API_KEY, LARGE_WALLET, PAGE_ROWS, SMALL_WALLET } from './plain-table.ts';
import { stop } from './processes.ts';
import { makeComparison, measureRates, type Subject } from './rates.ts';

/** What is asked of a wallet. */
interface Question {
  readonly name: string;
  readonly wallet: 'small' | 'large';
  readonly limit: number | undefined;
  readonly page: number;
}

interface Peer {
  readonly name: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: (question: Question) => string;
  /** The targets of {@link makeQuestions}, in their order. */
  readonly targets: readonly (Target | undefined)[];
}

const DEFAULT_LIMIT = 10;
const PEERS: readonly Peer[] = [
  {
    name: 'Platformatic DB',
    file: 'peers/platformatic-server.js',
    headers: {},
    path: ({ wallet, limit = DEFAULT_LIMIT, page }) =>
      `/walletRow/?where.walletId.eq=${walletOf(wallet)}&orderby.timestampMs=desc&orderby.id=desc` +
      `&limit=${limit}&offset=${page * limit}&totalCount=true`,
    targets: [atLeast(5), undefined, atLeast(8), atLeast(200)],
  },
  {
    name: 'Express and pg',
    file: 'peers/express-server.js',
    headers: { 'x-api-key': API_KEY },
    path: ({ wallet, limit = DEFAULT_LIMIT, page }) =>
      `/wallets/${walletOf(wallet)}/transactions?limit=${limit}&page=${page}`,
    targets: [],
  },
];

/** Both peers, on PostgreSQL, against the service on each engine. */
export async function measurePeers(databases: Databases, rounds: number): Promise<Measurement[]> {
  if (!hasPeers()) return PEERS.map(({ name }) => notMeasured(name, INSTALLATION));
  const plain = await databases.plain();
  const questions = makeQuestions(plain.deepOffset / PAGE_ROWS);
  const subjects: Subject[] = [];
  for (const engine of ENGINES) {
    const { tenant, walletIds, installation } = await databases.filled(engine);
    const service = await installation.serve('nothing cached');
    const ids = { small: walletIds.get(SMALL_ROWS)!, large: [...walletIds.values()].at(-1)! };
    for (const question of questions) {
      const { wallet, limit = DEFAULT_LIMIT, page } = question;
      subjects.push({
        name: nameOurs(engine, question),
        url: `${service.url}${LISTING}?limit=${limit}&page=${page}`,
        process: service.process,
        headers: tenant.headersOf(ids[wallet]),
      });
    }
  }
  tell('peers');
  for (const { name, file, path, headers } of PEERS) {
    const server = await startPeer(file, plain.url);
    for (const question of questions) {
      const url = `${server.url}${path(question)}`;
      subjects.push({ name: nameOf(name, question), url, process: server.process, headers });
    }
  }
  const rates = await measureRates(subjects, rounds);
  await Promise.all(subjects.map(({ process }) => stop(process)));
  return [...rates, ...compareAll(rates, questions)];
}

function makeQuestions(deepPage: number): Question[] {
  const deep = `page ${deepPage} of 1,000 of ${formatCount((deepPage + 1) * PAGE_ROWS)} rows`;
  return [
    { name: 'default page of 1,000 rows', wallet: 'small', limit: undefined, page: 0 },
    { name: 'default page of the large wallet', wallet: 'large', limit: undefined, page: 0 },
    { name: 'limit=1000 of 1,000 rows', wallet: 'small', limit: PAGE_ROWS, page: 0 },
    { name: deep, wallet: 'large', limit: PAGE_ROWS, page: deepPage },
  ];
}

function compareAll(rates: readonly Measurement[], questions: readonly Question[]): Measurement[] {
  return PEERS.flatMap(({ name, targets }) =>
    ENGINES.flatMap((engine) =>
      questions.map((question, index) =>
        makeComparison(rates, {
          title: `service on ${engine} against ${name}, ${question.name}`,
          of: nameOurs(engine, question),
          against: nameOf(name, question),
          target: targets[index],
        }),
      ),
    ),
  );
}

function nameOurs(engine: Engine, question: Question): string {
  return nameOf(`service on ${engine}`, question);
}

function nameOf(server: string, question: Question): string {
  return `${server}, ${question.name}`;
}

function walletOf(wallet: Question['wallet']): string {
  return wallet === 'small' ? SMALL_WALLET : LARGE_WALLET;
}
