import type { BlockList } from 'node:net';

import { parseTraceparent, type Tracer } from '../../domain/tracing.ts';
import { isTrustedProxy } from './client-address.ts';
import { type RequestContext, UNKNOWN_ROUTE } from './context.ts';

const SERVER_ERROR_MIN = 500;

/**
 * Handles a request in a span, which continues the caller's trace (`traceparent`). Only a trusted proxy decides whether
 * the trace is recorded, because anyone can send the header. The span records the facts that the log
 * has, by OpenTelemetry's names (https://opentelemetry.io/docs/specs/semconv/http/http-spans/).
 */
export function traceRequest(
  { tracer, trustedProxies }: { readonly tracer: Tracer; readonly trustedProxies: BlockList },
  context: RequestContext,
  handle: () => void,
): void {
  const { request, response, requestId } = context;
  const { method = '', headers } = request;
  const { traceparent } = headers;
  const isTrusted = isTrustedProxy(request.socket.remoteAddress, trustedProxies);
  const span = tracer.start({
    name: method,
    kind: 'server',
    parent: typeof traceparent === 'string' ? parseTraceparent(traceparent, isTrusted) : undefined,
    attributes: { 'http.request.method': method, 'teller.request.id': requestId },
  });
  response.once('close', () => {
    const { route, keyId, walletId } = context;
    // A caller may disconnect before there is a response.
    const statusCode = response.headersSent ? response.statusCode : undefined;
    const isKnown = route !== UNKNOWN_ROUTE;
    if (isKnown) span.rename(`${method} ${route}`);
    span.set({
      'http.route': isKnown ? route : undefined,
      'http.response.status_code': statusCode,
      'teller.key.id': keyId,
      'teller.wallet.id': walletId,
    });
    if (statusCode !== undefined && statusCode >= SERVER_ERROR_MIN) span.fail(String(statusCode));
    span.end();
  });
  tracer.run(span, handle);
}
