/**
 * Identifies the chain of a coin's network by all facts that the exchange reports about it. A withdrawal on
 * the wrong chain loses money, so a chain is only returned if it is certain. Pure functions.
 */
import type { Chain } from './chain.ts';
import { CHAINS, findChain, toLookupKey } from './chains.ts';

/** The facts that an exchange reports about one network of a coin. */
export interface NetworkTexts {
  /** The exchange's own identifier of the network, as in a withdrawal request. */
  readonly id: string;
  /** The exchange's name of the network, never of the coin. Default: none. */
  readonly name?: string | null;
  /**
   * Further texts that name the chain: a protocol, a chain's name, the part of the identifier that names the
   * chain (`TRC20` of `USDT-TRC20`). If one of them names another chain than the others, the chain is
   * uncertain. Default: none.
   */
  readonly hints?: readonly string[];
  /**
   * The address of the token's contract on the chain, if the exchange reports it. If the chain cannot have such
   * an address, the chain is uncertain.
   */
  readonly contract?: string | null;
}

/**
 * Token standards, which exchanges also use as names of the chain on which the standard originated. Some
 * standards exist on many chains, so a standard is weaker evidence than the name of a chain.
 */
const STANDARDS: ReadonlySet<string> = new Set(
  'ERC20 BEP2 BEP20 TRC10 TRC20 SPL HRC20 KIP7 CAP20 ARC20 BRC20 RUNES'.split(' '),
);
/** The token standard of every chain with Ethereum's accounts. */
const ETHEREUM_STANDARD = 'ERC20';

/**
 * Coins that exchanges also list as a token on a chain other than the coin's own. If an exchange
 * writes the coin's symbol as the network (network `CHZ` of `CHZ`), it may mean either chain.
 */
const COINS_ON_OTHER_CHAINS: ReadonlySet<string> = new Set(
  (
    'MATIC POL ARB OP MNT WLD CHZ STRK INJ DYDX FET BAND METIS FTM AXL RON ZETA NYM MANTRA MANTA ' +
    'BLAST CORN TAIKO AURORA EWT KAVA RUNE S MODE IMX 0G MON XPL BABY INIT ZORA ' +
    'MORPH KUJI CORE STARS'
  ).split(' '),
);

function isStandard(text: string): boolean {
  return STANDARDS.has(toLookupKey(text));
}

/**
 * Returns the standards that an exchange uses for several networks of one coin. They identify no chain of any
 * coin of this exchange.
 *
 * @param coins the networks of each coin, open or not.
 */
export function findSharedStandards(coins: Iterable<readonly NetworkTexts[]>): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const networks of coins) {
    for (const key of listRepeated(networks)) if (STANDARDS.has(key)) shared.add(key);
  }
  return shared;
}

/** Returns the lookup keys of names and hints that several networks of one coin share. */
function listRepeated(networks: readonly NetworkTexts[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name, hints = [] } of networks) {
    const keys = new Set([name ?? '', ...hints].map((text) => toLookupKey(text)));
    for (const key of keys) (seen.has(key) ? repeated : seen).add(key);
  }
  return repeated;
}

/**
 * Returns the chain of each network of a coin, in the same order; `undefined` if it is not certain. A chain is
 * certain if the exchange's texts name exactly one chain of the vocabulary, and the token's contract can be
 * on that chain. A text that several networks of the coin share is ignored.
 *
 * @param coin the coin's symbol.
 * @param networks every network of the coin, open or not.
 * @param sharedStandards the result of {@link findSharedStandards} for the exchange.
 */
export function identifyChains(
  coin: string,
  networks: readonly NetworkTexts[],
  sharedStandards: ReadonlySet<string>,
): (Chain | undefined)[] {
  const repeated = listRepeated(networks);
  return networks.map((network) => {
    const usable = listUsableTexts(coin, network).filter((text) => {
      const key = toLookupKey(text);
      return !sharedStandards.has(key) && (text === network.id || !repeated.has(key));
    });
    const chain = identifyChain(coin, usable);
    return chain !== undefined && canHold(chain, network) ? chain : undefined;
  });
}

/** Matches the address of a contract on a chain like Ethereum. Only zeros, or only `e`, is the chain's own coin. */
const ETHEREUM_CONTRACT = /^0x(?!0{40}$|e{40}$)[0-9a-f]{40}$/i;

/** An Ethereum address with letters of both cases, from the examples of ERC-55. */
const ETHEREUM_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** The chains that accept Ethereum addresses. */
const CHAINS_LIKE_ETHEREUM: ReadonlySet<Chain> = new Set(
  CHAINS.filter(
    ({ addressRegex }) => addressRegex !== null && new RegExp(addressRegex).test(ETHEREUM_ADDRESS),
  ),
);

/**
 * Returns false if the token's contract has an Ethereum address and the chain has another address format. The
 * exchange then means another chain by this name, for example the part of Kava that runs Ethereum's virtual
 * machine.
 */
function canHold(chain: Chain, { contract = null }: NetworkTexts): boolean {
  if (contract === null || chain.addressRegex === null) return true;
  return CHAINS_LIKE_ETHEREUM.has(chain) || !ETHEREUM_CONTRACT.test(contract);
}

/** The code of a network, and the address pattern of its chain if that is certain. */
export interface NetworkIdentity {
  readonly code: string;
  readonly addressRegex: string | null;
}

/** The code of a network if its identifier names a chain that is not certain. */
const UNCERTAIN_CODE = 'UNKNOWN';

/**
 * Returns the code and the address pattern of a network. The code is the chain's if the chain is certain, else
 * the exchange's identifier. If that identifier names a chain, the code is `UNKNOWN`, unless the identifier is
 * the coin's own symbol and the token can be on the chain of that name.
 */
export function describeChain(
  coin: string,
  network: NetworkTexts,
  chain: Chain | undefined,
): NetworkIdentity {
  if (chain !== undefined) return { code: chain.code, addressRegex: chain.addressRegex };
  const { id } = network;
  const claimed = findChain(id);
  const claims = claimed !== undefined && (id !== coin || !canHold(claimed, network));
  return { code: claims ? UNCERTAIN_CODE : id, addressRegex: null };
}

/** Returns the code and the pattern of a network, identified only by its own texts. */
export function identifyNetwork(coin: string, network: NetworkTexts): NetworkIdentity {
  return describeChain(coin, network, identifyChains(coin, [network], new Set())[0]);
}

/**
 * Returns the texts that may name the chain. A standard in the name or a hint counts only if the identifier contains
 * it, or is only a number or the coin's symbol; else it is only a property of the token.
 */
function listUsableTexts(
  coin: string,
  { id, name = null, hints = [] }: NetworkTexts,
): readonly string[] {
  const key = toLookupKey(id);
  const saysNothing = /^\d+$/.test(key) || key === toLookupKey(coin);
  const further = [name ?? '', ...hints].filter(
    (text) => !isStandard(text) || saysNothing || key.includes(toLookupKey(text)),
  );
  return [id, ...further];
}

function identifyChain(coin: string, texts: readonly string[]): Chain | undefined {
  const named = texts.filter((text) => !isStandard(text));
  const byName = chainsOf(named);
  const byStandard = chainsOf(texts.filter((text) => isStandard(text)));
  const [chain, ...others] = byName.size > 0 ? byName : byStandard;
  if (chain === undefined || others.length > 0) return undefined;
  if (isNamedAfterCoin(coin, named) && byStandard.size === 0) return undefined;
  const contradicted = [...byStandard].some((other) => other !== chain && !admits(other, chain));
  return contradicted ? undefined : chain;
}

function chainsOf(texts: readonly string[]): Set<Chain> {
  return new Set(texts.map((text) => findChain(text)).filter((chain) => chain !== undefined));
}

/** Returns true if the only evidence is the coin's symbol, and the coin also exists on another chain. */
function isNamedAfterCoin(coin: string, named: readonly string[]): boolean {
  const key = toLookupKey(coin);
  const known = named.filter((text) => findChain(text) !== undefined);
  return COINS_ON_OTHER_CHAINS.has(key) && known.every((text) => toLookupKey(text) === key);
}

/** Returns true if tokens of the standard, which originated on one chain, also exist on the other chain. */
function admits(standardChain: Chain, chain: Chain): boolean {
  const ethereum = findChain(ETHEREUM_STANDARD);
  return standardChain === ethereum && chain.addressRegex === ethereum?.addressRegex;
}
