/** Resolves the package of the client to its sources: `node --import` of this file runs examples in a checkout. */
import { registerHooks } from 'node:module';

const CLIENT = new URL('../../client/src/index.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@wallet-teller/client'
      ? { url: CLIENT, shortCircuit: true }
      : nextResolve(specifier, context),
});
