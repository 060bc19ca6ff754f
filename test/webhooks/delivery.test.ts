import { testDeliveries } from './deliveries.ts';

testDeliveries('SQLite');
