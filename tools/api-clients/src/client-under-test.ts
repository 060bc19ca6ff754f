/** The calls that every generated client makes, in a form that does not depend on its generator. */
import type { components, operations } from '../dist/generated/openapi-typescript.js';

/** Other generators have their own types of the same shapes. */
type Shapes = components['schemas'];

/** Parameters of a listing. */
export type ListingQuery = NonNullable<operations['listTransactions']['parameters']['query']>;

/** A response as the generated client returns it: `data` of a success, `error` of a problem. */
export interface Reply<Data> {
  readonly response: Response | undefined;
  readonly data?: Data;
  readonly error?: Shapes['Problem'];
}

/** A client of one generator. */
export interface GeneratedClient {
  list(query: ListingQuery): Promise<Reply<Shapes['TransactionList']>>;
  readBalance(): Promise<Reply<Shapes['Balance']>>;
}

/** Creates a client. @param credentials the four headers of a request. */
export type CreateClient = (
  baseUrl: string,
  credentials: Readonly<Record<string, string>>,
) => GeneratedClient;
