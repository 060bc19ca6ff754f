import { expect, it } from 'vitest';

import { decodePath, findTargetProblem, rawQueryOf, toRoutable } from './target.ts';

it('separates the query from the path', () => {
  expect(rawQueryOf('/a?b=c?d')).toBe('b=c?d');
  expect(rawQueryOf('/a')).toBe('');
  expect(decodePath('/%61%2Fb?c=%zz')).toBe('/a%2Fb');
  expect(decodePath('/%zz')).toBeUndefined();
});

it.each([
  ['/a?b', '/a?b'],
  ['/%61', '/%61'],
  ['/%zz', '/*'],
  ['http://host/a?b', '/a?b'],
  ['HTTPS://host:1?b', '/?b'],
  ['http://host', '/'],
  ['*', '/*'],
  ['host:443', '/*'],
])('routes %s as %s', (target, routable) => {
  expect(toRoutable(target)).toBe(routable);
});

it.each(['/a#b', 'http://', 'http:///a', 'http://?a', '/%', '/%ff'])('refuses %s', (target) => {
  expect(findTargetProblem(target)).toBeTypeOf('string');
});

it.each(['/', '/a?b=%zz', 'http://host/a', '*'])('accepts %s', (target) => {
  expect(findTargetProblem(target)).toBeUndefined();
});
