import { describe, expect, it } from 'vitest';

import { decodePath, pathOf, rawQueryOf, toOriginForm } from './target.ts';

describe('the request target', () => {
  it.each([
    ['/a', ''],
    ['/a?', ''],
    ['/a?b=c', 'b=c'],
    ['/a?b=%3F?c', 'b=%3F?c'],
  ])('%s has the raw query %j', (target, query) => {
    expect(rawQueryOf(target)).toBe(query);
  });

  it.each([
    ['/a%62?c%64', '/ab'],
    ['/a%2Fb', '/a%2Fb'],
    ['/%zz?x', undefined],
  ])('%s has the decoded path %s', (target, path) => {
    expect(decodePath(pathOf(target))).toBe(path);
  });

  it.each([
    ['/a?b', '/a?b'],
    ['http://host/a?b', '/a?b'],
    ['HTTPS://user@host:1/a', '/a'],
    ['http://host', '/'],
    ['http://host?a', '/?a'],
    ['http:///a', 'http:///a'],
    ['https://', 'https://'],
    ['*', '/**'],
    ['host:443', '/*host:443'],
    ['ftp://host/livez', '/*ftp://host/livez'],
  ])('%s is %s in origin form', (target, origin) => {
    expect(toOriginForm(target)).toBe(origin);
  });
});
