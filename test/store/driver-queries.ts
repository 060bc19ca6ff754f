import pg from 'pg';

/** A query as the store passes it to the driver. */
export interface DriverQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs a query on the connection of the wrapped one. */
export type RunQuery = (query: DriverQuery) => Promise<pg.QueryResult>;

/**
 * Calls `wrap` instead of each query of the driver.
 *
 * @returns a function that restores the driver.
 */
export function wrapQueries(
  wrap: (query: DriverQuery, run: RunQuery) => Promise<pg.QueryResult>,
): () => void {
  const prototype = pg.Client.prototype as unknown as {
    query: (this: pg.Client, query: DriverQuery) => Promise<pg.QueryResult>;
  };
  const former = prototype.query;
  prototype.query = function wrapped(query) {
    return wrap(query, (other) => former.call(this, other));
  };
  return () => {
    prototype.query = former;
  };
}
