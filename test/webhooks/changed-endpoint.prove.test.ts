import { testChangedEndpoint } from './endpoint-changes.ts';

testChangedEndpoint('PostgreSQL');
