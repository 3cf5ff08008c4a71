import { checkNativeWrites } from '../../src/adapters/outbound/mongo/native-write-checks.ts';

checkNativeWrites();
