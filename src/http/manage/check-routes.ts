/** Checks the head of every request, and answers paths and methods that have no route. */
import fp from 'fastify-plugin';

import { ProblemError } from '../../domain/problem.ts';
import { checkHead } from '../plugins/check-request.ts';
import { decodePath } from '../plugins/target.ts';

/** A path with its methods. */
interface KnownPath {
  readonly form: RegExp;
  readonly methods: Set<string>;
}

/** @param paths receives the paths of all routes. */
export const checkRoutes = fp<{ readonly paths: Set<string> }>((app, { paths }, done) => {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    paths.add(url);
    const path = known.get(url) ?? { form: formOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) path.methods.add(name);
    known.set(url, path);
  });
  app.addHook('onRequest', (request, reply, next) => {
    checkHead(request);
    if (!request.is404) {
      next();
      return;
    }
    const path = decodePath(request.url) ?? '';
    const found = [...known.values()].find(({ form }) => form.test(path));
    if (found === undefined) throw new ProblemError('not_found', 'the service has no such path');
    const allow = [...found.methods, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') {
      reply.code(204).header('allow', allow).send();
      return;
    }
    const headers = { allow };
    throw new ProblemError('method_not_allowed', `this path accepts ${allow}`, { headers });
  });
  done();
});

/** Returns an expression for a path with parameters such as `:id`. */
function formOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+')}$`);
}
