import { testDeliveries } from './deliveries.ts';

testDeliveries('PostgreSQL');
