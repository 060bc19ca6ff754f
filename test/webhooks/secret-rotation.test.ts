import { testRotatedSecrets } from './rotated-secrets.ts';

testRotatedSecrets('SQLite');
