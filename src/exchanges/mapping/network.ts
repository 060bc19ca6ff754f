import type { Network } from '../../domain/balance.ts';
import { identifyNetwork } from '../networks/identify-chain.ts';

/** The facts that an exchange reports about a network that is open for withdrawal. */
export interface OpenNetwork {
  readonly id: string;
  /** The exchange's name of the network; `null`, the default, if it only has an identifier. */
  readonly name?: string | null;
  /** Default: the name. */
  readonly displayName?: string;
  /** A text that names the chain, if the identifier of the network does not. */
  readonly chainId?: string;
  /** The address of the token's contract, if the exchange reports it. */
  readonly contract?: string | null;
  readonly minWithdrawal: string | null;
  /** Default: none. */
  readonly maxWithdrawal?: string | null;
}

/**
 * Returns the network of an asset, with the code and the address pattern of its chain if the chain is
 * certain.
 */
export function mapOpenNetwork(asset: string, network: OpenNetwork): Network {
  const { id, name = null, chainId = id, contract = null } = network;
  const texts = { id: chainId, name, contract };
  const { code, addressRegex } = identifyNetwork(asset, texts);
  const { displayName = name ?? id } = network;
  return {
    id,
    code,
    name: name ?? id,
    displayName,
    minWithdrawal: network.minWithdrawal,
    maxWithdrawal: network.maxWithdrawal ?? null,
    assetName: asset,
    addressRegex,
  };
}
