/** The exchanges that can be connected. */
import { Type } from 'typebox';

import { object } from '../../../domain/shapes.ts';
import { CONNECT_EXCHANGES } from '../../../exchanges/connect-exchanges.ts';
import { LIST_PARAMETERS, limitOf, readPlace, writePlace } from '../lists.ts';
import type { RouteTable } from '../route.ts';
import { nullable } from './fields.ts';

const EXCHANGE = object('Exchange', 'An exchange, and what a form for its keys needs.', {
  id: Type.String(),
  name: Type.String(),
  certified: Type.Boolean(),
  credentials: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      secret: Type.Boolean(),
      hint: nullable(Type.String()),
      form: Type.String(),
    }),
  ),
  guide: Type.Object(
    {
      url: Type.String(),
      steps: Type.Array(Type.String()),
      needs: Type.Array(Type.String()),
      forbids: Type.Array(Type.String()),
      addresses: nullable(Type.String()),
      expiry: nullable(Type.String()),
      notes: Type.Array(Type.String()),
    },
    { description: 'What the key must be allowed, and where to create it.' },
  ),
  history: Type.String({ description: 'The extent of the history that the exchange returns.' }),
});

const ITEMS = CONNECT_EXCHANGES.map((exchange) => JSON.stringify(exchange));

/** Adds the route of the exchanges. */
export function addExchangeRoutes(routes: RouteTable): void {
  routes.addList({
    path: '/v0/exchanges',
    operationId: 'listExchanges',
    summary: 'Lists every exchange, with all that a form for its key needs.',
    query: LIST_PARAMETERS,
    response: EXCHANGE,
    list: async (request) => {
      const { start } = (await readPlace<{ start: number }>(request)) ?? { start: 0 };
      const end = start + limitOf(request.query);
      const place = end < ITEMS.length ? { start: end } : undefined;
      return { items: ITEMS.slice(start, end), next: await writePlace(request, place) };
    },
  });
}
