import { testChangedEndpoint } from './endpoint-changes.ts';

testChangedEndpoint('SQLite');
