import { describe, expect, it } from 'vitest';

import { parseTraceparent } from './tracing.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('parseTraceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`cc-${TRACE}-${SPAN}-01-more`, true],
  ])('reads %s', (header, isSampled) => {
    expect(parseTraceparent(header, true)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
    const undecided = { traceId: TRACE, spanId: SPAN, isSampled: undefined };
    expect(parseTraceparent(header, false)).toEqual(undecided);
  });

  it.each([
    undefined,
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `cc-${TRACE}-${SPAN}-01more`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
  ])('ignores %s', (header) => {
    expect(parseTraceparent(header, true)).toBeUndefined();
  });
});
