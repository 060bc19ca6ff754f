/** The service without its response cache, compared with Platformatic DB and with Express and `pg`. */
import { LIMIT_DEFAULT, LIMIT_MAX } from '../src/domain/query.ts';
import { type Databases, ENGINES, type FilledDatabase, type PlainDatabase } from './databases.ts';
import {
  atLeast,
  formatCount,
  type Measurement,
  notMeasured,
  reportProgress,
  type Target,
} from './measurement.ts';
import { LISTING } from './installation.ts';
import { hasPeers, INSTALLATION, startPeer } from './peer-servers.ts';
import { API_KEY, LARGE_WALLET, SMALL_WALLET } from './plain-table.ts';
import { stop } from './processes.ts';
import { makeComparison, measureRates, type Subject } from './rates.ts';
import { deepestPage, SMALL_ROWS } from './rows.ts';

const WALLETS = { small: SMALL_WALLET, large: LARGE_WALLET } as const;

/** A request to measure. */
interface Question {
  readonly name: string;
  readonly wallet: keyof typeof WALLETS;
  readonly limit: number;
  readonly page: number;
  /** The target against Platformatic DB; there is none against Express. */
  readonly target: Target;
}

/** A server that receives all requests. */
interface Contender {
  readonly name: string;
  /** One URL for each request. */
  readonly subjects: readonly Subject[];
}

interface Peer {
  readonly name: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: (question: Question) => string;
}

const PLATFORMATIC: Peer = {
  name: 'Platformatic DB',
  file: 'peers/platformatic-server.js',
  headers: {},
  path: ({ wallet, limit, page }) =>
    `/walletRow/?where.walletId.eq=${WALLETS[wallet]}&orderby.timestampMs=desc&orderby.id=desc` +
    `&limit=${limit}&offset=${page * limit}&totalCount=true`,
};
/** Looks up the key for each request; the service caches an authentication for a second. */
const EXPRESS: Peer = {
  name: 'Express and pg',
  file: 'peers/express-server.js',
  headers: { 'x-api-key': API_KEY },
  path: ({ wallet, limit, page }) =>
    `/wallets/${WALLETS[wallet]}/transactions?limit=${limit}&page=${page}`,
};
const PEERS = [PLATFORMATIC, EXPRESS];

/** Measures both peers on PostgreSQL against the service on each engine. */
export async function measurePeers(databases: Databases, rounds: number): Promise<Measurement[]> {
  if (!hasPeers()) return PEERS.map(({ name }) => notMeasured(name, INSTALLATION));
  const plain = await databases.plain();
  const questions = makeQuestions(deepestPage(plain.largeRows));
  const services: Contender[] = [];
  for (const engine of ENGINES) {
    services.push(await askService(await databases.filled(engine), questions));
  }
  reportProgress('peers');
  const peers: Contender[] = [];
  for (const peer of PEERS) peers.push(await askPeer(peer, plain, questions));
  const subjects = [...services, ...peers].flatMap((contender) => contender.subjects);
  const rates = await measureRates(subjects, rounds);
  await Promise.all(subjects.map(({ process }) => stop(process)));
  const comparisons = peers.flatMap((peer) =>
    services.flatMap((service) => compare(rates, questions, service, peer)),
  );
  return [...rates, ...comparisons];
}

function makeQuestions(deepPage: number): Question[] {
  const first = { limit: LIMIT_DEFAULT, page: 0, name: 'default page', target: atLeast(5) };
  const full = { limit: LIMIT_MAX, page: 0, name: 'limit=1000', target: atLeast(8) };
  const deep = { limit: LIMIT_MAX, page: deepPage, target: atLeast(200) };
  return [
    { ...first, wallet: 'small' },
    { ...first, wallet: 'large' },
    { ...full, wallet: 'small' },
    { ...deep, wallet: 'large', name: `page ${deepPage} of 1,000` },
  ];
}

async function askService(
  { engine, tenant, walletIds, installation }: FilledDatabase,
  questions: readonly Question[],
): Promise<Contender> {
  const name = `service on ${engine}`;
  const { process, url } = await installation.serve('nothing cached');
  const sizes = { small: SMALL_ROWS, large: [...walletIds.keys()].at(-1)! };
  const subjects = questions.map((question) => {
    const { wallet, limit, page } = question;
    return {
      name: nameSubject(name, question, sizes[wallet]),
      url: `${url}${LISTING}?limit=${limit}&page=${page}`,
      process,
      headers: tenant.headersOf(walletIds.get(sizes[wallet])!),
    };
  });
  return { name, subjects };
}

async function askPeer(
  { name, file, headers, path }: Peer,
  plain: PlainDatabase,
  questions: readonly Question[],
): Promise<Contender> {
  const { process, url } = await startPeer(file, plain.url);
  const sizes = { small: SMALL_ROWS, large: plain.largeRows };
  const subjects = questions.map((question) => ({
    name: nameSubject(name, question, sizes[question.wallet]),
    url: `${url}${path(question)}`,
    process,
    headers,
  }));
  return { name, subjects };
}

/** Returns all requests; the peer's page has as many rows before it as the service's. */
function compare(
  rates: readonly Measurement[],
  questions: readonly Question[],
  service: Contender,
  peer: Contender,
): Measurement[] {
  return questions.map(({ name, wallet, target }, index) =>
    makeComparison(rates, {
      title: `${service.name} against ${peer.name}, ${name} of the ${wallet} wallet`,
      of: service.subjects[index]!.name,
      against: peer.subjects[index]!.name,
      target: peer.name === PLATFORMATIC.name ? target : undefined,
    }),
  );
}

function nameSubject(server: string, { name }: Question, rows: number): string {
  return `${server}, ${formatCount(rows)} rows: ${name}`;
}
