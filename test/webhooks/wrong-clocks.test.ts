import { testCorrectedClock } from './clock-corrections.ts';

testCorrectedClock('SQLite');
