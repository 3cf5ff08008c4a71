import type { FaultCheck } from '../report/fault-run.ts';
import { crashChecks } from './crashes.ts';
import { databaseKill } from './database-kill.ts';
import { failingWork } from './failing-work.ts';
import { hangingChannel } from './hanging-channel.ts';
import { hostileRequests } from './hostile-requests.ts';
import { keyRotation } from './key-rotation.ts';
import { longTests } from './long-tests.ts';
import { lostAnswers } from './lost-answers.ts';
import { manyEvents } from './many-events.ts';
import { pausedProcess } from './paused-process.ts';
import { racingRefunds } from './racing-refunds.ts';
import { rawRequests } from './raw-requests.ts';
import { refundIdTwice } from './refund-id-twice.ts';
import { restoredBackup } from './restored-backup.ts';
import { rollingRestart } from './rolling-restart.ts';
import { silentChannel } from './silent-channel.ts';
import { slowDatabase } from './slow-database.ts';
import { slowMerchant } from './slow-merchant.ts';
import { waitingEvents } from './waiting-events.ts';

/**
 * All checks, in the order in which they run. Checks that much other traffic would disturb run first. Checks that leave much
 * data behind run last.
 */
export const faultChecks: readonly FaultCheck[] = [
  racingRefunds,
  hostileRequests,
  rawRequests,
  ...longTests,
  refundIdTwice,
  slowMerchant,
  hangingChannel,
  rollingRestart,
  keyRotation,
  lostAnswers,
  slowDatabase,
  silentChannel,
  pausedProcess,
  waitingEvents,
  failingWork,
  restoredBackup,
  databaseKill,
  ...crashChecks(),
  manyEvents,
];
