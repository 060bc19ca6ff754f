/** Sessions that can no longer be used. */
import type { ConnectSessionCode } from '../../../src/domain/connect.ts';
import { ConnectRefusal } from './connect-api.ts';

/** The title and the text of a session that can no longer be used. */
export type SessionEnd = readonly [title: string, text: string];

const START_AGAIN = 'Go back to where you found the link, and start again there.';

/** Titles and texts by the code of the problem. */
const SESSION_ENDS: Readonly<Record<ConnectSessionCode, SessionEnd>> = {
  session_not_found: [
    'This link is not valid',
    `It may not have been copied from end to end. ${START_AGAIN}`,
  ],
  session_expired: ['This link has expired', `No account was connected with it. ${START_AGAIN}`],
  session_used: [
    'This link was used already',
    `An account was connected with it. To connect another one, ${START_AGAIN.replace('Go', 'go')}`,
  ],
  session_canceled: ['This link was canceled', `No account was connected with it. ${START_AGAIN}`],
};

/** Returns what to show if an error ends the session; `undefined` for any other error, after which it can be used. */
export function explainEnd(error: Error): SessionEnd | undefined {
  if (!(error instanceof ConnectRefusal)) return undefined;
  return (SESSION_ENDS as Readonly<Record<string, SessionEnd>>)[error.problem.code];
}
