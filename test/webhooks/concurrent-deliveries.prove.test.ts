import { testConcurrentDeliveries } from './delivery-concurrency.ts';

testConcurrentDeliveries('PostgreSQL');
