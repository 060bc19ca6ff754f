import { expect, it } from 'vitest';

import { createNoteLogger } from './sync-now.ts';
import type { Session } from './runtime.ts';

it('shows the cause of an internal error without secrets, and leaves other errors to the result', () => {
  const notes: string[] = [];
  const session = { env: {} } as Session;
  const logger = createNoteLogger(session, { note: (text) => void notes.push(text) });
  const err = new TypeError('bad key vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy');
  logger.error({ err, code: 'exchange_unavailable' }, 'failed');
  logger.error({ err, code: 'internal' }, 'failed');
  expect(notes).toEqual(['internal error: TypeError: bad key …']);
});
