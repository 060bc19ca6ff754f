/**
 * Starts the SDK of OpenTelemetry as `@opentelemetry/auto-instrumentations-node/register` does, with two of its
 * instrumentations.
 */
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK({ instrumentations: [new HttpInstrumentation(), new PgInstrumentation()] });
sdk.start();
const shutdown = (): void => void sdk.shutdown();
process.on('SIGTERM', shutdown);
process.once('beforeExit', shutdown);
