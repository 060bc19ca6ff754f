/** Reads the request that connects an account. Only loaded for the first one: its validator takes a tenth of a start. */
import { Type } from 'typebox';

import { CREDENTIAL_FIELDS_MAX } from '../../manage/credentials.ts';
import { createBodyReader } from '../manage/body.ts';

const CONNECT_REQUEST = Type.Object(
  {
    exchange: Type.String({ minLength: 1, maxLength: 64 }),
    credentials: Type.Record(Type.String(), Type.String({ maxLength: 16_384 }), {
      maxProperties: CREDENTIAL_FIELDS_MAX,
    }),
  },
  { additionalProperties: false },
);

/** Returns the request of a body. @throws {ProblemError} that lists every field that is refused. */
export const readConnectRequest = createBodyReader(CONNECT_REQUEST);
